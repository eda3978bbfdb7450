import { sql, type Insertable, type QueryResult, type RawBuilder, type Selectable } from 'kysely'
import type { Context } from './context.ts'
import { keepPrepared } from './db.ts'
import type { DB } from './rows.gen.ts'

/** Work that comes in bulk: the same few statements again and again, whatever the number of rows. */

/** A statement whose text never varies: planned once per connection, since planning costs more than a few rows. */
export function steady<R>({ db }: Pick<Context, 'db'>, statement: RawBuilder<R>): Promise<QueryResult<R>> {
  const query = statement.compile(db)
  keepPrepared(query.sql)
  return db.executeQuery(query)
}

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
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await steady(
    ctx,
    sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`,
  )
}
