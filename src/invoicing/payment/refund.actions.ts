import { audit } from '../../kernel/audit.ts'
import { writeNow } from '../../kernel/db/at-commit.ts'
import { answerBegun, begunFor } from '../../kernel/http/begun.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { inTurn } from '../../kernel/work/jobs.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { move } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { correctionNews, issueCreditNotes } from '../invoice/credit-note.actions.ts'
import { changeCredits } from '../credit/credit.store.ts'
import { creditPostings, paymentPostings } from '../invoice/invoice.rules.ts'
import { invoiceStates } from '../invoice/invoice.states.ts'
import { insertTransactions, setPaid, type Invoice } from '../invoice/invoice.store.ts'
import { findInvoice, type OneInvoice } from '../invoice/list.store.ts'
import { invoicingAudit, invoicingEvents } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { post } from '../ledger.store.ts'
import { refundPayments } from './payment.actions.ts'
import { lockPayments, type Payment } from './payment.store.ts'
import { paymentStates } from './payment.states.ts'
import { leftOf, partOf, type Billed } from './refund.rules.ts'
import {
  creditNotesOf,
  lockInvoice,
  lockInvoicePaidBy,
  lockPaymentFor,
  markRefundStarted,
  readInvoice,
  readPaymentFor,
  refundsLeftBehind,
} from './refund.store.ts'

/**
 * Giving money back in three steps: the payment is `refunding` in one transaction, the provider is asked outside every
 * transaction, and the invoice is taken back in another. A part goes to credits, which asks nobody: it is one transaction.
 */

interface Refund {
  readonly to: 'method' | 'credits'
  readonly reason: string
  /** Of what is left of it, in minor units; all of that unless said. */
  readonly amount?: number | null
}

export interface Refunded {
  readonly invoice: OneInvoice
  readonly creditNote: OneInvoice
}

/** Whoever asked: the answer is kept with what is done at once, or with what `begin` is told. */
interface RefundAsker {
  readonly keep: (tx: Context, refunded: Refunded) => Promise<void>
  readonly begin: (tx: Context, invoice: string) => Promise<void>
}

/** What credits paid goes back to credits; the rest to them, too, or to where it came from. */
export async function refundInvoice(ctx: Context, uuid: string, refund: Refund, asker: RefundAsker): Promise<Refunded> {
  const begun = await inTransaction(ctx, (tx) => beginRefund(tx, uuid, refund, asker))
  const refunded = 'invoice' in begun ? begun : await settleRefund(ctx, begun)
  if (!refunded) throw invoicingProblem('refund_declined')
  return refunded
}

/** Returns the payment that the provider must give back, or what is done already where nobody has to be asked. */
export async function beginRefund(
  ctx: Context,
  uuid: string,
  refund: Refund,
  asker: RefundAsker,
): Promise<Payment | Refunded> {
  const invoice = await lockInvoice(ctx, uuid)
  if (!invoice) throw kernelProblem('not_found')
  const payment = await lockPaymentFor(ctx, uuid)
  const plan = planOf(ctx, { invoice, payment, notes: await creditNotesOf(ctx, uuid) }, refund.amount ?? null)
  if (refund.to === 'method' && !plan.toMethod) throw invoicingProblem('refund_part_to_method')
  const amount = plan.whole ? {} : { amount: toAmountString(money(plan.amount, ctx.house.config.currency)) }
  await audit(ctx, {
    action: invoicingAudit('invoice.refund_begun'),
    subject: { kind: 'invoice', uuid },
    tenant: invoice.tenant_uuid,
    data: { number: invoice.number, to: refund.to, reason: refund.reason, ...amount },
  })
  if (!plan.whole) {
    const taken = await takePart(ctx, plan)
    await asker.keep(ctx, taken)
    return taken
  }
  const back = refund.to === 'method' ? payment : undefined
  if (back && back.provider !== 'none') {
    const refunding = await movePayment(ctx, back, 'refund')
    await markRefundStarted(ctx, back.uuid)
    await asker.begin(ctx, uuid)
    return refunding
  }
  // What was paid by hand is given back by hand: the operator who asks for it sees to it.
  if (back) await movePayment(ctx, await movePayment(ctx, back, 'refund'), 'refunded')
  const done = await takeBack(ctx, invoice, back)
  await asker.keep(ctx, done)
  return done
}

function requireRefundable(invoice: Invoice, payment: Payment | undefined): void {
  if (invoice.corrects_uuid !== null) throw invoicingProblem('credit_note_final')
  if (invoice.status === 'refunded') throw invoicingProblem('invoice_refunded')
  if (invoice.status !== 'paid') throw invoicingProblem('invoice_not_paid')
  if (payment?.status === 'refunding') throw invoicingProblem('refund_under_way')
}

interface Refundable {
  readonly invoice: Invoice
  readonly payment: Payment | undefined
  readonly notes: readonly Invoice[]
}

/** What a refund would give back, of what, and where to. */
interface RefundPlan {
  readonly invoice: Invoice
  /** All that is left of it, so that nothing of it remains. */
  readonly whole: boolean
  readonly amount: number
  /** What credit notes have taken back before. */
  readonly refunded: number
  readonly taken: Billed
  /** Nothing where it can go to credits alone. */
  readonly toMethod: { readonly method: number; readonly credits: number; readonly byHand: boolean } | null
}

function planOf({ house }: Context, { invoice, payment, notes }: Refundable, amount: number | null): RefundPlan {
  requireRefundable(invoice, payment)
  const left = leftOf(invoice, notes)
  if (amount !== null && amount > left.total_minor) throw invoicingProblem('refund_too_large')
  const whole = amount === null || amount === left.total_minor
  const wanted = whole ? left.total_minor : amount
  const method = payment?.amount_minor ?? 0
  const untouched = whole && notes.length === 0
  return {
    invoice,
    whole,
    amount: wanted,
    refunded: invoice.total_minor - left.total_minor,
    taken: whole ? left : partOf(left, wanted, house.config.currency),
    toMethod: untouched ? { method, credits: wanted - method, byHand: payment?.provider === 'none' } : null,
  }
}

/** The same without doing it: for whoever wants to know beforehand. */
export async function planRefund(ctx: Context, uuid: string, amount: number | null): Promise<RefundPlan> {
  const invoice = await readInvoice(ctx, uuid)
  if (!invoice) throw kernelProblem('not_found')
  const payment = await readPaymentFor(ctx, uuid)
  return planOf(ctx, { invoice, payment, notes: await creditNotesOf(ctx, uuid) }, amount)
}

/** The invoice stays paid, of which less is left; what it paid for stays, too. */
async function takePart(ctx: Context, { invoice, amount, taken }: RefundPlan): Promise<Refunded> {
  const { uuid, paid_minor, paid_at } = invoice
  await setPaid(ctx, [{ uuid, paid_minor: paid_minor - amount, at: paid_at ?? ctx.now }])
  await recordRefund(ctx, invoice, undefined, { method: 0, credits: amount })
  await issueCreditNotes(ctx, [{ invoice, part: taken, at: ctx.now }], { earned: true })
  return refundOf(ctx, invoice)
}

/** Asks the provider, then takes back what it paid for. Nothing: it was declined. */
async function settleRefund(ctx: Context, payment: Payment): Promise<Refunded | undefined> {
  const [taken] = await refundPayments(ctx, [payment])
  const declined = taken?.outcome.status !== 'succeeded'
  return inTransaction(ctx, async (tx) => {
    const invoice = await lockInvoicePaidBy(tx, payment)
    const [locked] = await lockPayments(tx, [payment.uuid])
    const mine = locked?.status === 'refunding'
    if (mine) await movePayment(tx, locked, declined ? 'keep' : 'refunded')
    // One that came too late has paid for nothing; there is nothing to take back.
    if (!invoice) return undefined
    // Somebody else may have been faster: then it is done.
    const done = declined ? null : mine ? await takeBack(tx, invoice, locked) : await refundOf(tx, invoice)
    await answerBegun(tx, await begunFor(tx, [invoice.uuid]), async () => done)
    return done ?? undefined
  })
}

async function movePayment(ctx: Context, payment: Payment, trigger: 'refund' | 'refunded' | 'keep'): Promise<Payment> {
  const { uuid, tenant_uuid: tenant, status: from, order_uuid } = payment
  const moved = { table: 'payment', uuid, tenant, from, trigger, data: { order_uuid } }
  return { ...payment, status: await move(ctx, paymentStates, moved, () => kernelProblem('state_conflict')) }
}

/** The money is back or credited: the documents and the ledger say so. */
async function takeBack(ctx: Context, invoice: Invoice, payment: Payment | undefined): Promise<Refunded> {
  const { uuid, tenant_uuid: tenant, status: from, number } = invoice
  const moved = { table: 'invoice', uuid, tenant, from, trigger: 'refund' as const, data: { number } }
  await move(ctx, invoiceStates, moved, () => kernelProblem('state_conflict'))
  await setPaid(ctx, [{ uuid, paid_minor: 0, at: invoice.paid_at ?? ctx.now }])
  const back = { method: payment?.amount_minor ?? 0, credits: invoice.paid_minor - (payment?.amount_minor ?? 0) }
  await recordRefund(ctx, invoice, payment, back)
  const part = leftOf(invoice, await creditNotesOf(ctx, uuid))
  const [note] = await issueCreditNotes(ctx, [{ invoice, part, at: ctx.now }], { earned: true })
  if (!note) throw new Error(`the invoice ${uuid} was refunded without a credit note`)
  const { currency } = ctx.house.config
  const told = {
    ...correctionNews(invoice, note),
    total: toAmountString(money(invoice.total_minor, currency)),
    to_method: toAmountString(money(back.method, currency)),
    to_credits: toAmountString(money(back.credits, currency)),
    currency,
  }
  await emit(ctx, invoicingEvents('invoice.refunded', tenant, told))
  return refundOf(ctx, invoice)
}

async function recordRefund(
  ctx: Context,
  { uuid, tenant_uuid: tenant }: Invoice,
  payment: Payment | undefined,
  back: { readonly method: number; readonly credits: number },
): Promise<void> {
  const made = (description: string, amount: number, from: string | null) => ({
    uuid: newUuid(),
    invoice_uuid: uuid,
    type: 'refund' as const,
    description,
    amount_minor: 0 - amount,
    payment_uuid: from,
    happened_at: ctx.now,
  })
  await insertTransactions(ctx, [
    ...(back.credits > 0 ? [made('Refunded to credits', back.credits, null)] : []),
    ...(payment ? [made('Refunded to the payment method', back.method, payment.uuid)] : []),
  ])
  await changeCredits(ctx, [{ tenant, total: back.credits, held: 0 }])
  const at = ctx.now
  await post(ctx, [
    { kind: 'refund', source: uuid, at, postings: creditPostings(tenant, 0 - back.credits) },
    { kind: 'refund', source: payment?.uuid ?? uuid, at, postings: paymentPostings(tenant, 0 - back.method) },
  ])
}

/** As it stands: what was taken back, and what took it back. */
async function refundOf(ctx: Context, { uuid, tenant_uuid }: Invoice): Promise<Refunded> {
  await writeNow(ctx.db)
  const note = (await creditNotesOf(ctx, uuid)).at(-1)
  const [invoice, creditNote] = [
    await findInvoice(ctx, tenant_uuid, uuid),
    note && (await findInvoice(ctx, tenant_uuid, note.uuid)),
  ]
  if (!invoice || !creditNote) throw kernelProblem('state_conflict')
  return { invoice, creditNote }
}

const batch = 100

/** Refunds whose process died are asked for again under the same key, and finished; one that is declined now stays paid. */
export async function finishRefunds(ctx: Context): Promise<void> {
  await inTurn(await refundsLeftBehind(ctx, batch), async (payment) => {
    await settleRefund(ctx, payment)
  })
}
