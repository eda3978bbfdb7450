import { gatherAtCommit, isWaitedFor, writeAtCommit, writeNow } from './at-commit.ts'
import type { Context } from '../context.ts'
import { insertion, many, type Columns } from './insertion.ts'
import type { DB, Filled } from './rows.gen.ts'
import { together, type Join, type PutOffRow } from './together.ts'

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
  if (rows.length > 0) await insertion(table, rows).ahead(ctx)
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
  if (rows.length >= many && !isWaitedFor(db)) {
    await writeNow(db, together)
    return insertAll({ db }, table, join(rows))
  }
  return writeAtCommit(db, together, putOff(table, rows, join))
}

/** The same before anything else is said in the transaction: for rows that it may read again, or changes. */
export async function insertSoon<Table extends keyof DB>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  if (rows.length >= many) return insertAll({ db }, table, rows)
  const put = putOff(table, rows, (all) => all)
  return gatherAtCommit(db, together, put, { tables: [table], how: 'added to' })
}

const putOff = <R extends object>(table: keyof DB, rows: readonly R[], join: Join<R>): PutOffRow[] =>
  rows.map((row) => ({ table, row: row as Columns, join: join as unknown as Join<Columns> }))

/** Bytes as a column of a row that may come as JSON. */
export const bytesInJson = (bytes: Buffer | null): string | null => bytes && `\\x${bytes.toString('hex')}`
