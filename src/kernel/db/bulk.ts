import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { arrayOf } from './arrays.ts'
import { ahead, writeAtCommit, writeNow } from './at-commit.ts'
import type { Context } from '../context.ts'
import { columnTypes, type DB } from './rows.gen.ts'
import { steady } from './steady.ts'

export { steady }

/** Work that comes in bulk: the same few statements again and again, whatever the number of rows. */

/** As rows are read: a column that keeps JSON is given the value itself, not its text. */
type Row<Table> = {
  [Column in keyof Insertable<Table>]: Column extends keyof Selectable<Table> ? Selectable<Table>[Column] : never
}

/** Many rows in one statement. All rows have the columns of the first. */
export async function insertAll<Table extends keyof DB>(
  ctx: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<DB[Table]>[],
): Promise<void> {
  if (rows.length > 0) await ahead(ctx.db, steady(ctx, insertion(table, rows as Columns[], rows.length)))
}

/**
 * The same at the end of the transaction, together with all that has been put off so: for rows that nobody reads before.
 * Many are said at once, after those: the database writes them while we think of the next.
 */
export async function insertLater<Table extends keyof DB>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<DB[Table]>[],
): Promise<void> {
  if (rows.length >= many) {
    await writeNow(db, insertTogether)
    return insertAll({ db }, table, rows)
  }
  return writeAtCommit(
    db,
    insertTogether,
    rows.map((row) => ({ table, row: row as Columns })),
  )
}

type Columns = Readonly<Record<string, unknown>>

/**
 * Few rows come as one JSON text, which is the least to begin with. Many come as one array for each column: read in half the
 * time, since no row names its columns again.
 */
function insertion(table: keyof DB, rows: readonly Columns[], ofAll: number): RawBuilder<unknown> {
  const names = Object.keys(rows[0] ?? {})
  const columns = sql.join(names.map((column) => sql.ref(column)))
  const source =
    ofAll < many
      ? sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`
      : sql`select * from unnest(${sql.join(names.map((column) => columnOf(table, column, rows)))})`
  return sql`insert into ${sql.table(table)} (${columns}) ${source}`
}

const many = 32

/** One column of all the rows. */
export function columnOf(table: keyof DB, column: string, rows: readonly Columns[]): RawBuilder<unknown> {
  const type = (columnTypes[table] as Readonly<Record<string, string>>)[column]
  // An array of arrays would be taken apart to its last element.
  if (type === undefined || type.endsWith('[]')) throw new Error(`${table}.${column} cannot be written in bulk`)
  return arrayOf(
    type,
    rows.map((row) => row[column]),
  )
}

/** One statement whatever the number of tables: constraints between them are looked at when all of it is written. */
function insertTogether(put: readonly { readonly table: keyof DB; readonly row: Columns }[]): RawBuilder<unknown> {
  const alike = Map.groupBy(put, ({ table, row }) => [table, ...Object.keys(row)].join())
  const insertions = [...alike.values()].flatMap((of) =>
    of[0]
      ? insertion(
          of[0].table,
          of.map(({ row }) => row),
          put.length,
        )
      : [],
  )
  const [only, ...others] = insertions
  if (only && others.length === 0) return only
  const parts = insertions.map((each, i) => sql`${sql.ref(`part_${i}`)} as (${each})`)
  return sql`with ${sql.join(parts)} select`
}
