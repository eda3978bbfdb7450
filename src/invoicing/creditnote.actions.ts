import type { Context } from '../kernel/context.ts'
import { moveAll } from '../kernel/moves.ts'
import { newUuid } from '../kernel/uuid.ts'
import { invoicePostings, numberOf } from './invoice.rules.ts'
import { invoiceStates } from './invoice.states.ts'
import { insertInvoices, takeNumbers, type Invoice } from './invoice.store.ts'
import { post } from './ledger.store.ts'

/** An unpaid invoice that nobody owes any more: a credit note takes it back. Call it last, like `issueInvoices`. */
export async function cancelInvoice(ctx: Context, invoice: Invoice): Promise<void> {
  const { uuid, tenant_uuid: tenant, status: from, number } = invoice
  await moveAll(ctx, invoiceStates, 'invoice', 'cancel', [{ uuid, tenant, from, data: { number } }])
  const year = ctx.now.getUTCFullYear()
  const position = await takeNumbers(ctx, 'CN', year, 1)
  const negative = <T extends { readonly amount: number }>(lines: readonly T[]) =>
    lines.map((line) => ({ ...line, amount: -line.amount }))
  const note: Invoice = {
    ...invoice,
    uuid: newUuid(),
    series: 'CN',
    year,
    position,
    number: numberOf('CN', year, position),
    status: 'paid',
    corrects_uuid: uuid,
    lines: negative(invoice.lines),
    discounts: negative(invoice.discounts),
    taxes: negative(invoice.taxes),
    sub_total_minor: -invoice.sub_total_minor,
    discount_minor: -invoice.discount_minor,
    tax_minor: -invoice.tax_minor,
    total_minor: -invoice.total_minor,
    paid_minor: 0,
    issued_at: ctx.now,
    due_at: ctx.now,
    paid_at: null,
  }
  await insertInvoices(ctx, [note])
  await post(ctx, [{ kind: 'credit_note', source: note.uuid, at: ctx.now, postings: invoicePostings(note) }])
}
