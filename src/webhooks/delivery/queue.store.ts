import type { Context } from '../../kernel/context.ts'
import { textArray, timeArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import { assigned, query } from '../../kernel/db/query.ts'
import type { WebhookDeliveryTable } from '../../kernel/db/rows.gen.ts'

/** What waits for endpoints. */

export type WebhookDelivery = WebhookDeliveryTable

export type NewDelivery = Pick<
  WebhookDelivery,
  'uuid' | 'tenant_uuid' | 'endpoint_uuid' | 'event_uuid' | 'type' | 'subject' | 'position' | 'payload' | 'created_at'
>

/** Each event once for each endpoint. What was sent, or given up, waits again where it is asked for anew. */
export async function queueDeliveries(ctx: Context, rows: readonly NewDelivery[], again = false): Promise<number> {
  if (rows.length === 0) return 0
  const conflict = again
    ? query`do update set status = 'waiting', next_at = excluded.next_at, tries = 0, first_tried_at = null, fault = null
        where d.status <> 'waiting'`
    : query`do nothing`
  return query`
    insert into webhook_delivery as d
      (uuid, tenant_uuid, endpoint_uuid, event_uuid, type, subject, position, payload, created_at, status, next_at)
    select *, 'waiting', ${ctx.realNow}::timestamptz from unnest(
      ${uuidArray(rows.map((row) => row.uuid))}, ${uuidArray(rows.map((row) => row.tenant_uuid))},
      ${uuidArray(rows.map((row) => row.endpoint_uuid))}, ${uuidArray(rows.map((row) => row.event_uuid))},
      ${textArray(rows.map((row) => row.type))}, ${textArray(rows.map((row) => row.subject))},
      ${wholeArray(rows.map((row) => row.position))}, ${textArray(rows.map((row) => row.payload))},
      ${timeArray(rows.map((row) => row.created_at))})
    on conflict (endpoint_uuid, event_uuid) ${conflict}`.changed(ctx)
}

/** Counted no further than to one more than `most`. */
export async function countWaiting(ctx: Context, endpoint: string, most: number): Promise<number> {
  const { waiting } = await query<{ waiting: number }>`
    select count(*) as waiting from (select from webhook_delivery
      where endpoint_uuid = ${endpoint} and status = 'waiting' limit ${most + 1}) counted`.only(ctx)
  return waiting
}

/** Events that an endpoint wants, from the first position to the last. */
interface Coming {
  readonly endpoint: string
  readonly count: number
  readonly first: number
  readonly last: number
}

/**
 * For which of these endpoints more than `most` would wait with what comes. Positions differ, so it is counted only where
 * there are so many of them between the first that waits and the last.
 */
export async function withoutRoom(ctx: Context, coming: readonly Coming[], most: number): Promise<Set<string>> {
  const waiting = query`from webhook_delivery d where d.endpoint_uuid = c.endpoint and d.status = 'waiting'`
  const rows = await query<{ endpoint: string }>`
    select c.endpoint from unnest(${uuidArray(coming.map(({ endpoint }) => endpoint))},
      ${wholeArray(coming.map(({ count }) => count))}, ${wholeArray(coming.map(({ first }) => first))},
      ${wholeArray(coming.map(({ last }) => last))}) as c (endpoint, count, first, last)
    where case when greatest(c.last, (select max(d.position) ${waiting})) - least(c.first, (select min(d.position) ${waiting}))
        >= ${most}
      then c.count + (select count(*) from (select ${waiting} limit ${most + 1}) counted) > ${most} end`.rows(ctx)
  return new Set(rows.map(({ endpoint }) => endpoint))
}

/** A place behind all events that have been written. */
export async function drawPosition(ctx: Context): Promise<number> {
  const { position } = await query<{ position: number }>`
    select nextval(pg_get_serial_sequence('outbox_event', 'position')) as position`.only(ctx)
  return position
}

/** Whose marks say that an event is in the queue, if anybody wants it, and of which events. */
interface Heard {
  readonly listener: string
  readonly types: readonly string[]
}

/** Those of one subject follow upon each other; none of a subject that a failed one holds back. */
export async function dueDeliveries(
  ctx: Context,
  { uuid, tenant_uuid: tenant }: { readonly uuid: string; readonly tenant_uuid: string },
  { now, heard, most }: { readonly now: Date; readonly heard: Heard; readonly most: number },
): Promise<WebhookDelivery[]> {
  return query<WebhookDelivery>`
    select * from webhook_delivery d
    where endpoint_uuid = ${uuid} and status = 'waiting' and next_at <= ${now}
      and position < coalesce((select o.position from outbox_event o
        where o.tell_at is not null and o.tenant_uuid = ${tenant} and o.type = any(${textArray(heard.types)})
          and not exists (select from outbox_heard h where h.event_uuid = o.uuid and h.listener = ${heard.listener})
        order by o.position limit 1), 9223372036854775807)
      and not exists (select from webhook_delivery e
        where e.endpoint_uuid = d.endpoint_uuid and e.status = 'waiting' and e.tries > 0 and e.subject = d.subject
          and e.position < d.position and e.next_at > ${now})
    order by position limit ${most}`.rows(ctx)
}

/**
 * When there is something to send to it next; nothing when nothing waits. What was never tried is due at once, so one of
 * thousands says it for all.
 */
export async function nextDue(
  ctx: Context,
  endpoint: string,
): Promise<{ readonly due: Date; readonly lags: boolean } | undefined> {
  const [next] = await query<{ due: Date; lags: boolean }>`
    select greatest(d.next_at, p.rests_until) as due, p.lags
    from webhook_endpoint p cross join lateral (
      (select next_at from webhook_delivery d
        where d.endpoint_uuid = p.uuid and d.status = 'waiting' and d.tries = 0 and ${nothingBefore}
        order by position limit 1)
      union all
      (select min(next_at) from webhook_delivery d
        where d.endpoint_uuid = p.uuid and d.status = 'waiting' and d.tries > 0 and ${nothingBefore})) d
    where p.uuid = ${endpoint} and p.status = 'active' and d.next_at is not null
    order by due limit 1`.rows(ctx)
  return next
}

/** Of its subject, that has failed and is tried again first. */
const nothingBefore = query`not exists (select from webhook_delivery e
  where e.endpoint_uuid = d.endpoint_uuid and e.status = 'waiting' and e.tries > 0 and e.subject = d.subject
    and e.position < d.position)`

type Ending = Pick<WebhookDelivery, 'status' | 'next_at' | 'first_tried_at' | 'last_tried_at' | 'tries' | 'took_ms'> &
  Pick<WebhookDelivery, 'fault' | 'answer_status' | 'answer_body'> & {
    readonly request_headers: string
    readonly answer_headers: string | null
  }

/** Unless it was dropped meanwhile. */
export async function recordTry(ctx: Context, uuid: string, ending: Ending): Promise<void> {
  await query`update webhook_delivery set ${assigned(ending)} where uuid = ${uuid} and status = 'waiting'`.changed(ctx)
}

/** What waits for its next try need not wait any longer. */
export async function hurryWaiting(ctx: Context, endpoint: string): Promise<void> {
  await query`update webhook_delivery set next_at = ${ctx.realNow}
    where endpoint_uuid = ${endpoint} and status = 'waiting' and next_at > ${ctx.realNow}`.changed(ctx)
}

export async function dropWaiting(ctx: Context, endpoint: string): Promise<void> {
  await query`update webhook_delivery set status = 'dropped', next_at = null
    where endpoint_uuid = ${endpoint} and status = 'waiting'`.changed(ctx)
}
