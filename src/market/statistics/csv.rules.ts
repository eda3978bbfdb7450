/** Lines of RFC 4180, fit to be opened by a spreadsheet. */

export type Cell = string | number | null

/** A spreadsheet runs text that begins like this; behind an apostrophe it is text. */
const runs = /^[=+\-@\t\r]/

const needsQuotes = /[",\r\n]/

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = runs.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
