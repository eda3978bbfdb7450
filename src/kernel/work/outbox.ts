import { setTimeout as pause } from 'node:timers/promises'
import { uuidArray } from '../db/arrays.ts'
import { realNow, stopwatch } from '../clock.ts'
import { contextOf, inTransaction, system, type Context } from '../context.ts'
import { cutOff } from './cut-off.ts'
import type { House } from '../house.ts'
import { job } from './jobs.ts'
import type { News } from './event-table.ts'
import { listenersOf, tellBy, type Listener, type Told } from './listeners.ts'
import { endsWithin } from '../patience.ts'
import { addSeconds } from '../time.ts'
import { query } from '../db/query.ts'

/**
 * News wait in their table until every listener has acted on them, so whoever is killed leaves them to the next: a server
 * tells what it has written itself a moment later, and each minute whatever is left.
 */

interface Event {
  readonly uuid: string
  readonly tenant_uuid: string | null
  readonly type: string
  readonly data: News['data']
  readonly tries: number
  readonly position: number
  readonly happened_at: Date
}

const together = 50
const mostTries = 12

export const tellListeners = job({ name: 'tell_listeners', lane: 'news', run: (ctx) => tellWaiting(ctx) })

/** All that waits, in the order of its time. Those that cannot be told together are told one by one. */
async function tellWaiting(given: Context): Promise<void> {
  for (;;) {
    const begun = stopwatch()
    const ctx = { ...given, realNow: realNow() }
    const told = await inTransaction(ctx, tellTogether).catch(() => tellOneByOne(ctx))
    if (told < together) return
    await pause(restAfter(stopwatch() - begun))
  }
}

const longestRestMs = 500

/** Where many wait, telling takes half of the time: whoever asks this server or its database meanwhile has the rest. */
const restAfter = (workedMs: number): number => Math.min(workedMs, longestRestMs)

/**
 * With all that follows, in one transaction: afterwards no event waits any more, so nobody needs a mark. What another
 * process has in hand is left to it.
 */
async function tellTogether(ctx: Context): Promise<number> {
  const events = await query<Event>`${waiting(ctx)} for no key update skip locked`.rows(ctx)
  if (events.length === 0) return 0
  const marked = await marksOf(ctx, events)
  const pairs = events.flatMap((event) => listenersOf(ctx, event.type).map((listener) => ({ event, listener })))
  const news = pairs.filter((pair) => !marked.has(markOf(pair)))
  for (const [listener, heard] of Map.groupBy(news, (pair) => pair.listener))
    await listener.hearAll(
      ctx,
      heard.map(({ event }) => newsOf(event)),
    )
  await planTelling(ctx, events, null)
  return events.length
}

/** Each listener by itself: one that fails keeps neither the others nor other news waiting, and is told again later. */
async function tellOneByOne(ctx: Context): Promise<number> {
  const events = await query<Event>`${waiting(ctx)}`.rows(ctx)
  for (const event of events) {
    const told = await Promise.allSettled(listenersOf(ctx, event.type).map((listener) => tell(ctx, event, listener)))
    const failed = told.find((result) => result.status === 'rejected')
    if (failed) await tryLater(ctx, event, failed.reason)
    else await planTelling(ctx, [event], null)
  }
  return events.length
}

const waiting = (ctx: Context) => query`select uuid, tenant_uuid, type, data, tries, position, happened_at
  from outbox_event
  where tell_at <= ${ctx.realNow} order by tell_at, uuid limit ${together}`

/** Only `emit` writes there, and it takes only what a table has made. */
const newsOf = ({ uuid, type, tenant_uuid: tenant, data, position, happened_at: happenedAt }: Event): Told =>
  ({ uuid, type, tenant, data, position, happenedAt }) as Told

interface Pair {
  readonly event: Pick<Event, 'uuid'>
  readonly listener: Pick<Listener, 'name'>
}

const markOf = ({ event, listener }: Pair): string => `${event.uuid} ${listener.name}`

/** Of those who were told alone, when telling all together had failed. */
async function marksOf(ctx: Context, events: readonly Event[]): Promise<ReadonlySet<string>> {
  const rows = await query<{ uuid: string; name: string }>`
    select event_uuid as uuid, listener as name from outbox_heard
    where event_uuid = any(${uuidArray(events.map(({ uuid }) => uuid))})`.rows(ctx)
  return new Set(rows.map(({ uuid, name }) => markOf({ event: { uuid }, listener: { name } })))
}

/** The mark and the act are one transaction, so nobody acts twice. Who tells all together waits, or is done. */
function tell(ctx: Context, event: Event, listener: Listener): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if ((await stillWaiting(tx, event)) && (await markHeard(tx, event, listener)))
      await listener.hearAll(tx, [newsOf(event)])
  })
}

async function stillWaiting(ctx: Context, { uuid }: Event): Promise<boolean> {
  const rows = await query`select from outbox_event where uuid = ${uuid} and tell_at is not null for share`.rows(ctx)
  return rows.length > 0
}

async function markHeard(ctx: Context, event: Event, listener: Listener): Promise<boolean> {
  const marks = await query`insert into outbox_heard (event_uuid, listener, heard_at)
    values (${event.uuid}, ${listener.name}, ${ctx.realNow}) on conflict do nothing`.changed(ctx)
  return marks > 0
}

/** What others have told meanwhile stays told. */
async function planTelling(ctx: Context, events: readonly Event[], at: Date | null): Promise<void> {
  await query`update outbox_event set tell_at = ${at}::timestamptz, tries = tries + ${at ? 1 : 0}
      where uuid = any(${uuidArray(events.map(({ uuid }) => uuid))}) and tell_at is not null`.changed(ctx)
}

async function tryLater(ctx: Context, event: Event, error: unknown): Promise<void> {
  const isLast = event.tries + 1 >= mostTries
  const facts = { err: error, event: event.uuid, type: event.type, tries: event.tries + 1 }
  if (isLast) ctx.house.log.error(facts, 'a listener has failed for the last time')
  else ctx.house.log.warn(facts, 'a listener has failed')
  await planTelling(ctx, [event], isLast ? null : addSeconds(ctx.realNow, 2 ** event.tries))
}

export interface Teller {
  /** Waits for what is being told, as long as it may; what is not told then another process tells. */
  stop(): Promise<void>
}

const longestStop = 8_000

/** What is written meanwhile is told together. */
const pauseMs = 200

/** From now on this process tells what it writes. */
export function startTelling(house: House): Teller {
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()
  const tellNow = async (): Promise<void> => {
    await house.pulse.fresh()
    await tellWaiting(contextOf(house, { actor: system(tellListeners.name) }))
  }
  const begin = (): void => {
    timer = undefined
    telling = telling.then(tellNow).catch((error: unknown) => house.log.warn({ err: error }, 'news wait to be told'))
  }
  const wake = (): void => {
    timer ??= setTimeout(begin, pauseMs)
  }
  tellBy({ house }, wake)
  wake()
  return {
    stop: async () => {
      tellBy({ house }, null)
      clearTimeout(timer)
      if (!(await endsWithin(longestStop, telling)))
        cutOff({ house }).list.push({ what: 'news', id: '', name: tellListeners.name })
    },
  }
}
