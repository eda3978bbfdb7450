import { parsePrefix } from '../../kernel/ip/index.ts'
import { isPrefix4, readAddress4, readNumber, scan } from './scan.ts'

/** IPv6 addresses, and prefixes of either family, straight from bytes; see `scan.ts`. */

const slash = 47
const zero = 48
const colon = 58

const hexDigits = new Int8Array(256).fill(-1)
for (let value = 0; value < 16; value++) {
  hexDigits[value.toString(16).charCodeAt(0)] = value
  hexDigits[value.toString(16).toUpperCase().charCodeAt(0)] = value
}

const hostMasks = Array.from({ length: 129 }, (_, length) => (1n << BigInt(128 - length)) - 1n)

const groups = new Uint16Array(8)
const halves = new DataView(new ArrayBuffer(16))

/** -1n when it is none. Dotted endings are IPv4 under another name and stop it. */
export function readAddress6(bytes: Uint8Array, from: number, to: number): bigint {
  let at = from
  let count = 0
  let gap = -1
  if (bytes[at] === colon) {
    if (at + 1 >= to || bytes[at + 1] !== colon) return -1n
    gap = 0
    at += 2
  }
  for (let owed = gap < 0; count < 8;) {
    const start = at
    let value = 0
    for (let digit = 0; at < to && (digit = hexDigits[bytes[at] ?? 0] ?? -1) >= 0; at++) value = value * 16 + digit
    if (at === start && !owed) break
    if (at === start || at - start > 4) return -1n
    groups[count++] = value
    if (at >= to || bytes[at] !== colon || count === 8) break
    owed = at + 1 >= to || bytes[at + 1] !== colon
    if (!owed && gap >= 0) return -1n
    if (!owed) gap = count
    at += owed ? 1 : 2
  }
  scan.at = at
  if (gap < 0 ? count < 8 : count > 7) return -1n
  return joined(gap < 0 ? 8 : gap, count)
}

/** The groups before the gap at the beginning, those after it at the end. */
function joined(gap: number, count: number): bigint {
  halves.setBigUint64(0, 0n)
  halves.setBigUint64(8, 0n)
  for (let i = 0; i < count; i++) halves.setUint16(2 * (i < gap ? i : i + 8 - count), groups[i] ?? 0)
  return (halves.getBigUint64(0) << 64n) | halves.getBigUint64(8)
}

/** The prefix read last. */
export const found = { family: 4, start4: 0, start6: 0n, length: 0 }

/** Whether these bytes, all of them, are a prefix without host bits; it is then in `found`. */
export function readPrefix(bytes: Uint8Array, from: number, to: number): boolean {
  found.start4 = readAddress4(bytes, from, to)
  found.family = found.start4 >= 0 ? 4 : 6
  if (found.family === 6 && (found.start6 = readAddress6(bytes, from, to)) < 0n) return false
  return scan.at < to && bytes[scan.at] === slash && readLength(bytes, scan.at + 1, to)
}

/** The length of the prefix whose address is in `found`. */
export function readLength(bytes: Uint8Array, from: number, to: number): boolean {
  found.length = readNumber(bytes, from, to)
  if (scan.at !== to || (bytes[from] === zero && to - from > 1)) return false
  if (found.family === 4) return isPrefix4(found.start4, found.length)
  return found.length >= 0 && found.length <= 128 && (found.start6 & (hostMasks[found.length] ?? 0n)) === 0n
}

/** For the refusal of what is none: slow and in words. */
export function whyNoPrefix(text: string): string {
  const parsed = parsePrefix(text)
  return parsed.ok ? 'has its prefix in the wrong place' : `has no prefix (${parsed.reason.replaceAll('_', ' ')})`
}
