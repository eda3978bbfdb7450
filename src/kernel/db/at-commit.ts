import type { Db } from './db.ts'

/**
 * What a transaction need not wait for: rows that may be written at its end, such as its log and its news, by one
 * statement for all the places they come from; and statements whose answers it needs only to know that it may commit.
 */

/** What writes rows of one kind. */
type Write = (rows: readonly never[]) => { ahead(source: { readonly db: Db }): Promise<void> }

interface Pipeline {
  readonly putOff: Map<Write, unknown[]>
  /** Of what is put off, what others wait for from when it is written until the end. */
  waitedFor: Write | null
  /** To be written before anything else is said, and what tables it is about. */
  gathered: { readonly write: Write; readonly rows: unknown[]; readonly tables: Map<string, Gathering> } | null
  /** Said, in this order, and not waited for. */
  readonly pending: Promise<unknown>[]
  /** Those of them that may turn out to forbid the commit without having failed. */
  readonly checked: Promise<unknown>[]
  /** To be done once it is committed. */
  readonly after: Set<() => void>
}

const pipelines = new WeakMap<Db, Pipeline>()

/** From now on this transaction's writes need not wait. */
export function openPipeline(db: Db): void {
  pipelines.set(db, {
    putOff: new Map(),
    waitedFor: null,
    gathered: null,
    pending: [],
    checked: [],
    after: new Set(),
  })
}

/** At the end of the transaction, or at once where there is none. */
export async function writeAtCommit<Row>(
  db: Db,
  write: (rows: readonly Row[]) => ReturnType<Write>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const pipeline = pipelines.get(db)
  if (!pipeline) return write(rows).ahead({ db })
  const collected = pipeline.putOff.get(write)
  if (collected) collected.push(...rows)
  else pipeline.putOff.set(write, [...rows])
}

/** What others wait for once it is written: the commit leaves with it, and nothing is put off that would write it before. */
export async function writeWithCommit<Row>(
  db: Db,
  write: (rows: readonly Row[]) => ReturnType<Write>,
  rows: readonly Row[],
): Promise<void> {
  const pipeline = pipelines.get(db)
  if (!pipeline) throw new Error('outside of a transaction nothing can be written with its commit')
  pipeline.waitedFor = write
  await writeAtCommit(db, write, rows)
}

/** Whether something that is put off is to be written no sooner than that. */
export const isWaitedFor = (db: Db): boolean => (pipelines.get(db)?.waitedFor ?? null) !== null

/** Whether a table is only added to, which may be done again before it is written. */
type Gathering = 'added to' | 'changed'

/** The same for what may be read again: it is written before anything else is said, or its tables are changed again. */
export async function gatherAtCommit<Row>(
  db: Db,
  write: (rows: readonly Row[]) => ReturnType<Write>,
  rows: readonly Row[],
  { tables, how }: { readonly tables: readonly string[]; readonly how: Gathering },
): Promise<void> {
  if (rows.length === 0) return
  const pipeline = pipelines.get(db)
  if (!pipeline) return write(rows).ahead({ db })
  const before = tables.flatMap((table) => pipeline.gathered?.tables.get(table) ?? [])
  if (before.some((gathering) => gathering === 'changed' || how === 'changed')) sayGathered(db)
  pipeline.gathered ??= { write, rows: [], tables: new Map() }
  pipeline.gathered.rows.push(...rows)
  for (const table of tables) pipeline.gathered.tables.set(table, how)
}

/** Before anything else is said. */
export function sayGathered(db: Db): void {
  const pipeline = pipelines.get(db)
  if (!pipeline?.gathered) return
  const { write, rows } = pipeline.gathered
  pipeline.gathered = null
  void write(rows as never[]).ahead({ db })
}

/** Before the end, for whoever reads in the same transaction what it has put off; all of it, or of one kind. */
export async function writeNow(db: Db, only?: Write): Promise<void> {
  const pipeline = pipelines.get(db)
  if (!pipeline) return
  const { gathered, putOff } = pipeline
  if (gathered && (only === undefined || only === gathered.write)) {
    pipeline.gathered = null
    putOff.set(gathered.write, [...gathered.rows, ...(putOff.get(gathered.write) ?? [])])
  }
  const put = [...putOff].filter(([write]) => only === undefined || write === only)
  for (const [write] of put) {
    putOff.delete(write)
    if (write === pipeline.waitedFor) pipeline.waitedFor = null
  }
  for (const [write, rows] of put) await write(rows as never[]).ahead({ db })
}

/**
 * Goes on while a statement that was said is on its way: what is said next is done after it, and the transaction does not
 * commit unless it succeeded. `check` refuses an answer by throwing. Outside of a transaction it is waited for.
 */
export async function ahead<T>(db: Db, answer: Promise<T>, check?: (answer: T) => void): Promise<void> {
  const done = check ? answer.then(check) : answer
  const pipeline = pipelines.get(db)
  if (!pipeline) return void (await done)
  // Heard by `firstFailure`, or by `allChecked` before it.
  done.catch(() => undefined)
  pipeline.pending.push(done)
  if (check) pipeline.checked.push(done)
}

/**
 * Before a commit is sent: all is written, and nothing of it forbids the commit. What fails by itself makes it a rollback.
 * What others wait for is written when everything else has been heard of, so that it does not wait for us.
 */
export async function writeAll(db: Db): Promise<void> {
  if (isWaitedFor(db)) {
    sayGathered(db)
    await allChecked(db)
  }
  await writeNow(db)
  await allChecked(db)
}

async function allChecked(db: Db): Promise<void> {
  await Promise.all(pipelines.get(db)?.checked ?? [])
}

/** What comes after a failure fails because of it, so the first one tells. */
export async function firstFailure(db: Db): Promise<{ readonly reason: unknown } | undefined> {
  const answers = await Promise.allSettled(pipelines.get(db)?.pending ?? [])
  return answers.find((answer) => answer.status === 'rejected')
}

/** Once the transaction is committed, and only then; the same thing once. At once where there is none. */
export function afterCommit(db: Db, work: () => void): void {
  const pipeline = pipelines.get(db)
  if (pipeline) pipeline.after.add(work)
  else work()
}

export function committed(db: Db): void {
  for (const work of pipelines.get(db)?.after ?? []) work()
}
