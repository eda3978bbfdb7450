import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Invoice } from '../invoice/invoice.store.ts'
import type { Payment } from './payment.store.ts'

/** Alone with it until the transaction ends. Whoever needs its payment, too, locks it after this. */
export async function lockInvoice(ctx: Context, uuid: string): Promise<Invoice | undefined> {
  return query<Invoice>`select * from invoice where uuid = ${uuid} for update`.one(ctx)
}

/** The invoice that a payment has paid; nothing where it came too late to pay for anything. */
export async function lockInvoicePaidBy(ctx: Context, { uuid, order_uuid }: Payment): Promise<Invoice | undefined> {
  return query<Invoice>`
    select * from invoice i where order_uuid = ${order_uuid} and exists (
      select from invoice_transaction t where t.invoice_uuid = i.uuid and t.payment_uuid = ${uuid})
    for update`.one(ctx)
}

/** Each takes a part of it back; the first comes first. */
export async function creditNotesOf(ctx: Context, invoice: string): Promise<Invoice[]> {
  return query<Invoice>`select * from invoice where corrects_uuid = ${invoice} order by issued_at, uuid`.rows(ctx)
}

/** As it stands, without being alone with it. */
export async function readInvoice(ctx: Context, uuid: string): Promise<Invoice | undefined> {
  return query<Invoice>`select * from invoice where uuid = ${uuid}`.one(ctx)
}

export async function readPaymentFor(ctx: Context, invoice: string): Promise<Payment | undefined> {
  return query<Payment>`
    select * from payment where uuid in (
      select payment_uuid from invoice_transaction where invoice_uuid = ${invoice} and type = 'payment')`.one(ctx)
}

/** The one that paid for it, whatever became of it since; none where credits paid for all of it. */
export async function lockPaymentFor(ctx: Context, invoice: string): Promise<Payment | undefined> {
  return query<Payment>`
    select * from payment where uuid in (
      select payment_uuid from invoice_transaction where invoice_uuid = ${invoice} and type = 'payment')
    for update`.one(ctx)
}

/** From now on, in real time, somebody is expected to finish it. */
export async function markRefundStarted(ctx: Context, payment: string): Promise<void> {
  await query`update payment set started_at = ${ctx.realNow} where uuid = ${payment}`.changed(ctx)
}

/** Begun longer than a minute ago in real time: whoever began them is gone. */
export async function refundsLeftBehind(ctx: Context, most: number): Promise<Payment[]> {
  return query<Payment>`
    select * from payment
    where status = 'refunding' and started_at < ${ctx.realNow}::timestamptz - interval '1 minute'
    order by started_at limit ${most}`.rows(ctx)
}
