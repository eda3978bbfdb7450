import { textArray, timeArray, uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Payment } from '../../invoicing/index.ts'
import type { Order, Ordered, OrderHead } from '../order/order.store.ts'
import type { Planned } from './period.rules.ts'
import type { Running, Subscription } from '../subscription/subscription.store.ts'

/** Subscriptions by what falls due next, many at a time. */

const running = query`s.uuid, s.tenant_uuid, s.lease_uuid, s.name, s.status, s.price_minor, s.payment_method_uuid, s.anchor_day,
   s.period_number, s.period_start, s.period_end, s.expires_at, r.next_step, r.next_step_at`

/** Whoever locks one locks both: who waited then sees both as they are. */
const withSteps = query`subscription s join renewal_step r on r.uuid = s.uuid`

const head = query`o.uuid, o.tenant_uuid, o.kind, o.status, o.subscription_uuid, o.period_start, o.period_end, o.total_minor,
  o.credits_minor`

/** Where a walk through what is due stands. */
export interface Cursor {
  readonly uuid: string
  readonly name: string
  readonly next_step_at: Date
}

/** In the order of their times and names, after a place where there is one. */
export async function dueAfter(ctx: Context, last: Cursor | null, most: number): Promise<Cursor[]> {
  const beyond =
    last === null
      ? query`true`
      : query`(r.next_step_at, s.name, s.uuid) > (${last.next_step_at}, ${last.name}, ${last.uuid})`
  const rows = await query<Cursor>`
    select s.uuid, s.name, r.next_step_at from ${withSteps} where r.next_step_at <= ${ctx.now} and ${beyond}
    order by r.next_step_at, s.name, s.uuid limit ${most}`.rows(ctx)
  return rows
}

/** Of these, what is still due and nobody else has in hand; alone with it until the transaction ends. */
export async function lockDue(ctx: Context, uuids: readonly string[]): Promise<Running[]> {
  const rows = await query<Running>`
    select ${running} from ${withSteps} where s.uuid = any(${uuidArray(uuids)}) and r.next_step_at <= ${ctx.now}
    order by r.next_step_at, s.name, s.uuid for update skip locked`.rows(ctx)
  return rows
}

/** Alone with them until the transaction ends; in one order. */
export async function lockSubscriptions(ctx: Context, uuids: readonly string[]): Promise<Running[]> {
  const rows = await query<Running>`
    select ${running} from ${withSteps} where s.uuid = any(${uuidArray(uuids)}) order by s.uuid for update`.rows(ctx)
  return rows
}

/** The same for orders. */
export async function lockOrderHeads(ctx: Context, uuids: readonly string[]): Promise<OrderHead[]> {
  const rows = await query<OrderHead>`
    select ${head} from sales_order o where o.uuid = any(${uuidArray(uuids)}) order by o.uuid for update`.rows(ctx)
  return rows
}

/** What their documents will say. */
export async function orderedByUuid(ctx: Context, uuids: readonly string[]): Promise<Map<string, Ordered>> {
  const rows = await query<Ordered & { uuid: string }>`
    select uuid, buyer, lines, discounts, taxes, sub_total_minor, discount_minor, tax_minor, total_minor
    from sales_order where uuid = any(${uuidArray(uuids)})`.rows(ctx)
  return new Map(rows.map((order) => [order.uuid, order]))
}

/** What a subscription's orders say that its course does not ask about. */
export type Agreed = Pick<Subscription, 'holder_uuid' | 'commission_bp' | 'buyer'>

export async function agreedFor(ctx: Context, uuids: readonly string[]): Promise<Map<string, Agreed>> {
  if (uuids.length === 0) return new Map()
  const rows = await query<Agreed & { uuid: string }>`
    select uuid, holder_uuid, commission_bp, buyer from subscription where uuid = any(${uuidArray(uuids)})`.rows(ctx)
  return new Map(rows.map((subscription) => [subscription.uuid, subscription]))
}

export async function subscriptionsByUuid(ctx: Context, uuids: readonly string[]): Promise<Running[]> {
  const rows = await query<Running>`select ${running} from ${withSteps} where s.uuid = any(${uuidArray(uuids)})`.rows(
    ctx,
  )
  return rows
}

/** Who is renewed by some orders, or leaves early by them. */
export interface Owners {
  readonly subscriptions: readonly string[]
  readonly leases: readonly string[]
}

export async function ownersOf(ctx: Context, orders: readonly string[]): Promise<Owners> {
  const rows = await query<{ uuid: string; lease_uuid: string }>`
    select s.uuid, s.lease_uuid from sales_order o join subscription s on s.uuid = o.subscription_uuid
    where o.uuid = any(${uuidArray(orders)})`.rows(ctx)
  return { subscriptions: rows.map(({ uuid }) => uuid), leases: rows.map(({ lease_uuid }) => lease_uuid) }
}

type WaitingRenewal = OrderHead & Pick<Order, 'lines' | 'expires_at'>

/** One by one, by the index of the periods: where few orders wait, reading all that do looks cheaper than it is. */
const ordersWaiting = query`
    cross join lateral (
      select * from sales_order where subscription_uuid = next.subject and period_start = next.period_start
        and kind = 'renewal' and status not in ('cancelled', 'expired') offset 0
    ) o where o.status = 'pending_payment'`

/** What waits to be paid so that the next period may begin, by the subscriptions. */
export async function pendingRenewals(
  ctx: Context,
  subscriptions: readonly Pick<Subscription, 'uuid' | 'period_end'>[],
): Promise<Map<string, WaitingRenewal>> {
  if (subscriptions.length === 0) return new Map()
  const rows = await query<WaitingRenewal>`
    select ${head}, o.lines, o.expires_at from unnest(${uuidArray(subscriptions.map(({ uuid }) => uuid))},
      ${timeArray(subscriptions.map(({ period_end }) => period_end))}) as next (subject, period_start)
    ${ordersWaiting}`.rows(ctx)
  return new Map(rows.map((order) => [order.subscription_uuid as string, order]))
}

/** Of it, what a lessee is shown beside the lease. */
export type PendingOrder = Pick<Order, 'uuid' | 'status' | 'expires_at'>

/** The same for subscriptions of which no more is known than their names: a page of them in one statement. */
export async function pendingOrders(
  ctx: Context,
  subscriptions: readonly string[],
): Promise<Map<string, PendingOrder>> {
  if (subscriptions.length === 0) return new Map()
  const rows = await query<PendingOrder & { subscription_uuid: string }>`
    select o.subscription_uuid, o.uuid, o.status, o.expires_at
    from (select uuid as subject, period_end as period_start from subscription
      where uuid = any(${uuidArray(subscriptions)})) as next
    ${ordersWaiting}`.rows(ctx)
  return new Map(rows.map(({ subscription_uuid, ...order }) => [subscription_uuid, order]))
}

/** No next one: it has ended. */
export async function planSteps(
  ctx: Context,
  planned: readonly { readonly subscription: string; readonly next: Planned | null }[],
): Promise<void> {
  if (planned.length === 0) return
  const update = query`
    update renewal_step set next_step = planned.step, next_step_at = planned.at
    from unnest(${uuidArray(planned.map(({ subscription }) => subscription))},
      ${textArray(planned.map(({ next }) => next?.step ?? null))}, ${timeArray(planned.map(({ next }) => next?.at ?? null))})
      as planned (subject, step, at)
    where uuid = planned.subject`
  await update.ahead(ctx)
}

interface MovedOn {
  readonly subscription: string
  readonly periodEnd: Date
  readonly next: Planned
}

/** The next period follows the one that runs, and the timetable begins anew. */
export async function moveOn(ctx: Context, moved: readonly MovedOn[]): Promise<void> {
  if (moved.length === 0) return
  const update = query`
    update subscription set period_number = period_number + 1, period_start = subscription.period_end,
      period_end = moved.period_end
    from unnest(${uuidArray(moved.map(({ subscription }) => subscription))},
      ${timeArray(moved.map(({ periodEnd }) => periodEnd))}) as moved (subject, period_end)
    where uuid = moved.subject`
  await update.ahead(ctx)
  await planSteps(ctx, moved)
}

/** Authorised, or waiting for a second step, for orders that are over. */
export async function abandonedPayments(ctx: Context, most: number): Promise<Payment[]> {
  const rows = await query<Payment>`
    select p.* from payment p join sales_order o on o.uuid = p.order_uuid
    where p.status in ('authorised', 'needs_action') and o.kind <> 'purchase' and o.status = 'cancelled'
    order by p.started_at limit ${most}`.rows(ctx)
  return rows
}
