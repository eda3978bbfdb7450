import { writeAtCommit } from './atcommit.ts'
import { insertLater } from './bulk.ts'
import { inTransaction, type Context } from './context.ts'
import { newUuid } from './uuid.ts'
import { addition, inTurn, job } from './jobs.ts'
import { slot } from './slot.ts'

/** News between slices: written with the change, told by a job, acted on once by each listener. */

export interface News {
  readonly type: string
  readonly tenant: string | null
  readonly data: Readonly<Record<string, unknown>>
}

export interface Listener {
  /** Stable: it marks in the database what this listener has already acted on. */
  readonly name: string
  /** In one transaction with that mark. */
  hear(ctx: Context, news: News & { readonly uuid: string }): Promise<void>
}

/** Event type to listeners; `app/wiring.ts` is the one that fills it. */
export type Wiring = Readonly<Record<string, readonly Listener[]>>

const wiringSlot = slot<{ wiring: Wiring }>(() => ({ wiring: {} }))

export function wire(owner: Parameters<typeof wiringSlot>[0], wiring: Wiring): void {
  wiringSlot(owner).wiring = wiring
}

export function emit(ctx: Context, news: News): Promise<void> {
  return emitAll(ctx, [news])
}

/** Written with whatever else its transaction has put off; one job tells all that somebody listens to. */
export async function emitAll(ctx: Context, news: readonly News[]): Promise<void> {
  if (ctx.quiet) return
  const events = news.map(({ type, tenant, data }) => ({
    uuid: newUuid(),
    tenant_uuid: tenant,
    type,
    data,
    happened_at: ctx.now,
  }))
  await insertLater(ctx, 'outbox_event', events)
  const { wiring } = wiringSlot(ctx)
  const heard = events.flatMap(({ uuid, type }) => ((wiring[type] ?? []).length > 0 ? [uuid] : []))
  await writeAtCommit(ctx.db, tellLater, heard)
}

const tellLater = (uuids: readonly string[]) => addition(tellListeners, { uuids })

export const tellListeners = job<{ uuids: readonly string[] }>({
  name: 'tell_listeners',
  run: (ctx, { uuids }) => inTurn(uuids, (uuid) => tellOf(ctx, uuid)),
})

async function tellOf(ctx: Context, uuid: string): Promise<void> {
  const event = await ctx.db.selectFrom('outbox_event').selectAll().where('uuid', '=', uuid).executeTakeFirst()
  if (!event) return
  const news = { uuid, type: event.type, tenant: event.tenant_uuid, data: event.data as News['data'] }
  const told = await Promise.allSettled(
    (wiringSlot(ctx).wiring[event.type] ?? []).map((listener) => tell(ctx, listener, news)),
  )
  const failed = told.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** The mark and the act are one transaction, so a repeated job finds the mark. */
function tell(ctx: Context, listener: Listener, news: News & { uuid: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('outbox_heard')
      .values({ event_uuid: news.uuid, listener: listener.name, heard_at: ctx.realNow })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) await listener.hear(tx, news)
  })
}
