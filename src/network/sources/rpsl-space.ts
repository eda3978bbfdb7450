import {
  parseAddress,
  parsePrefix,
  prefixAround,
  splitRange,
  type Address,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { readAddress4, scan } from '../reading/scan.ts'

/** Address space as registries write it. Null: it is none. */

/** `192.0.2.0 - 192.0.2.255`, `192.0.2.0/24`, `2001:db8::/32`, and `200.1/16`, as one of them shortens it. */
export function rangeOf(text: string): Prefix[] | null {
  const dash = text.indexOf('-')
  if (dash < 0) return single(parsePrefix(whole(text.trim())))
  const first = parseAddress(text.slice(0, dash).trim())
  const last = parseAddress(text.slice(dash + 1).trim())
  return first.ok && last.ok ? split(first.value, last.value) : null
}

/** Where the last range begins and ends that was read in numbers. */
export const range4 = { first: 0, last: 0 }

const longestRange4 = 33
const characters = Buffer.alloc(longestRange4)
const [blank, hyphen] = [32, 45]

/** `192.0.2.0 - 192.0.2.255`, as registries write millions of them. False: it is written in another way, or is none. */
export function readRange4(text: string): boolean {
  if (text.length > longestRange4) return false
  const to = characters.write(text, 'latin1')
  range4.first = readAddress4(characters, 0, to)
  const { at } = scan
  if (range4.first < 0 || characters[at] !== blank || characters[at + 1] !== hyphen || characters[at + 2] !== blank)
    return false
  range4.last = readAddress4(characters, at + 3, to)
  return scan.at === to && range4.last >= range4.first
}

const single = (parsed: ReturnType<typeof parsePrefix>): Prefix[] | null => (parsed.ok ? [parsed.value] : null)

const split = (first: Address, last: Address): Prefix[] | null =>
  first.family === last.family && first.value <= last.value ? splitRange(first, last) : null

function whole(text: string): string {
  const [, octets, length] = /^(\d+(?:\.\d+){0,2})\/(\d+)$/.exec(text) ?? []
  return octets === undefined ? text : `${[...octets.split('.'), 0, 0, 0].slice(0, 4).join('.')}/${length}`
}

/** The space of a reverse zone: whole octets, ranges of the last one (RFC 2317), or nibbles of IPv6. */
export function zoneOf(domain: string): Prefix[] | null {
  const four = /^(.+)\.in-addr\.arpa$/.exec(domain)?.[1]
  if (four !== undefined) return zone4(four.split('.').reverse())
  const six = /^([0-9a-f](?:\.[0-9a-f]){0,31})\.ip6\.arpa$/.exec(domain)?.[1]
  if (six === undefined) return null
  const nibbles = six.split('.').reverse()
  const groups = nibbles.join('').padEnd(32, '0').match(/.{4}/g) ?? []
  return single(parsePrefix(`${groups.join(':')}/${nibbles.length * 4}`))
}

function zone4(octets: readonly string[]): Prefix[] | null {
  const last = octets.at(-1) ?? ''
  const address = (part: string): Address | null => {
    const parsed = parseAddress([...octets.slice(0, -1), part, 0, 0, 0].slice(0, 4).join('.'))
    return parsed.ok && octets.length <= 4 ? parsed.value : null
  }
  const [, from, sign, to] = /^(\d+)([-/])(\d+)$/.exec(last) ?? []
  const first = address(from ?? last)
  if (first === null) return null
  if (sign === undefined) return [prefixAround(first, octets.length * 8)]
  if (octets.length !== 4) return null
  if (sign === '/') return single(parsePrefix(`${octets.slice(0, 3).join('.')}.${from}/${to}`))
  const end = address(to ?? '')
  return end === null ? null : split(first, end)
}
