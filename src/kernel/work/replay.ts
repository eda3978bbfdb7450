import { contextOf, system, type Context } from '../context.ts'
import type { House } from '../house.ts'
import { problems } from '../problems.ts'
import { moveClock, noteAdvance } from './test-clock.ts'
import { addMonths, addSeconds, startOfMonth } from '../time.ts'
import { joined, query, type Query } from '../db/query.ts'

/**
 * Moves a sandbox ahead through everything that falls due on the way: the clock goes in committed steps, and after each
 * the same work is done that would have been done then. Whoever is killed leaves a world as it was at that step.
 */

/** Work that falls due by business time. */
export interface DueQueue {
  readonly name: string
  /** A query of one value: when something of it falls due next, or null. */
  nextDue(now: Date): Query<Date | null>
  /** Does what is due at the context's now, and says how much that was. */
  run(ctx: Context): Promise<number>
}

export const clockProblem = problems({
  clock_not_ahead: [422, 'The clock only goes ahead: name a time span longer than nothing.'],
  clock_too_far: [422, 'The clock goes at most 100 years at a time, and never past the year 9000.'],
  clock_moving: [409, 'The clock is being moved already; wait until that is done.'],
})

export interface Progress {
  readonly now: Date
  readonly target: Date
  /** What has been done so far, by queue. */
  readonly done: Readonly<Record<string, number>>
}

/** Work up to this late counts as done in time, so no step is longer. */
const longestStep = 12 * 3_600
const longestJourney = 1_200
const lastYear = 9_000

/** `to` says where to, from where the clock stands once nobody else moves it. */
export async function replay(
  house: House,
  queues: readonly DueQueue[],
  to: (now: Date) => Date,
  report: (progress: Progress) => void = () => undefined,
): Promise<Progress> {
  return alone(house, async () => {
    await house.pulse.look()
    const start = house.clock.now()
    const target = destination(start, to)
    const at = (now: Date): Context => ({ ...contextOf(house, { actor: system('test clock') }), now })
    await noteAdvance(at(start), target)
    const progress = await walk(at, queues, start, target, {
      enter: (now) => moveClock(at(now), now),
      report,
      catchUp: true,
    })
    await house.pulse.look()
    return progress
  })
}

interface Walk {
  /** Before the work of a step. */
  readonly enter?: (now: Date) => Promise<void>
  readonly report?: (progress: Progress) => void
  /** Does first what may be due at the start: a replay that was killed has left it. */
  readonly catchUp?: true
}

/** Step by step from one moment to another, doing what is due at each. */
export async function walk(
  at: (now: Date) => Context,
  queues: readonly DueQueue[],
  start: Date,
  target: Date,
  { enter = async () => undefined, report = () => undefined, catchUp }: Walk = {},
): Promise<Progress> {
  const done: Record<string, number> = Object.fromEntries(queues.map(({ name }) => [name, 0]))
  const doAll = async (now: Date, due: readonly DueQueue[]): Promise<void> => {
    for (const queue of due) done[queue.name] = (done[queue.name] ?? 0) + (await queue.run(at(now)))
    report({ now, target, done: { ...done } })
  }
  if (catchUp) await doAll(start, queues)
  let now = start
  for (let last: Date | null = null; now < target;) {
    const dues = await duesOf(at(now), queues)
    const earliest = earliestOf(dues)
    if (earliest === null || earliest > target) break
    // Work may make work that is due at once; what is due still after it was done waits for somebody else.
    const again = earliest <= now && earliest.getTime() !== last?.getTime()
    if (!again) {
      now = stepFrom(now, earliest, target)
      await enter(now)
    }
    last = earliest
    await doAll(
      now,
      queues.filter((_queue, i) => (dues[i] ?? target) <= now),
    )
  }
  if (now < target) await enter(target)
  return { now: target, target, done }
}

function destination(start: Date, to: (now: Date) => Date): Date {
  let target: Date
  try {
    target = to(start)
  } catch (error) {
    if (error instanceof RangeError) throw clockProblem('clock_too_far')
    throw error
  }
  if (target <= start) throw clockProblem('clock_not_ahead')
  if (target > addMonths(start, longestJourney) || target.getUTCFullYear() > lastYear)
    throw clockProblem('clock_too_far')
  return target
}

/** Past what falls due first by up to twelve hours, never past the end of a month: documents of months are made there. */
export function stepFrom(now: Date, due: Date, target: Date): Date {
  const from = due > now ? due : addSeconds(now, 1)
  const month = startOfMonth(from)
  const monthEnd = month.getTime() === from.getTime() ? month : addMonths(month, 1)
  const ends = [addSeconds(from, longestStep), monthEnd, target]
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

/** Of all queues in one statement, in their order. */
async function duesOf(ctx: Context, queues: readonly DueQueue[]): Promise<(Date | null)[]> {
  const moments = queues.map((queue) => query`(${queue.nextDue(ctx.now)})::timestamptz`)
  const rows = await query<{ dues: (Date | null)[] }>`select array[${joined(moments)}] as dues`.rows(ctx)
  return rows[0]?.dues ?? []
}

function earliestOf(dues: readonly (Date | null)[]): Date | null {
  const times = dues.flatMap((due) => (due === null ? [] : [due.getTime()]))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** One at a time in the whole installation; the lock goes with the connection, also when the process is killed. */
async function alone<T>(house: House, work: () => Promise<T>): Promise<T> {
  const client = await house.pool.connect()
  const key = `hashtext('sublet.replay')`
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${key}) as mine`)
    if (!rows[0]?.mine) throw clockProblem('clock_moving')
    try {
      return await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${key})`)
    }
  } finally {
    client.release()
  }
}
