import { money, toAmountString } from './money.ts'
import { toRfc3339 } from './time.ts'

/** Tables as RFC 4180 has them, fit to be opened by a spreadsheet (ADR 99). */

/** How what a row has there is written; all amounts of a table are of one currency. */
type Column<Row> = (row: Row, currency: string) => string

/** By their names, in the order in which they stand. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>

/** A spreadsheet runs text that begins like this, some also by the wide forms; behind an apostrophe it is text. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/

const needsQuotes = /[",\r\n]/

function written(text: string): string {
  const safe = runs.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What kind a column is decides how it is written: only text is kept from running, so numbers keep their minus. */
export const column = {
  text:
    <Row>(of: (row: Row) => string | null): Column<Row> =>
    (row) =>
      written(of(row) ?? ''),
  whole:
    <Row>(of: (row: Row) => number | null): Column<Row> =>
    (row) =>
      String(of(row) ?? ''),
  /** Of minor units, with all of the currency's decimals. */
  amount:
    <Row>(of: (row: Row) => number): Column<Row> =>
    (row, currency) =>
      toAmountString(money(of(row), currency)),
  /** UTC, as RFC 3339 has it: people and programs read it alike. */
  time:
    <Row>(of: (row: Row) => Date | null): Column<Row> =>
    (row) =>
      toRfc3339(of(row)) ?? '',
  currency: (_row: unknown, currency: string): string => currency,
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

export const csvHead = (columns: Columns<never>): string => line(Object.keys(columns).map(written))

export function csvLines<Row>(columns: Columns<Row>, rows: readonly Row[], currency: string): string {
  const cells = Object.values(columns)
  return rows.map((row) => line(cells.map((cell) => cell(row, currency)))).join('')
}
