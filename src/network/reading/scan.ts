/**
 * Addresses and numbers straight from bytes. Each leaves where it stopped in `scan.at`, so that reading a row makes no
 * object; a wrong character makes the answer -1 with `scan.at` on it.
 */
export const scan = { at: 0 }

const zero = 48
const nine = 57
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

/** A dotted quad as a number; -1 when it is none, which one with leading zeros is: some read them as octal. */
export function readAddress4(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  let octet = -1
  let dots = 0
  let at = from
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= zero && byte <= nine) {
      if (octet === 0 || octet > 25) break
      octet = octet < 0 ? byte - zero : octet * 10 + byte - zero
    } else if (byte === dot && octet >= 0 && dots < 3) {
      if (octet > 255) break
      value = (value << 8) | octet
      octet = -1
      dots++
    } else break
  }
  scan.at = at
  // A digit here is one too many.
  const ended = at >= to || (bytes[at] ?? 0) < zero || (bytes[at] ?? 0) > nine
  return ended && dots === 3 && octet >= 0 && octet <= 255 ? ((value << 8) | octet) >>> 0 : -1
}

/** Whether an address has only zeros beyond the length. */
export const isPrefix4 = (start: number, length: number): boolean =>
  length >= 0 && length <= 32 && (length === 32 || (start & (0xffff_ffff >>> length)) === 0)
