import { SourceFault } from './source.ts'

/** Longer than any honest line, shorter than what would hurt. */
const longestLine = 1 << 20

const newline = 10
const carriageReturn = 13

type Line = (bytes: Uint8Array, from: number, to: number, number: number) => void

/**
 * Calls back for each line, as a place in bytes: a million times without making a string. `bytes` is good until the next
 * call only. Returns the number of lines. CRLF and LF end a line, and so does the end of the file.
 */
export const eachLine = (source: AsyncIterable<Uint8Array>, line: Line): Promise<number> =>
  walk(source, line, () => undefined)

/** Of a file that a program has written: it ends every line, so that one without an end was cut off. */
export const eachWholeLine = (source: AsyncIterable<Uint8Array>, line: Line): Promise<number> =>
  walk(source, line, (number) => {
    throw new SourceFault(`line ${number}`, 'has no end: the file was cut off')
  })

async function walk(source: AsyncIterable<Uint8Array>, line: Line, openEnd: (number: number) => void): Promise<number> {
  let number = 0
  let rest: Uint8Array | null = null
  const tell = (bytes: Uint8Array, from: number, to: number): void =>
    line(bytes, from, to > from && bytes[to - 1] === carriageReturn ? to - 1 : to, ++number)
  for await (const chunk of source) {
    let from = 0
    if (rest !== null) {
      const end = chunk.indexOf(newline)
      if (rest.length + (end < 0 ? chunk.length : end) > longestLine) throw tooLong(number + 1)
      const whole: Uint8Array = Buffer.concat([rest, end < 0 ? chunk : chunk.subarray(0, end)])
      rest = end < 0 ? whole : null
      if (end < 0) continue
      tell(whole, 0, whole.length)
      from = end + 1
    }
    for (let end = chunk.indexOf(newline, from); end >= 0; end = chunk.indexOf(newline, from)) {
      tell(chunk, from, end)
      from = end + 1
    }
    if (chunk.length - from > longestLine) throw tooLong(number + 1)
    if (from < chunk.length) rest = chunk.slice(from)
  }
  if (rest !== null) {
    openEnd(number + 1)
    tell(rest, 0, rest.length)
  }
  return number
}

const tooLong = (number: number): SourceFault =>
  new SourceFault(`line ${number}`, `is longer than ${longestLine} bytes, which no line of such a file is`)

/** A line as text; the formats that are not UTF-8 to the letter are Latin-1. */
export const lineText = (bytes: Uint8Array, from: number, to: number): string =>
  // A view of its own for each text would be most of what the collector has to sweep up.
  (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    'latin1',
    from,
    to,
  )
