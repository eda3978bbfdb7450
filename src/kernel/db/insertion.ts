import { arrayOf } from './arrays.ts'
import { identifier, joined, query, type Query } from './query.ts'
import { columnTypes, type DB } from './rows.gen.ts'

/** Rows as one statement writes them, however many. */

export type Columns = Readonly<Record<string, unknown>>

/** So many rows are not put off: the database writes them while we think of the next. */
export const many = 32

/**
 * Few rows come as one JSON text, which is the least to begin with. Many come as one array for each column: read in half the
 * time, since no row names its columns again. `filled`: fills in what is not known yet, where they come as a text.
 */
export function insertion(
  table: keyof DB,
  rows: readonly Columns[],
  ofAll = rows.length,
  filled: (json: string) => Query<unknown> = (json) => query`${json}`,
): Query<unknown> {
  const names = Object.keys(rows[0] ?? {})
  const columns = joined(names.map(identifier))
  const source =
    ofAll < many
      ? query`select ${columns} from json_populate_recordset(null::${identifier(table)}, ${filled(JSON.stringify(rows))})`
      : query`select * from unnest(${joined(names.map((column) => columnOf(table, column, rows)))})`
  return query`insert into ${identifier(table)} (${columns}) ${source}`
}

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
