import type { Context } from '../../kernel/context.ts'
import { textArray } from '../../kernel/db/arrays.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { nothing, query } from '../../kernel/db/query.ts'
import type { WebhookDelivery } from './queue.store.ts'

/** What was sent, and what came of it. */

/** Without what was sent and answered, which may be long. */
export type DeliveryRow = Omit<WebhookDelivery, 'payload' | 'request_headers' | 'answer_headers' | 'answer_body'>

interface LogQuery {
  readonly endpoint: string
  readonly status: readonly string[]
  readonly type: readonly string[]
  readonly perPage: number
  readonly offset: number
}

export async function listDeliveries(
  ctx: Context,
  { endpoint, status, type, ...page }: LogQuery,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const matching = query`from webhook_delivery where endpoint_uuid = ${endpoint}
    ${status.length === 0 ? nothing : query`and status = any(${textArray(status)})`}
    ${type.length === 0 ? nothing : query`and type = any(${textArray(type)})`}`
  return pageOfList(ctx, page, {
    keys: [query`created_at`, query`uuid`].map((by) => ({ by, descending: true })),
    total: counted(query<{ total: number }>`select count(*) as total ${matching}`),
    rows: (asked, { order, most, skip }) =>
      query<DeliveryRow>`
        select uuid, tenant_uuid, endpoint_uuid, event_uuid, type, subject, position, status, created_at, next_at, tries,
          first_tried_at, last_tried_at, took_ms, fault, answer_status
        ${matching} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

export async function findDelivery(ctx: Context, tenant: string, uuid: string): Promise<WebhookDelivery | undefined> {
  return query<WebhookDelivery>`
    select * from webhook_delivery where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

export async function lockDelivery(ctx: Context, tenant: string, uuid: string): Promise<WebhookDelivery | undefined> {
  return query<WebhookDelivery>`
    select * from webhook_delivery where uuid = ${uuid} and tenant_uuid = ${tenant} for no key update`.one(ctx)
}

export async function sendAgain(ctx: Context, uuid: string): Promise<void> {
  await query`update webhook_delivery set status = 'waiting', next_at = ${ctx.realNow}, tries = 0, first_tried_at = null,
    fault = null where uuid = ${uuid} and status <> 'waiting'`.changed(ctx)
}

interface PastEvent {
  readonly uuid: string
  readonly type: string
  readonly data: unknown
  readonly position: number
  readonly happened_at: Date
}

/** In their order; one more than can be taken says that there are too many, and nothing beyond it is read. */
export async function eventsOfSpan(
  ctx: Context,
  tenant: string,
  wish: { readonly types: readonly string[]; readonly from: Date; readonly to: Date; readonly most: number },
): Promise<PastEvent[]> {
  return query<PastEvent>`
    select * from (select uuid, type, data, position, happened_at from outbox_event
      where tenant_uuid = ${tenant} and type = any(${textArray(wish.types)})
        and happened_at >= ${wish.from} and happened_at < ${wish.to} limit ${wish.most + 1}) found
    order by position`.rows(ctx)
}

/** So many at a time; returns how many. */
export async function forgetDeliveries(ctx: Context, before: Date, most: number): Promise<number> {
  return query`delete from webhook_delivery where uuid in (
    select uuid from webhook_delivery where created_at < ${before} and status <> 'waiting' limit ${most})`.changed(ctx)
}
