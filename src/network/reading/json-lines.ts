import { eachLine } from './lines.ts'
import { opened } from './opened.ts'
import { type Input, SourceFault } from './source.ts'

export type JsonRow = Readonly<Record<string, unknown>>

/** A JSON object on each line. One that is none makes the file another file than it is said to be. */
export async function eachJsonLine(input: Input, tell: (row: JsonRow, line: number) => void): Promise<number> {
  const { bytes } = await opened(input.bytes)
  return eachLine(bytes, (line, from, to, number) => {
    const text = Buffer.from(line.buffer, line.byteOffset + from, to - from)
      .toString()
      .trim()
    if (text === '') return
    const row = parsed(text)
    if (row === null) throw new SourceFault(`line ${number}`, 'is no JSON object')
    tell(row, number)
  })
}

function parsed(text: string): JsonRow | null {
  try {
    const value: unknown = JSON.parse(text)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object that is no list has names and values
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRow) : null
  } catch {
    return null
  }
}
