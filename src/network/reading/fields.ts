/**
 * Where the fields of a line begin and end, quotes around them left out. One place for all lines: good until the next
 * line is split.
 */

const most = 64
export const fields = { from: new Int32Array(most), to: new Int32Array(most) }

const quote = 34

/** How many there are; -1 when a quote is not closed where it must be. What is beyond the 64th is left unread. */
export function splitFields(bytes: Uint8Array, from: number, to: number, separator: number): number {
  let count = 0
  let at = from
  for (; count < most; at++) {
    let end = at
    if (at < to && bytes[at] === quote) {
      end = closingQuote(bytes, at + 1, to)
      if (end < 0 || (end + 1 < to && bytes[end + 1] !== separator)) return -1
      fields.from[count] = at + 1
      fields.to[count++] = end++
    } else {
      while (end < to && bytes[end] !== separator) end++
      fields.from[count] = at
      fields.to[count++] = end
    }
    if (end >= to) break
    at = end
  }
  return count
}

/** A quote within is written twice. */
function closingQuote(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== quote) continue
    if (at + 1 >= to || bytes[at + 1] !== quote) return at
    at++
  }
  return -1
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** UTF-8 where it is that, else Latin-1, which everything is. */
export function fieldText(bytes: Uint8Array, field: number): string {
  const part = bytes.subarray(fields.from[field], fields.to[field])
  return decoded(part).replaceAll('""', '"').trim()
}

export function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  }
}
