import { among, uuidArray } from '../../kernel/db/arrays.ts'
import { insertSoon } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import type { PaymentMethodTable, PaymentTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Payment = PaymentTable
export type PaymentMethod = PaymentMethodTable

/** How a company pays: the one that is named, else the default one; nothing where it has none or has removed it. */
export async function methodFor(ctx: Context, tenant: string, uuid: string | null): Promise<PaymentMethod | undefined> {
  const wanted = uuid === null ? query`is_default` : query`uuid = ${uuid}`
  return query<PaymentMethod>`
    select * from payment_method where tenant_uuid = ${tenant} and removed_at is null and ${wanted}`.one(ctx)
}

export async function findPayment(ctx: Context, uuid: string): Promise<Payment | undefined> {
  return query<Payment>`select * from payment where uuid = ${uuid}`.one(ctx)
}

/** By what Stripe calls it; said outright, as its index has it. */
export async function findStripePayment(ctx: Context, reference: string): Promise<Payment | undefined> {
  return query<Payment>`select * from payment where provider_reference = ${reference} and provider = 'stripe'`.one(ctx)
}

export async function insertPayments(ctx: Context, payments: readonly Payment[]): Promise<void> {
  await insertSoon(ctx, 'payment', payments)
}

/** Alone with them until the transaction ends; in one order. */
export async function lockPayments(ctx: Context, uuids: readonly string[]): Promise<Payment[]> {
  return query<Payment>`select * from payment where uuid ${among(uuids)} order by uuid for update`.rows(ctx)
}

/** The same, where only how they stand is asked. */
export async function lockPaymentStates(
  ctx: Context,
  uuids: readonly string[],
): Promise<Map<string, Payment['status']>> {
  const rows = await query<Pick<Payment, 'uuid' | 'status'>>`
    select uuid, status from payment where uuid ${among(uuids)} order by uuid for update`.rows(ctx)
  return new Map(rows.map(({ uuid, status }) => [uuid, status]))
}

/** Every try to take money for these orders, in the order they were begun, which business time does not tell. */
export async function paymentsOf(ctx: Context, orders: readonly string[]): Promise<Payment[]> {
  return query<Payment>`select * from payment where order_uuid = any(${uuidArray(orders)}) order by uuid`.rows(ctx)
}

/** What these companies pay with, and what they have removed. */
export async function methodsOf(ctx: Context, tenants: readonly string[]): Promise<PaymentMethod[]> {
  const rows =
    await query<PaymentMethod>`select * from payment_method where tenant_uuid = any(${uuidArray([...new Set(tenants)])})`.rows(
      ctx,
    )
  return rows
}

/** Started so long ago in real time and not settled that whoever started them is gone. */
export async function paymentsLeftBehind(ctx: Context, most: number, seconds = 60): Promise<Payment[]> {
  return query<Payment>`
    select * from payment
    where status in ('started', 'refunding') and started_at < ${addSeconds(ctx.realNow, -seconds)}
    order by started_at limit ${most}`.rows(ctx)
}
