import type { Db } from './db.ts'

/**
 * Rows that may wait for the end of their transaction, such as its log and its news: what a transaction adds to a table in
 * many places is then written by one statement.
 */

type Write = (db: Db, rows: readonly never[]) => Promise<void>

const waiting = new WeakMap<Db, Map<Write, unknown[]>>()

/** At the end of the transaction, or at once where there is none. */
export async function writeAtCommit<Row>(
  db: Db,
  write: (db: Db, rows: readonly Row[]) => Promise<void>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const writes = waiting.get(db)
  if (!writes) return write(db, rows)
  const collected = writes.get(write)
  if (collected) collected.push(...rows)
  else writes.set(write, [...rows])
}

/** Before the end, for whoever reads in the same transaction what it has put off. */
export async function writeNow(db: Db): Promise<void> {
  const writes = waiting.get(db)
  if (!writes) return
  const put = [...writes]
  writes.clear()
  for (const [write, rows] of put) await write(db, rows as never[])
}

/** Runs the work of a transaction, and then writes what it has put off. */
export async function collecting<Tx extends Db, T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  waiting.set(tx, new Map())
  const result = await work(tx)
  await writeNow(tx)
  return result
}
