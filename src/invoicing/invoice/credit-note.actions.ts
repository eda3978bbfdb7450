import type { Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { takenBack } from './credit-note.rules.ts'
import { earningsOf, numbersFor, tell } from './invoice.actions.ts'
import { invoicePostings, salePostings } from './invoice.rules.ts'
import { invoiceStates } from './invoice.states.ts'
import { insertEarnings, insertInvoices, type Invoice, type Numbered } from './invoice.store.ts'
import { invoicingEvents } from '../invoicing.events.ts'
import { post } from '../ledger.store.ts'
import type { Billed } from '../payment/refund.rules.ts'

/** An invoice that takes another one back, or a part of it, and nothing of it is left to pay. */

interface Correction {
  readonly invoice: Invoice
  /** Of which it takes back; all of it unless said. */
  readonly part?: Billed
  readonly at: Date
}

/** Paid ones take back what holders have earned, too. Take it last in a transaction: others wait for their numbers. */
export async function issueCreditNotes(
  ctx: Context,
  corrections: readonly Correction[],
  { earned }: { readonly earned: boolean },
): Promise<Invoice[]> {
  if (corrections.length === 0) return []
  const numbers = await numbersFor(ctx, 'CN', corrections)
  const notes = corrections.map((correction, i): Invoice => ({ ...noteOf(correction), ...(numbers[i] as Numbered) }))
  await insertInvoices(ctx, notes)
  const issued = notes.map((invoice) => ({ invoice, at: invoice.issued_at }))
  if (earned) await insertEarnings(ctx, issued.flatMap(earningsOf))
  await post(
    ctx,
    issued.map(({ invoice, at }) => ({
      kind: 'credit_note',
      source: invoice.uuid,
      at,
      postings: earned ? salePostings(invoice, 0) : invoicePostings(invoice),
    })),
  )
  await tell(ctx, notes, 'issued')
  return notes
}

function noteOf({ invoice, part = invoice, at }: Correction): Omit<Invoice, keyof Numbered> {
  const amounts = takenBack(part)
  return {
    ...amounts,
    uuid: newUuid(),
    tenant_uuid: invoice.tenant_uuid,
    series: 'CN',
    status: 'paid',
    order_uuid: invoice.order_uuid,
    corrects_uuid: invoice.uuid,
    seller: invoice.seller,
    buyer: invoice.buyer,
    paid_minor: amounts.total_minor,
    issued_at: at,
    due_at: at,
    paid_at: at,
  }
}

/** What was never paid is no longer owed. Nobody may be paying it meanwhile: that is for the caller to know. */
export async function cancelInvoices(ctx: Context, corrections: readonly Correction[]): Promise<Invoice[]> {
  await moveAll(
    ctx,
    invoiceStates,
    'invoice',
    'cancel',
    corrections.map(({ invoice: { uuid, tenant_uuid: tenant, status: from, number } }) => ({
      uuid,
      tenant,
      from,
      data: { number },
    })),
  )
  const notes = await issueCreditNotes(ctx, corrections, { earned: false })
  await emitAll(
    ctx,
    notes.flatMap((note, i) => {
      const invoice = corrections[i]?.invoice
      return invoice ? invoicingEvents('invoice.cancelled', invoice.tenant_uuid, correctionNews(invoice, note)) : []
    }),
  )
  return notes
}

/** What others hear of an invoice that a credit note takes back. */
export const correctionNews = ({ uuid, number, order_uuid }: Invoice, note: Invoice) => ({
  uuid,
  number,
  order_uuid,
  credit_note_uuid: note.uuid,
  credit_note_number: note.number,
})
