import { isUtf8 } from 'node:buffer'
import { lineText } from '../reading/lines.ts'

/** Texts of registries: Latin-1, of some of them UTF-8. */

const [tab, space] = [9, 32]

export const isSpace = (byte: number | undefined): boolean => byte === space || byte === tab

/** Where what stands between blanks begins, and ends. */
export function trimmedFrom(bytes: Uint8Array, from: number, to: number): number {
  while (from < to && isSpace(bytes[from])) from++
  return from
}

export function trimmedTo(bytes: Uint8Array, from: number, to: number): number {
  while (to > from && isSpace(bytes[to - 1])) to--
  return to
}

/** Without the blanks around it. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  const begin = trimmedFrom(bytes, from, to)
  return textOfLatin1(lineText(bytes, begin, trimmedTo(bytes, begin, to)))
}

/** Bytes as Latin-1 has them, unless they are UTF-8. */
export function textOfLatin1(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : text
}
