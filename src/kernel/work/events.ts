import { afterCommit, writeAtCommit } from '../db/at-commit.ts'
import { insertLater } from '../db/bulk.ts'
import type { Context } from '../context.ts'
import { addition } from './jobs.ts'
import type { News } from './event-table.ts'
import { listenersOf, wakeOf } from './listeners.ts'
import { tellListeners } from './outbox.ts'
import { newUuid } from '../uuid.ts'

export { listener, wire, type Listener } from './listeners.ts'

/** News between slices: written with the change, told soon after, acted on once by each listener. */

export function emit(ctx: Context, news: News): Promise<void> {
  return emitAll(ctx, [news])
}

/** Written with whatever else its transaction has put off; told by this process, or by a job where it does not stay. */
export async function emitAll(ctx: Context, news: readonly News[]): Promise<void> {
  if (ctx.quiet) return
  const events = news.map(({ type, tenant, data }) => ({
    uuid: newUuid(),
    tenant_uuid: tenant,
    type,
    data,
    happened_at: ctx.now,
    tell_at: listenersOf(ctx, type).length > 0 ? ctx.realNow : null,
  }))
  await insertLater(ctx, 'outbox_event', events)
  if (events.every(({ tell_at }) => tell_at === null)) return
  const wake = wakeOf(ctx)
  if (wake) afterCommit(ctx.db, wake)
  else await writeAtCommit(ctx.db, tellLater, [true])
}

const tellLater = () => addition(tellListeners, {}, { key: tellListeners.name })
