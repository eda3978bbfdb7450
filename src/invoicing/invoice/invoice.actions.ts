import { auditAll } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { changeCredits } from '../credit/credit.store.ts'
import type { Document } from './document.rules.ts'
import {
  creditPostings,
  earningPostings,
  invoicePostings,
  numberOf,
  paymentPostings,
  salePostings,
} from './invoice.rules.ts'
import { invoiceStates } from './invoice.states.ts'
import {
  insertEarnings,
  insertInvoices,
  insertTransactions,
  takeNumberAtCommit,
  takeNumbers,
  type Invoice,
  type Numbered,
  type Seller,
  type Series,
} from './invoice.store.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing.events.ts'
import { post, type Transfer } from '../ledger.store.ts'

/** Documents come in bulk, because renewals do: every verb takes many, and costs as many statements as for one. */

/** How an invoice was paid: by credits first, the rest by a payment. */
export interface Means {
  readonly credits: number
  readonly payment: { readonly uuid: string; readonly amount: number } | null
}

export interface Bill {
  readonly tenant: string
  readonly order: string
  /** It may be on its way: the number is asked for meanwhile. */
  readonly document: Document | Promise<Document>
  readonly at: Date
  readonly dueAt: Date
  /** Nothing: it is issued unpaid. */
  readonly paid: Means | null
}

/** Issued with the next numbers of their years. Take it last in a transaction: others wait for their numbers. */
export async function issueInvoices(ctx: Context, bills: readonly Bill[]): Promise<Invoice[]> {
  if (bills.length === 0) return []
  const [numbers, documents] = await Promise.all([
    numbersFor(ctx, 'INV', bills),
    Promise.all(bills.map(async ({ document }) => document)),
  ])
  return issue(ctx, bills, documents, numbers)
}

/** Issued with a number that is taken with the commit: nobody who issues another waits for more than that. Its uuid. */
export async function issueInvoiceAtCommit(ctx: Context, bill: Bill): Promise<string> {
  const number = await takeNumberAtCommit(ctx, 'INV', bill.at.getUTCFullYear())
  const [invoice] = await issue(ctx, [bill], [await bill.document], [number])
  return (invoice as Invoice).uuid
}

async function issue(
  ctx: Context,
  bills: readonly Bill[],
  documents: readonly Document[],
  numbers: readonly Numbered[],
): Promise<Invoice[]> {
  const seller = sellerOf(ctx)
  const invoices = bills.map((bill, i): Invoice => ({
    ...rowOf(bill, documents[i] as Document, seller),
    series: 'INV',
    ...(numbers[i] as Numbered),
  }))
  await insertInvoices(ctx, invoices)
  await post(
    ctx,
    invoices.map((invoice, i) => ({
      kind: 'invoice',
      source: invoice.uuid,
      at: invoice.issued_at,
      postings: postingsOf(invoice, bills[i]?.paid ?? null),
    })),
  )
  const paid = bills.flatMap(({ paid: means, at }, i) =>
    means ? [{ invoice: invoices[i] as Invoice, means, at }] : [],
  )
  await recordPayments(ctx, paid)
  await post(ctx, paid.map(creditTransfer))
  await tell(ctx, invoices, 'issued')
  return invoices
}

const postingsOf = (invoice: Invoice, paid: Means | null) =>
  paid ? salePostings(invoice, paid.payment?.amount ?? 0) : invoicePostings(invoice)

export async function numbersFor(
  ctx: Context,
  series: Series,
  documents: readonly { readonly at: Date }[],
): Promise<Numbered[]> {
  const years = documents.map(({ at }) => at.getUTCFullYear())
  const next = new Map<number, number>()
  for (const year of new Set(years.toSorted((a, b) => a - b)))
    next.set(year, await takeNumbers(ctx, series, year, years.filter((other) => other === year).length))
  return years.map((year) => {
    const position = next.get(year) ?? 1
    next.set(year, position + 1)
    return { year, position, number: numberOf(series, year, position) }
  })
}

function rowOf({ tenant, order, at, dueAt, paid }: Bill, document: Document, seller: Seller) {
  return {
    uuid: newUuid(),
    tenant_uuid: tenant,
    status: paid ? ('paid' as const) : ('unpaid' as const),
    order_uuid: order,
    corrects_uuid: null,
    seller,
    buyer: document.buyer,
    lines: document.lines,
    discounts: document.discounts,
    taxes: document.taxes,
    sub_total_minor: document.sub_total_minor,
    discount_minor: document.discount_minor,
    tax_minor: document.tax_minor,
    total_minor: document.total_minor,
    paid_minor: paid ? document.total_minor : 0,
    issued_at: at,
    due_at: dueAt,
    paid_at: paid ? at : null,
  }
}

/** As documents name the marketplace. */
export function sellerOf({ house: { config } }: Context): Seller {
  return {
    name: config.sellerName,
    address: config.sellerAddress.split(',').map((line) => line.trim()),
    country_code: config.sellerCountry,
    vat_number: config.sellerVat,
    email: config.sellerEmail,
  }
}

interface Settlement {
  readonly invoice: Invoice
  readonly means: Means
  readonly at: Date
}

/** What was issued unpaid has been paid in full. */
export async function payInvoices(ctx: Context, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return
  await moveAll(
    ctx,
    invoiceStates,
    'invoice',
    'pay',
    settlements.map(({ invoice: { uuid, tenant_uuid: tenant, status: from, number, total_minor }, at }) => ({
      uuid,
      tenant,
      from,
      data: { number },
      set: { paid_minor: total_minor, paid_at: at },
    })),
  )
  await recordPayments(ctx, settlements)
  await post(ctx, settlements.flatMap(laterTransfers))
  await tell(
    ctx,
    settlements.map(({ invoice }) => ({ ...invoice, status: 'paid' })),
    'paid',
  )
}

async function recordPayments(ctx: Context, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return
  await insertTransactions(ctx, settlements.flatMap(transactionsOf))
  await insertEarnings(ctx, settlements.flatMap(earningsOf))
  await changeCredits(
    ctx,
    settlements.map(({ invoice, means: { credits } }) => ({
      tenant: invoice.tenant_uuid,
      total: -credits,
      held: -credits,
    })),
  )
}

const creditTransfer = ({ invoice: { uuid, tenant_uuid }, means: { credits }, at }: Settlement): Transfer => ({
  kind: 'credit',
  source: uuid,
  at,
  postings: creditPostings(tenant_uuid, credits),
})

/** Of what was owed before: its payment, and what holders have earned by it. */
function laterTransfers(settlement: Settlement): Transfer[] {
  const { invoice, means, at } = settlement
  const { uuid, tenant_uuid, lines } = invoice
  const { payment } = means
  const paid = payment && paymentPostings(tenant_uuid, payment.amount)
  return [
    creditTransfer(settlement),
    ...(paid ? [{ kind: 'payment' as const, source: payment.uuid, at, postings: paid }] : []),
    { kind: 'earning', source: uuid, at, postings: earningPostings(lines) },
  ]
}

function transactionsOf({ invoice, means: { credits, payment }, at }: Settlement) {
  const made = (type: 'payment' | 'credit', description: string, amount: number, from: string | null) => ({
    uuid: newUuid(),
    invoice_uuid: invoice.uuid,
    type,
    description,
    amount_minor: amount,
    payment_uuid: from,
    happened_at: at,
  })
  return [
    ...(credits > 0 ? [made('credit', 'Paid by credits', credits, null)] : []),
    ...(payment ? [made('payment', 'Payment', payment.amount, payment.uuid)] : []),
  ]
}

export function earningsOf({ invoice, at }: Pick<Settlement, 'invoice' | 'at'>) {
  return invoice.lines.flatMap(({ amount, earner, subject }) =>
    earner === null
      ? []
      : [
          {
            uuid: newUuid(),
            tenant_uuid: earner.tenant,
            invoice_uuid: invoice.uuid,
            subject_uuid: subject ?? invoice.uuid,
            name: earner.name,
            gross_minor: amount,
            commission_minor: earner.commission,
            earned_at: at,
            payout_uuid: null,
          },
        ],
  )
}

export async function tell(ctx: Context, invoices: readonly Invoice[], what: 'issued' | 'paid'): Promise<void> {
  const data = ({ uuid, number, total_minor, status }: Invoice) => ({
    uuid,
    number,
    status,
    total: toAmountString(money(total_minor, ctx.house.config.currency)),
    currency: ctx.house.config.currency,
  })
  if (what === 'issued')
    await auditAll(
      ctx,
      invoices.map((invoice) => ({
        action: invoicingAudit('invoice.issued'),
        subject: { kind: 'invoice', uuid: invoice.uuid },
        tenant: invoice.tenant_uuid,
        data: data(invoice),
      })),
    )
  await emitAll(
    ctx,
    invoices.map((invoice) => invoicingEvents(`invoice.${what}`, invoice.tenant_uuid, data(invoice))),
  )
}
