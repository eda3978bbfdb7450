import {
  addressOf,
  contains,
  formatAddress,
  formatPrefix,
  parseAddress,
  parsePrefix,
  prefixAround,
  prefixFrom,
  type Address,
  type IpFault,
  type Prefix,
} from '../../kernel/ip/index.ts'

/** From where an app key may be used: addresses and prefixes of either family (ADR 100). */

export const mostAllowed = 50

const width = { 4: 32, 6: 128 } as const
const mapped = 0xffffn

/** Node names an IPv4 peer of a socket for both families `::ffff:192.0.2.1`; to us that is 192.0.2.1. */
function unmapped({ family, value }: Address): Address {
  return family === 6 && value >> 32n === mapped ? addressOf(4, value & 0xffff_ffffn) : addressOf(family, value)
}

const faults: Record<IpFault, string> = {
  not_an_address: 'is no IPv4 or IPv6 address',
  leading_zero: 'has a leading zero, which some read as octal; leave it out',
  zone_id: 'has a zone, which means something on one machine only',
  ipv4_in_ipv6: 'is IPv4 written as IPv6; write the IPv4 prefix',
  length_missing: 'is no IPv4 or IPv6 address',
  not_a_length: 'has no prefix length behind its slash',
  length_out_of_range: 'has a prefix length beyond its family',
  host_bits_set: 'has bits set behind its prefix length',
}

type Read = { readonly ok: true; readonly prefix: Prefix } | { readonly ok: false; readonly fault: string }

/** A single address is a prefix of its full length. */
function readEntry(text: string): Read {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (!address.ok) return { ok: false, fault: `${shown(text)} ${faults[address.reason]}` }
  const plain = unmapped(address.value)
  if (slash < 0) return { ok: true, prefix: prefixAround(plain, width[plain.family]) }
  const beyond = plain.family === address.value.family ? 0 : 96
  const length = Number(text.slice(slash + 1)) - beyond
  const isMapped = beyond > 0 && /\/(9[6-9]|1[0-2]\d)$/.test(text)
  const prefix = isMapped ? prefixFrom(plain, length) : parsePrefix(text)
  if (prefix.ok) return { ok: true, prefix: prefix.value }
  const meant = prefix.reason === 'host_bits_set' ? `; perhaps ${meantBy(plain, length)}` : ''
  return { ok: false, fault: `${shown(text)} ${faults[prefix.reason]}${meant}` }
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 64))

const meantBy = (address: Address, length: number): string => formatPrefix(prefixAround(address, length))

/** As they are kept, each once; or what is wrong with each, by its place. */
export function readAllowList(
  given: readonly string[],
): { readonly allowed: readonly string[] } | { readonly faults: Readonly<Record<string, readonly string[]>> } {
  if (given.length > mostAllowed) return { faults: { allowed_addresses: [`must have at most ${mostAllowed} items`] } }
  const read = given.map((text) => readEntry(text.trim()))
  const wrong = read.flatMap((one, i) => (one.ok ? [] : [[`allowed_addresses.${i}`, [one.fault]] as const]))
  if (wrong.length > 0) return { faults: Object.fromEntries(wrong) }
  return { allowed: [...new Set(read.flatMap((one) => (one.ok ? [formatPrefix(one.prefix)] : [])))] }
}

/** As people write it: a single address without its length. */
export const shortForm = (prefix: string): string => prefix.replace(/^([\d.]+)\/32$|^([\da-f:]+)\/128$/, '$1$2')

/** As it is noted; null for what is no address. */
export function plainAddress(text: string): string | null {
  const parsed = parseAddress(text)
  return parsed.ok ? formatAddress(unmapped(parsed.value)) : null
}

/** Whether a request may come from there. Who has no list may come from anywhere; what is no address, from nowhere on it. */
export function allows(list: readonly Prefix[], address: string): boolean {
  if (list.length === 0) return true
  const parsed = parseAddress(address)
  if (!parsed.ok) return false
  const plain = unmapped(parsed.value)
  const place = prefixAround(plain, width[plain.family])
  return list.some((prefix) => contains(prefix, place))
}
