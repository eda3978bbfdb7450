import {
  firstAddress,
  formatAddress,
  lastAddress,
  prefixAround,
  children,
  type Address,
  type Prefix,
} from '../../kernel/ip/index.ts'

/** Where in a reverse zone something stands (RFC 1035 §3.5, RFC 2317). */

/** Zones are cut between octets. */
export type ZoneLength = 8 | 16 | 24

export const recordTypes = ['PTR', 'CNAME', 'NS'] as const
export type RecordType = (typeof recordTypes)[number]

/** All records of one name and one type: what is sent, and compared. */
interface RecordSet {
  readonly name: string
  readonly type: RecordType
  /** The addresses that it speaks of. */
  readonly block: Prefix
  readonly contents: readonly string[]
}

const nameOf = (octets: readonly string[]): string => `${octets.toReversed().join('.')}.in-addr.arpa`

const octetsOf = (address: Address): string[] => formatAddress(address).split('.')

/** `2.0.192.in-addr.arpa` for a zone of a /24. */
export const zoneNameOf = (block: Prefix): string => nameOf(octetsOf(firstAddress(block)).slice(0, block.length / 8))

/** The addresses of the zone that an address is in. */
export const zoneAround = (address: Address, length: number): Prefix => prefixAround(address, length)

export const ptrName = (address: Address): string => nameOf(octetsOf(address))

/** What a zone's name says: the addresses under it; null for any other name. */
export function zoneLengthOf(name: string): ZoneLength | null {
  const labels = /^((?:\d{1,3}\.){1,3})in-addr\.arpa$/.exec(name)?.[1]?.split('.').length
  return labels === undefined ? null : (((labels - 1) * 8) as ZoneLength)
}

/** Smaller than an octet, or as large as the zone itself: names of their own that the addresses are led to (RFC 2317). */
const isClassless = (block: Prefix, zoneLength: number): boolean => block.length > 24 || block.length <= zoneLength

/** The names that are handed over: one for each /24 of the block, or one for its part of a /24. */
export function delegatedNames(block: Prefix, zoneLength: number): string[] {
  return delegatedParts(block, zoneLength).map((part) => delegatedName(part, zoneLength))
}

/** Most blocks of a zone of a /24 are one of them: a larger one is one for each. */
const delegatedParts = (block: Prefix, zoneLength: number): Prefix[] =>
  block.length >= 24 ? [block] : [...children(block, Math.max(24, zoneLength))]

function delegatedName(part: Prefix, zoneLength: number): string {
  const octets = octetsOf(firstAddress(part))
  const within = nameOf(octets.slice(0, 3))
  if (!isClassless(part, zoneLength)) return within
  return `${octets[3]}-${octetsOf(lastAddress(part))[3]}.${within}`
}

/** What stands in the zone for it: who answers, and for parts of a /24 where each address is found. */
export function delegationSets(block: Prefix, zoneLength: number, servers: readonly string[]): RecordSet[] {
  return delegatedParts(block, zoneLength).flatMap((part) => {
    const name = delegatedName(part, zoneLength)
    const handedOver: RecordSet = { name, type: 'NS', block: part, contents: servers.toSorted() }
    if (!isClassless(part, zoneLength)) return [handedOver]
    const led = [...children(part, 32)].map((host): RecordSet => {
      const address = firstAddress(host)
      const content = `${octetsOf(address)[3]}.${name}`
      return { name: ptrName(address), type: 'CNAME', block: host, contents: [content] }
    })
    return [handedOver, ...led]
  })
}
