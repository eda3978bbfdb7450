import { arrayOf } from './arrays.ts'
import { identifier, joined, query, worded, type Query } from './query.ts'
import { columnTypes, type DB } from './rows.gen.ts'

/** Rows as one statement writes them, however many. */

export type Columns = Readonly<Record<string, unknown>>

/** So many rows are not put off: the database writes them while we think of the next. */
export const many = 32

/** Fills in what is not known yet, where a value has what stands for it: then it is an expression of that type. */
export type Fill = (text: string, type: string) => Query<unknown> | null

const nothingToFill: Fill = () => null

/**
 * A row comes as values, which is the least to begin with, and a few as one JSON text, so that there are not as many
 * statements as numbers of rows. Many come as one array for each column: read in half the time, since no row names its
 * columns again.
 */
export function insertion(
  table: keyof DB,
  rows: readonly Columns[],
  ofAll = rows.length,
  fill: Fill = nothingToFill,
): Query<unknown> {
  const [first = {}, ...others] = rows
  const names = Object.keys(first)
  if (others.length === 0) return oneRow(table, names, first, fill)
  const columns = joined(names.map(identifier))
  return query`insert into ${identifier(table)} (${columns}) ${
    ofAll < many
      ? query`select ${columns} from json_populate_recordset(null::${identifier(table)}, ${jsonOf(rows, fill)})`
      : query`select * from unnest(${joined(names.map((column) => columnOf(table, column, rows)))})`
  }`
}

function jsonOf(rows: readonly Columns[], fill: Fill): Query<unknown> {
  const text = JSON.stringify(rows)
  return fill(text, 'json') ?? query`${text}`
}

function oneRow(table: keyof DB, names: readonly string[], row: Columns, fill: Fill): Query<unknown> {
  const types = columnTypes[table] as Readonly<Record<string, string>>
  const quoted = names.map((name) => `"${name}"`).join(', ')
  const values = names.map((name) => {
    const value = types[name] === 'jsonb' ? jsonText(row[name]) : row[name]
    return typeof value === 'string' ? (fill(value, types[name] ?? 'text') ?? value) : value
  })
  const opening = `insert into "${table}" (${quoted}) values (`
  return worded(opening, () => [opening, ...names.slice(1).map(() => ', '), ')'], values)
}

/** Of what is kept as JSON: nothing is nothing there, too. */
const jsonText = (value: unknown): string | null => (value === null ? null : (JSON.stringify(value) ?? null))

/** One column of all the rows. */
export function columnOf(table: keyof DB, column: string, rows: readonly Columns[]): Query<unknown> {
  const type = (columnTypes[table] as Readonly<Record<string, string>>)[column]
  // An array of arrays would be taken apart to its last element.
  if (type === undefined || type.endsWith('[]')) throw new Error(`${table}.${column} cannot be written in bulk`)
  return arrayOf(
    type,
    rows.map((row) => row[column]),
  )
}
