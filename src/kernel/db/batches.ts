import { joined, query, type Query } from './query.ts'
import { inOrder, type OrderKey } from './paging.ts'

/**
 * A list from its beginning to its end, for whoever reads as slowly as they like: one short statement a batch, each
 * beginning after the last row of the one before. Nothing stays open in the database meanwhile, and no more than two
 * batches are ever in memory (ADR 33).
 */

/** Where a row stands in an order: the values of its keys, as text, which loses nothing. */
type Standing = readonly string[]

/** What a row of a batch brings along, so that the next can begin after it. */
export interface Placed {
  readonly standing: Standing
}

/** The parts that make a statement one for the next batch. */
export interface NextBatch {
  /** To be selected as `standing`. */
  readonly standing: Query<unknown>
  /** What comes after the batch before. */
  readonly beyond: Query<unknown>
  /** `order by …`, of keys that are never null. */
  readonly order: Query<unknown>
  readonly most: number
}

export async function* inBatches<Row extends Placed>(
  keys: readonly OrderKey[],
  ask: (next: NextBatch) => Promise<readonly Row[]>,
  most = 500,
): AsyncGenerator<readonly Row[]> {
  const parts = {
    standing: query`array[${joined(keys.map(({ by }) => query`${by}::text`))}]`,
    order: inOrder(keys),
    most,
  }
  let beyond = query`true`
  for (;;) {
    const batch = await ask({ ...parts, beyond })
    yield batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < most) break
    beyond = after(keys, last.standing)
  }
}

/**
 * What comes after a row in an order whose keys may go different ways. Keys that go the same way are compared as one
 * row value, which an index can seek; beyond a turn, or a key that is in no index, only what is equal so far has to be
 * compared further.
 */
function after(keys: readonly OrderKey[], last: Standing): Query<unknown> {
  const turn = keys.findIndex(
    ({ descending, within }, i) => i > 0 && (within === true || descending !== keys[0]?.descending),
  )
  const run = turn < 0 ? keys : keys.slice(0, turn)
  const own = query`(${joined(run.map(({ by }) => by))})`
  const its = query`(${joined(run.map((_key, i) => query`${last[i]}`))})`
  const further = keys[0]?.descending ? query`<` : query`>`
  if (turn < 0) return query`${own} ${further} ${its}`
  const rest = after(keys.slice(turn), last.slice(turn))
  return query`${own} ${further}= ${its} and (${own} ${further} ${its} or (${rest}))`
}
