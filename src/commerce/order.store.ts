import type { Selectable, Updateable } from 'kysely'
import { insertAll } from '../kernel/bulk.ts'
import type { Context } from '../kernel/context.ts'
import type { SalesOrderTable } from '../kernel/rows.gen.ts'
import type { DiscountLine, DocumentLine, Party, Payment, TaxLine } from '../invoicing/index.ts'

/** What is ordered: a line of the coming document, and where it comes from. */
export interface OrderLine extends DocumentLine {
  /** The reservation that a first period buys; nothing for renewals. */
  readonly reservation: string | null
}

/** An order; what the row keeps as JSON has these shapes. */
export interface Order extends Omit<Selectable<SalesOrderTable>, 'buyer' | 'lines' | 'discounts' | 'taxes'> {
  readonly buyer: Party
  readonly lines: readonly OrderLine[]
  readonly discounts: readonly DiscountLine[]
  readonly taxes: readonly TaxLine[]
}

export async function insertOrders(ctx: Context, orders: readonly Order[]): Promise<void> {
  await insertAll(ctx, 'sales_order', orders)
}

export async function findOrder(ctx: Context, tenant: string, uuid: string): Promise<Order | undefined> {
  return (await ctx.db
    .selectFrom('sales_order')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('tenant_uuid', '=', tenant)
    .executeTakeFirst()) as Order | undefined
}

export async function latestPayment(ctx: Context, order: string): Promise<Payment | null> {
  const payment = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('order_uuid', '=', order)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(1)
    .executeTakeFirst()
  return payment ?? null
}

/** The latest one: those before it were given up. */
export async function findOrderOfCart(ctx: Context, cart: string): Promise<Order | undefined> {
  return (await ctx.db
    .selectFrom('sales_order')
    .selectAll()
    .where('cart_uuid', '=', cart)
    .orderBy('uuid', 'desc')
    .limit(1)
    .executeTakeFirst()) as Order | undefined
}

/** Alone with them until the transaction ends; in one order. */
export async function lockOrders(ctx: Context, uuids: readonly string[]): Promise<Order[]> {
  return (await ctx.db
    .selectFrom('sales_order')
    .selectAll()
    .where('uuid', 'in', [...uuids])
    .orderBy('uuid')
    .forUpdate()
    .execute()) as Order[]
}

/** Everything but the status, which only `move` writes. */
export async function updateOrder(
  ctx: Context,
  uuid: string,
  change: Pick<Updateable<SalesOrderTable>, 'expires_at' | 'completed_at' | 'payment_method_uuid' | 'credits_minor'>,
): Promise<void> {
  await ctx.db.updateTable('sales_order').set(change).where('uuid', '=', uuid).execute()
}
