import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Invoice } from '../invoice/invoice.store.ts'
import type { Payment } from './payment.store.ts'

/** Alone with it until the transaction ends. Whoever needs its payment, too, locks it after this. */
export async function lockInvoice(ctx: Context, uuid: string): Promise<Invoice | undefined> {
  const query = ctx.db.selectFrom('invoice').selectAll().where('uuid', '=', uuid).forUpdate()
  return (await query.executeTakeFirst()) as Invoice | undefined
}

/** The invoice that a payment has paid; nothing where it came too late to pay for anything. */
export async function lockInvoicePaidBy(ctx: Context, { uuid, order_uuid }: Payment): Promise<Invoice | undefined> {
  return (await ctx.db
    .selectFrom('invoice as i')
    .selectAll()
    .where('order_uuid', '=', order_uuid)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invoice_transaction as t')
          .whereRef('t.invoice_uuid', '=', 'i.uuid')
          .where('t.payment_uuid', '=', uuid),
      ),
    )
    .forUpdate()
    .executeTakeFirst()) as Invoice | undefined
}

export async function creditNoteOf(ctx: Context, invoice: string): Promise<string | undefined> {
  const query = ctx.db.selectFrom('invoice').select('uuid').where('corrects_uuid', '=', invoice)
  return (await query.executeTakeFirst())?.uuid
}

/** The one that paid for it, whatever became of it since; none where credits paid for all of it. */
export async function lockPaymentFor(ctx: Context, invoice: string): Promise<Payment | undefined> {
  return ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('uuid', 'in', (eb) =>
      eb
        .selectFrom('invoice_transaction')
        .select('payment_uuid')
        .where('invoice_uuid', '=', invoice)
        .where('type', '=', 'payment')
        .$castTo<{ payment_uuid: string }>(),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** From now on, in real time, somebody is expected to finish it. */
export async function markRefundStarted(ctx: Context, payment: string): Promise<void> {
  await ctx.db.updateTable('payment').set({ started_at: ctx.realNow }).where('uuid', '=', payment).execute()
}

/** Begun longer than a minute ago in real time: whoever began them is gone. */
export async function refundsLeftBehind(ctx: Context, most: number): Promise<Payment[]> {
  return ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('status', '=', 'refunding')
    .where('started_at', '<', query<Date>`${ctx.realNow}::timestamptz - interval '1 minute'`)
    .orderBy('started_at')
    .limit(most)
    .execute()
}
