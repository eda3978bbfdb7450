import type { Context } from '../context.ts'
import { slot } from '../slot.ts'
import { query, type Query } from './query.ts'

/**
 * How many rows a long list has, without counting the old ones each time. For lists whose rows bear the time at which
 * they are written, and stay: then what is older than two days is settled, and its number is kept in memory. Exact, and
 * nothing is written for it (ADR 123).
 */

interface Settled {
  /** How many rows came before this. */
  readonly before: Date
  readonly rows: number
}

interface Growing {
  /** Which list, and whose. */
  readonly list: string
  /** When a row came. */
  readonly cameAt: Query<unknown>
  readonly count: (came: Query<unknown>) => Query<{ total: number }>
}

/** Counting so many costs less than a page does. */
const quicklyCounted = 5_000
const mostLists = 2_000
/** Nothing is dated back by more than half a day (ADR 123), no transaction takes a day. */
const settledAfterMs = 48 * 3_600_000

const settledLists = slot(() => new Map<string, Settled>())

export async function settledTotal(ctx: Context, { list, cameAt, count }: Growing): Promise<number> {
  const known = settledLists(ctx)
  const settled = known.get(list)
  const ask = async (came: Query<unknown>) => (await count(came).planned(ctx))[0]?.total ?? 0
  const since = settled ? query`${cameAt} >= ${settled.before}` : query`true`
  const rest = await ask(since)
  const before = new Date(ctx.realNow.getTime() - settledAfterMs)
  if (rest > quicklyCounted && isLater(before, settled)) {
    const rows = (settled?.rows ?? 0) + (await ask(query`${since} and ${cameAt} < ${before}`))
    known.delete(list)
    known.set(list, { before, rows })
    if (known.size > mostLists) known.delete(known.keys().next().value ?? '')
  }
  return (settled?.rows ?? 0) + rest
}

/** An hour at least: what has come since is counted each time, however much it is. */
const isLater = (before: Date, settled: Settled | undefined): boolean =>
  settled === undefined || before.getTime() - settled.before.getTime() > 3_600_000
