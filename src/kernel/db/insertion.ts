import { arrayOf } from './arrays.ts'
import { asStrings, identifier, joined, query, type Query } from './query.ts'
import { columnTypes, type DB } from './rows.gen.ts'

/** Rows as one statement writes them, however many. */

export type Columns = Readonly<Record<string, unknown>>

/** What rows of a table have in common that have the same columns. */
interface Layout {
  readonly names: readonly string[]
  /** Of each column, as PostgreSQL names it. */
  readonly types: readonly string[]
  /** What is said around the values of a single one. */
  readonly words: TemplateStringsArray
}

const layouts = new Map<keyof DB, Layout[]>()

/** Looked for by the columns themselves: to write their names into a key costs more than all else about a row. */
export function layoutOf(table: keyof DB, row: Columns): Layout {
  const names = Object.keys(row)
  let known = layouts.get(table)
  if (!known) layouts.set(table, (known = []))
  let layout = known.find(
    (other) => other.names.length === names.length && other.names.every((name, i) => name === names[i]),
  )
  if (!layout) known.push((layout = newLayout(table, names)))
  return layout
}

function newLayout(table: keyof DB, names: readonly string[]): Layout {
  const types = columnTypes[table] as Readonly<Record<string, string>>
  const opening = `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (`
  return {
    names,
    types: names.map((name) => types[name] ?? 'text'),
    words: asStrings([opening, ...names.slice(1).map(() => ', '), ')']),
  }
}

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
  const layout = layoutOf(table, first)
  if (others.length === 0) return oneRow(layout, first, fill)
  const { names } = layout
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

function oneRow({ names, types, words }: Layout, row: Columns, fill: Fill): Query<unknown> {
  const values = names.map((name, i) => {
    const type = types[i] ?? 'text'
    const value = type === 'jsonb' ? jsonText(row[name]) : row[name]
    return typeof value === 'string' ? (fill(value, type) ?? value) : value
  })
  return query(words, ...values)
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
