import { sql, type Insertable, type Selectable } from 'kysely'
import type { Context } from './context.ts'
import type { DB } from './rows.gen.ts'

/** As rows are read: a column that keeps JSON is given the value itself, not its text. */
type Row<Table> = {
  [Column in keyof Insertable<Table>]: Column extends keyof Selectable<Table> ? Selectable<Table>[Column] : never
}

/**
 * Many rows in one statement and one parameter, which costs half of what a parameter for every value does. All rows have
 * the columns of the first.
 */
export async function insertAll<Table extends keyof DB>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<DB[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(db)
}
