/**
 * Addresses and numbers straight from bytes. Each leaves where it stopped in `scan.at`, so that reading a row makes no
 * object; a wrong character makes the answer -1 with `scan.at` on it.
 */
export const scan = { at: 0 }

const zero = 48
const dot = 46

/** Digits up to the first other byte; -1 without one or beyond 32 bits. */
export function readNumber(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  let at = from
  for (; at < to; at++) {
    const digit = (bytes[at] ?? 0) - zero
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
    if (value > 0xffff_ffff) {
      scan.at = at
      return -1
    }
  }
  scan.at = at
  return at === from ? -1 : value
}

/** A dotted quad as a number; -1 when it is none. */
export function readAddress4(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  let at = from
  for (let part = 0; part < 4; part++) {
    const octet = readNumber(bytes, at, to)
    at = scan.at
    if (octet < 0 || octet > 255) return -1
    value = value * 256 + octet
    if (part < 3) {
      if (bytes[at] !== dot || at >= to) return -1
      at++
    }
  }
  scan.at = at
  return value
}

/** Whether an address has only zeros beyond the length. */
export const isPrefix4 = (start: number, length: number): boolean =>
  length >= 0 && length <= 32 && (length === 32 || (start & (0xffff_ffff >>> length)) === 0)
