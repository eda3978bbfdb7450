import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import { ahead, writeAtCommit } from './atcommit.ts'
import type { Context } from './context.ts'
import type { DB } from './rows.gen.ts'
import { steady } from './steady.ts'

export { steady }

/** Work that comes in bulk: the same few statements again and again, whatever the number of rows. */

/** As rows are read: a column that keeps JSON is given the value itself, not its text. */
type Row<Table> = {
  [Column in keyof Insertable<Table>]: Column extends keyof Selectable<Table> ? Selectable<Table>[Column] : never
}

/**
 * Many rows in one statement and one parameter, which costs half of what a parameter for every value does. All rows have
 * the columns of the first.
 */
export async function insertAll<Table extends keyof DB>(
  ctx: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<DB[Table]>[],
): Promise<void> {
  if (rows.length > 0) await ahead(ctx.db, steady(ctx, insertion(table, rows as Columns[])))
}

/** The same at the end of the transaction, together with all that has been put off so: for rows that nobody reads before. */
export function insertLater<Table extends keyof DB>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<DB[Table]>[],
): Promise<void> {
  return writeAtCommit(
    db,
    insertTogether,
    rows.map((row) => ({ table, row: row as Columns })),
  )
}

type Columns = Readonly<Record<string, unknown>>

const insertion = (table: string, rows: readonly Columns[]): RawBuilder<unknown> => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`
}

/** One statement whatever the number of tables: constraints between them are looked at when all of it is written. */
function insertTogether(put: readonly { readonly table: string; readonly row: Columns }[]): RawBuilder<unknown> {
  const alike = Map.groupBy(put, ({ table, row }) => [table, ...Object.keys(row)].join())
  const insertions = [...alike.values()].map((of) =>
    insertion(
      of[0]?.table ?? '',
      of.map(({ row }) => row),
    ),
  )
  const [only, ...others] = insertions
  if (only && others.length === 0) return only
  const parts = insertions.map((each, i) => sql`${sql.ref(`part_${i}`)} as (${each})`)
  return sql`with ${sql.join(parts)} select`
}
