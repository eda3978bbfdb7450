import { arrayOf } from './arrays.ts'
import { writeAtCommit, writeNow } from './at-commit.ts'
import type { Context } from '../context.ts'
import { columnTypes, type DB, type Filled } from './rows.gen.ts'
import { identifier, joined, query, type Query } from './query.ts'

/** Work that comes in bulk: the same few statements again and again, whatever the number of rows. */

/** As rows are read: a column that keeps JSON is given the value itself, not its text. */
type Row<Table extends keyof DB> = Omit<DB[Table], FilledIn<Table>> & Partial<Pick<DB[Table], FilledIn<Table>>>
type FilledIn<Table extends keyof DB> = Table extends keyof Filled & keyof DB ? Filled[Table] & keyof DB[Table] : never

/** Many rows in one statement. All rows have the columns of the first. */
export async function insertAll<Table extends keyof DB>(
  ctx: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  if (rows.length > 0) await insertion(table, rows, rows.length).ahead(ctx)
}

/**
 * The same at the end of the transaction, together with all that has been put off so: for rows that nobody reads before.
 * Many are said at once, after those: the database writes them while we think of the next.
 */
export async function insertLater<Table extends keyof DB, R extends Row<Table>>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  rows: readonly R[],
  join: Join<R> = (all) => all,
): Promise<void> {
  if (rows.length >= many) {
    await writeNow(db, insertTogether)
    return insertAll({ db }, table, join(rows))
  }
  return writeAtCommit(
    db,
    insertTogether,
    rows.map((row) => ({ table, row: row as Columns, join: join as unknown as Join<Columns> })),
  )
}

/** How rows of one table that were put off become fewer; the same for all of a table. */
type Join<R> = (rows: readonly R[]) => readonly R[]

type Columns = Readonly<Record<string, unknown>>

/**
 * Few rows come as one JSON text, which is the least to begin with. Many come as one array for each column: read in half the
 * time, since no row names its columns again.
 */
function insertion(table: keyof DB, rows: readonly Columns[], ofAll: number): Query<unknown> {
  const names = Object.keys(rows[0] ?? {})
  const columns = joined(names.map(identifier))
  const source =
    ofAll < many
      ? query`select ${columns} from json_populate_recordset(null::${identifier(table)}, ${JSON.stringify(rows)})`
      : query`select * from unnest(${joined(names.map((column) => columnOf(table, column, rows)))})`
  return query`insert into ${identifier(table)} (${columns}) ${source}`
}

const many = 32

/** Bytes as a column of a row that comes as JSON. */
export const bytesInJson = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`

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

interface PutOff {
  readonly table: keyof DB
  readonly row: Columns
  readonly join: Join<Columns>
}

/** One statement whatever the number of tables: constraints between them are looked at when all of it is written. */
function insertTogether(put: readonly PutOff[]): Query<unknown> {
  const alike = Map.groupBy(put, ({ table, row }) => [table, ...Object.keys(row)].join())
  const insertions = [...alike.values()].flatMap((of) =>
    of[0] ? insertion(of[0].table, of[0].join(of.map(({ row }) => row)), put.length) : [],
  )
  const [only, ...others] = insertions
  if (only && others.length === 0) return only
  const parts = insertions.map((each, i) => query`${identifier(`part_${i}`)} as (${each})`)
  return query`with ${joined(parts)} select`
}
