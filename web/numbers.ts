/**
 * Numbers as people type them: with a comma or a point before the decimals, with thousands set apart by either, by spaces
 * or apostrophes. The answer is written as the API reads it, digit for digit; nothing where it is no number.
 */
export function readNumber(typed: string): string | null {
  const text = typed.trim().replaceAll(/(?<=\d)[\s'’_](?=\d{3}(?!\d))/g, '')
  if (!/^-?\d*(?:[.,]\d*)*$/.test(text) || !/\d/.test(text)) return null
  const mark = decimalMark(text)
  const [whole = '', decimals] = mark === null ? [text] : splitAt(text, text.lastIndexOf(mark))
  const grouped = whole.replace(/^-/, '')
  if (/[.,]/.test(grouped) && !/^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?:,\d{3})+$/.test(grouped)) return null
  const digits = whole.replaceAll(/[.,]/g, '').replace(/^(-?)0*(?=\d)/, '$1')
  const start = /\d/.test(digits) ? digits : `${digits}0`
  return decimals ? `${start}.${decimals}` : start
}

/** The last of two kinds; of one kind a mark that cannot set thousands apart, and a single point, as in English. */
function decimalMark(text: string): '.' | ',' | null {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (points === 1) return '.'
  if (commas === 1) return /^-?[1-9]\d{0,2},\d{3}$/.test(text) ? null : ','
  return null
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)]

/** Nothing typed, or nothing that is a number, is not a number. */
export const numberIn = (typed: string): number => Number(readNumber(typed) ?? Number.NaN)
