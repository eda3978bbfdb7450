import {
  type Address,
  type Family,
  type Prefix,
  hostMask,
  isLength,
  maskAddress,
  uncheckedAddress,
  uncheckedPrefix,
} from './prefix.ts'

/** Stable codes: importers count refused rows by them, and refusals carry them to the wire. */
export type IpFault =
  | 'not_an_address'
  | 'leading_zero'
  | 'zone_id'
  | 'ipv4_in_ipv6'
  | 'length_missing'
  | 'not_a_length'
  | 'length_out_of_range'
  | 'host_bits_set'

/** A result, not an exception: an import judges a million rows, and a bad one is ordinary. */
type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: IpFault }

type Refused = { readonly ok: false; readonly reason: IpFault }

const refuse = (reason: IpFault): Refused => ({ ok: false, reason })

const mappedIpv4 = 0xffffn

/** IPv4 as four plain decimals; IPv6 in any form of RFC 4291 §2.2, as RFC 5952 §4 asks of readers. */
export function parseAddress(text: string): Parsed<Address> {
  const family: Family = text.includes(':') ? 6 : 4
  const value = family === 6 ? readIpv6(text) : readIpv4(text)
  return typeof value === 'string' ? refuse(value) : { ok: true, value: uncheckedAddress(family, value) }
}

export function parsePrefix(text: string): Parsed<Prefix> {
  const slash = text.indexOf('/')
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (!address.ok) return address
  if (slash < 0) return refuse('length_missing')
  // 2001:db8::192.0.2.0/120 would be IPv4 space sold under another name.
  if (address.value.family === 6 && text.includes('.')) return refuse('ipv4_in_ipv6')
  const digits = text.slice(slash + 1)
  if (!/^\d{1,9}$/.test(digits)) return refuse('not_a_length')
  if (digits.length > 1 && digits.startsWith('0')) return refuse('leading_zero')
  return prefixFrom(address.value, Number(digits))
}

/** For wires that carry address and length apart (`address`, `cidr`). */
export function prefixFrom({ family, value }: Address, length: number): Parsed<Prefix> {
  if (!isLength(family, length)) return refuse('length_out_of_range')
  if ((value & hostMask(family, length)) !== 0n) return refuse('host_bits_set')
  return { ok: true, value: uncheckedPrefix(family, value, length) }
}

/** For constants and stored rows, whose text is known to be right: a fault here is a bug. */
export const knownPrefix = (text: string): Prefix => known(parsePrefix(text), text)

function known<T>(parsed: Parsed<T>, text: string): T {
  if (!parsed.ok) throw new TypeError(`${JSON.stringify(text)}: ${parsed.reason}`)
  return parsed.value
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** By character code: this reads every row of every IPv4 import. */
function readIpv4(text: string): bigint | IpFault {
  let value = 0
  let at = 0
  for (let octet = 0; octet < 4; octet++) {
    if (octet > 0 && text.charCodeAt(at++) !== 46) return 'not_an_address'
    const start = at
    let number = 0
    while (isDigit(text.charCodeAt(at)) && at - start < 4) number = number * 10 + text.charCodeAt(at++) - 48
    if (at === start || number > 255) return 'not_an_address'
    if (at - start > 1 && text.charCodeAt(start) === 48) return 'leading_zero'
    value = value * 256 + number
  }
  return at === text.length ? BigInt(value) : 'not_an_address'
}

function readIpv6(text: string): bigint | IpFault {
  if (text.includes('%')) return 'zone_id'
  if (!text.includes('.')) return readGroups(text) ?? 'not_an_address'
  const tail = text.lastIndexOf(':') + 1
  const ipv4 = readIpv4(text.slice(tail))
  if (typeof ipv4 === 'string') return ipv4
  const ipv6 = readGroups(`${text.slice(0, tail)}0:0`)
  return ipv6 === undefined ? 'not_an_address' : ipv6 | ipv4
}

function readGroups(text: string): bigint | undefined {
  const gap = text.indexOf('::')
  const head = groupsOf(gap < 0 ? text : text.slice(0, gap))
  const tail = groupsOf(gap < 0 ? '' : text.slice(gap + 2))
  if (head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  if (gap < 0 ? missing !== 0 : missing < 1) return undefined
  return (joined(head) << BigInt(16 * (8 - head.length))) | joined(tail)
}

function groupsOf(text: string): number[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined
}

const joined = (groups: readonly number[]): bigint =>
  groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n)

export const formatPrefix = ({ family, address, length }: Prefix): string =>
  `${family === 4 ? writeIpv4(address) : writeIpv6(address)}/${length}`

export function formatAddress({ family, value }: Address): string {
  if (family === 4) return writeIpv4(value)
  // RFC 5952 §5: dotted where the prefix says that IPv4 follows. Prefixes stay hexadecimal, or they could not be read back.
  if (value >> 32n === mappedIpv4) return `::ffff:${writeIpv4(value & 0xffff_ffffn)}`
  return writeIpv6(value)
}

/** Dotted quad for IPv4 (`ipNet.mask`). */
export const mask = (prefix: Prefix): string => formatAddress(maskAddress(prefix))

function writeIpv4(value: bigint): string {
  const bits = Number(value)
  return `${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}.${bits & 255}`
}

/** RFC 5952 §4: lower case, no leading zeros, `::` for the longest run of two zero groups or more, the first of equals. */
function writeIpv6(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0')
  const groups = Array.from({ length: 8 }, (_, i) => Number.parseInt(hex.slice(i * 4, i * 4 + 4), 16))
  const run = longestZeroRun(groups)
  const write = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (run.length < 2) return write(groups)
  return `${write(groups.slice(0, run.start))}::${write(groups.slice(run.start + run.length))}`
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  let length = 0
  for (const [at, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0
    if (length > longest.length) longest = { start: at - length + 1, length }
  }
  return longest
}
