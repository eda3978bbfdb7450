import { among, uuidArray } from '../../kernel/db/arrays.ts'
import { insertSoon } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { SalesOrderTable } from '../../kernel/db/rows.gen.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import type { Document, DocumentLine, Payment } from '../../invoicing/index.ts'

/** What is ordered: a line of the coming document, and where it comes from. */
export interface OrderLine extends DocumentLine {
  /** The reservation that a first period buys; nothing for renewals. */
  readonly reservation: string | null
  /** The line of letters that it buys; absent for everything else. */
  readonly letters?: string
}

/** What was taken out of the cart when it was ordered. */
export interface RemovedItem {
  readonly uuid: string
  readonly name: string
  readonly reason: 'lease_ended'
}

/** An order; what the row keeps as JSON has these shapes. */
export interface Order extends Omit<SalesOrderTable, keyof Document | 'removed_items'>, Document {
  readonly lines: readonly OrderLine[]
  readonly removed_items: readonly RemovedItem[]
}

/** What its document will say. */
export type Ordered = Pick<Order, keyof Document>

/** What its course decides by: of hundreds at a time, the rest is left where it is. */
export type OrderHead = Pick<
  Order,
  | 'uuid'
  | 'tenant_uuid'
  | 'kind'
  | 'status'
  | 'subscription_uuid'
  | 'period_start'
  | 'period_end'
  | 'total_minor'
  | 'credits_minor'
>

export async function insertOrders(ctx: Context, orders: readonly Order[]): Promise<void> {
  await insertSoon(ctx, 'sales_order', orders)
}

export async function findOrder(ctx: Context, tenant: string, uuid: string): Promise<Order | undefined> {
  return query<Order>`select * from sales_order where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

/** With the last try to take money for it (`latestPayments`), in which times are texts. */
export async function findOrderAndPayment(
  ctx: Context,
  tenant: string,
  uuid: string,
): Promise<{ readonly order: Order; readonly payment: Payment | null } | undefined> {
  const found = await query<Order & { readonly last_payment: DatedPayment | null }>`
    select o.*, to_jsonb(last) as last_payment from sales_order o left join lateral (${lastOf(query`o.uuid`)}) last on true
    where o.uuid = ${uuid} and o.tenant_uuid = ${tenant}`.one(ctx)
  if (!found) return undefined
  const { last_payment: payment, ...order } = found
  return { order, payment: payment && dated(payment) }
}

type DatedPayment = Omit<Payment, 'created_at' | 'started_at' | 'settled_at'> & {
  readonly created_at: string
  readonly started_at: string
  readonly settled_at: string | null
}

const dated = (payment: DatedPayment): Payment => ({
  ...payment,
  created_at: new Date(payment.created_at),
  started_at: new Date(payment.started_at),
  settled_at: payment.settled_at === null ? null : new Date(payment.settled_at),
})

/** Whoever's it is. */
export async function findOrders(ctx: Context, uuids: readonly string[]): Promise<Order[]> {
  const rows = await query<Order>`
    select * from sales_order where uuid ${among(uuids)} order by uuid`.rows(ctx)
  return rows
}

/**
 * The last try to take money for each of these orders. The one that lives or has paid is the last: another begins only after
 * the one before was lost. Of lost ones the last is told by real time, which is in their uuids; business time may go back.
 */
export async function latestPayments(ctx: Context, orders: readonly string[]): Promise<Map<string, Payment>> {
  const rows = await query<Payment>`
    select last.* from unnest(${uuidArray(orders)}) as wanted (uuid) cross join lateral (
      ${lastOf(query`wanted.uuid`)}) last`.rows(ctx)
  return new Map(rows.map((payment) => [payment.order_uuid, payment]))
}

const lastOf = (order: Query<unknown>) => query`
  select * from payment where order_uuid = ${order} order by status in ('declined', 'cancelled'), uuid desc limit 1`

export async function latestPayment(ctx: Context, order: string): Promise<Payment | null> {
  return (await latestPayments(ctx, [order])).get(order) ?? null
}

/** Purchases that have waited long enough, the first to expire in front. */
export async function ordersToExpire(ctx: Context, most: number): Promise<Order[]> {
  const rows = await query<Order>`
    select * from sales_order where status = 'pending_payment' and kind = 'purchase' and expires_at <= ${ctx.now}
    order by expires_at, uuid limit ${most}`.rows(ctx)
  return rows
}

/** Purchases that are being paid for by nobody: whoever began died in a way that must not be. */
export async function strandedDrafts(ctx: Context): Promise<Order[]> {
  const rows = await query<Order>`
    select * from sales_order o where o.status = 'draft' and o.kind = 'purchase'
      and not exists (select from payment p where p.order_uuid = o.uuid and p.status = 'started') limit 100`.rows(ctx)
  return rows
}

/** The latest one: those before it were given up. */
export async function findOrderOfCart(ctx: Context, cart: string): Promise<Order | undefined> {
  const [latest] = await query<Order>`
    select * from sales_order where cart_uuid = ${cart} order by uuid desc limit 1`.rows(ctx)
  return latest
}

/** Alone with them until the transaction ends; in one order. */
export async function lockOrders(ctx: Context, uuids: readonly string[]): Promise<Order[]> {
  if (uuids.length === 0) return []
  return query<Order>`select * from sales_order where uuid ${among(uuids)} order by uuid for update`.rows(ctx)
}

/** Money that has come for it and is not enough; set aside among the company's credits. */
export async function addOrderCredits(ctx: Context, uuid: string, minor: number): Promise<void> {
  await query`update sales_order set credits_minor = credits_minor + ${minor} where uuid = ${uuid}`.changes(1, ctx)
}

/** What it will be paid with. */
export async function setOrderMethod(ctx: Context, uuid: string, method: string): Promise<void> {
  await query`update sales_order set payment_method_uuid = ${method} where uuid = ${uuid}`.changed(ctx)
}
