import type { Db } from './pool.ts'
import type { Query } from './query.ts'

/**
 * What a transaction need not wait for: rows that may be written at its end, such as its log and its news, by one
 * statement for all the places they come from; and statements whose answers it needs only to know that it may commit.
 */

/** The statement that writes rows of one kind. */
type Write = (rows: readonly never[]) => Query<unknown>

interface Course {
  readonly putOff: Map<Write, unknown[]>
  /** Said, in this order, and not waited for. */
  readonly said: Promise<unknown>[]
  /** Those of them that may turn out to forbid the commit without having failed. */
  readonly judged: Promise<unknown>[]
  /** To be done once it is committed. */
  readonly after: Set<() => void>
}

const courses = new WeakMap<Db, Course>()

/** From now on this transaction's writes need not wait. */
export function letRun(db: Db): void {
  courses.set(db, { putOff: new Map(), said: [], judged: [], after: new Set() })
}

/** At the end of the transaction, or at once where there is none. */
export async function writeAtCommit<Row>(
  db: Db,
  write: (rows: readonly Row[]) => Query<unknown>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const course = courses.get(db)
  if (!course) return write(rows).ahead({ db })
  const collected = course.putOff.get(write)
  if (collected) collected.push(...rows)
  else course.putOff.set(write, [...rows])
}

/** Before the end, for whoever reads in the same transaction what it has put off; all of it, or of one kind. */
export async function writeNow(db: Db, only?: Write): Promise<void> {
  const course = courses.get(db)
  if (!course) return
  const put = [...course.putOff].filter(([write]) => only === undefined || write === only)
  for (const [write] of put) course.putOff.delete(write)
  for (const [write, rows] of put) await write(rows as never[]).ahead({ db })
}

/**
 * Goes on while a statement that was said is on its way: what is said next is done after it, and the transaction does not
 * commit unless it succeeded. `judge` refuses an answer by throwing. Outside of a transaction it is waited for.
 */
export async function ahead<T>(db: Db, answer: Promise<T>, judge?: (answer: T) => void): Promise<void> {
  const done = judge ? answer.then(judge) : answer
  const course = courses.get(db)
  if (!course) return void (await done)
  // Heard by `firstFailure`, or by `allJudged` before it.
  done.catch(() => undefined)
  course.said.push(done)
  if (judge) course.judged.push(done)
}

/** Before a commit is said: nothing that was written forbids it. What fails by itself makes it a rollback. */
export async function allJudged(db: Db): Promise<void> {
  await Promise.all(courses.get(db)?.judged ?? [])
}

/** What comes after a failure fails because of it, so the first one tells. */
export async function firstFailure(db: Db): Promise<{ readonly reason: unknown } | undefined> {
  const answers = await Promise.allSettled(courses.get(db)?.said ?? [])
  return answers.find((answer) => answer.status === 'rejected')
}

/** Once the transaction is committed, and only then; the same thing once. At once where there is none. */
export function afterCommit(db: Db, work: () => void): void {
  const course = courses.get(db)
  if (course) course.after.add(work)
  else work()
}

export function committed(db: Db): void {
  for (const work of courses.get(db)?.after ?? []) work()
}
