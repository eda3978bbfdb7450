import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { invoicingEvents } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { digitsOf, hasExpired, type MethodWish } from '../payment/method.rules.ts'
import { findPayment } from '../payment/payment.store.ts'
import type { Provider } from '../payment/provider.actions.ts'
import type { FollowUp, NewMethod, Outcome } from '../payment/provider.rules.ts'
import { answerOf, latestOf, testCards } from './sandbox.rules.ts'
import { chargesOf, lockCharges, logCharges, type SandboxAnswer, type SandboxCharge } from './sandbox.store.ts'

/** The provider of a sandbox: it takes test cards, answers at once, and keeps a log of its own. */
export const sandboxProvider: Provider = {
  name: 'sandbox',
  enrol: async (ctx, _tenant, wish) => enrol(ctx, wish),
  forget: async () => undefined,
  charge: (ctx, requests) =>
    ask(
      ctx,
      requests.map((request) => ({
        key: request.key,
        operation: request.capture ? ('charge' as const) : ('authorise' as const),
        reference: referenceOf(request.key),
        card: request.method,
        amount_minor: request.amount,
        ...answerOf(request),
        happened_at: ctx.now,
      })),
    ),
  capture: (ctx, requests) =>
    ask(
      ctx,
      requests.map((request) => followUp(ctx, request, 'capture', 'succeeded')),
    ),
  cancel: (ctx, requests) => inTransaction(outside(ctx), (tx) => cancel(tx, requests)),
  refund: (ctx, requests) =>
    ask(
      ctx,
      requests.map((request) => followUp(ctx, request, 'refund', 'succeeded')),
    ),
  look: async (ctx, references) => {
    const known = Map.groupBy(await chargesOf(outside(ctx), references), ({ reference }) => reference)
    return references.map((reference) => outcomeOf(ctx, latestOf(known.get(reference) ?? [])))
  },
}

const referenceOf = (payment: string): string => `sandbox_${payment}`

/** Written in transactions of its own, as by somebody else: what the caller rolls back has been asked all the same. */
const outside = (ctx: Context): Context => ({ ...ctx, db: ctx.house.db })

/** Test cards only; a real number is neither kept nor said again. */
function enrol(ctx: Context, { type, card }: MethodWish): NewMethod {
  if (type !== 'card') throw invoicingProblem('method_not_offered')
  if (card === null)
    throw invoicingProblem('card_refused', {
      message: 'A sandbox takes test cards: send "card" with number and expiry.',
    })
  const known = testCards.find(({ number }) => number === digitsOf(card.number))
  if (!known)
    throw invoicingProblem('card_refused', {
      message: 'A sandbox takes only its test cards, which GET /sandbox/cards lists. Never send it a real card.',
    })
  if (hasExpired(card, ctx.now)) throw invoicingProblem('card_refused', { message: 'This card has expired.' })
  return {
    customer: null,
    method: known.number,
    brand: known.brand,
    lastFour: known.number.slice(-4),
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
  }
}

const followUp = (
  ctx: Context,
  { key, reference, amount }: Pick<FollowUp, 'key' | 'reference' | 'amount'>,
  operation: 'capture' | 'cancel' | 'refund' | 'confirm',
  outcome: SandboxCharge['outcome'],
): SandboxCharge => ({
  key: `${key}:${operation}`,
  operation,
  reference,
  card: null,
  amount_minor: amount,
  outcome,
  failure: outcome === 'declined' ? 'authentication_failed' : null,
  happened_at: ctx.now,
})

/** What the log says was answered first counts, whoever asks again. */
async function ask(ctx: Context, charges: readonly SandboxCharge[]): Promise<Outcome[]> {
  const known = new Map((await logCharges(outside(ctx), charges)).map((charge) => [charge.key, charge]))
  return charges.map((charge) => outcomeOf(ctx, known.get(charge.key) ?? charge))
}

/** Only what has not been taken meanwhile. */
async function cancel(tx: Context, requests: readonly FollowUp[]): Promise<Outcome[]> {
  const references = requests.map(({ reference }) => reference)
  const known = Map.groupBy(await lockCharges(tx, references), ({ reference }) => reference)
  const latest = requests.map(({ reference }) => latestOf(known.get(reference) ?? []))
  const open = requests.filter((_, i) => latest[i]?.outcome === 'authorised' || latest[i]?.outcome === 'needs_action')
  const written = await logCharges(
    tx,
    open.map((request) => followUp(tx, request, 'cancel', 'cancelled')),
  )
  const cancelled = new Map(written.map((charge) => [charge.reference, charge]))
  return requests.map(({ reference }, i) => outcomeOf(tx, cancelled.get(reference) ?? latest[i]))
}

function outcomeOf({ house }: Context, charge: SandboxAnswer | undefined): Outcome {
  if (!charge) return { status: 'declined', reference: null, failure: 'unknown' }
  const { key, reference, outcome, failure } = charge
  if (outcome === 'needs_action')
    return { status: outcome, reference, actionUrl: `${house.config.publicUrl}/sandbox/payments/${key}` }
  if (outcome === 'declined') return { status: outcome, reference, failure: failure ?? outcome }
  return { status: outcome, reference }
}

export interface SandboxPayment {
  readonly uuid: string
  readonly status: SandboxCharge['outcome']
  readonly amount: number
}

/** What the page of the customer's bank would show. */
export async function showSandboxPayment(ctx: Context, uuid: string): Promise<SandboxPayment> {
  requireSandbox(ctx)
  const latest = latestOf(await chargesOf(ctx, [referenceOf(uuid)]))
  if (!latest) throw kernelProblem('not_found')
  return { uuid, status: latest.outcome, amount: latest.amount_minor }
}

/** Plays the customer at the bank's page; whoever waits for the payment is told in the same transaction. */
export async function takeSecondStep(ctx: Context, uuid: string, outcome: 'succeed' | 'fail'): Promise<SandboxPayment> {
  requireSandbox(ctx)
  const charges = await lockCharges(ctx, [referenceOf(uuid)])
  const latest = latestOf(charges)
  if (!latest) throw kernelProblem('not_found')
  if (latest.outcome !== 'needs_action') throw invoicingProblem('step_not_open')
  const taken = latest.operation === 'authorise' ? 'authorised' : 'succeeded'
  const said = followUp(
    ctx,
    { key: uuid, reference: latest.reference, amount: latest.amount_minor },
    'confirm',
    outcome === 'succeed' ? taken : 'declined',
  )
  await logCharges(ctx, [said])
  const payment = await findPayment(ctx, uuid)
  if (payment) await emit(ctx, invoicingEvents('payment.changed', payment.tenant_uuid, { uuid }))
  return { uuid, status: said.outcome, amount: said.amount_minor }
}

/** What exists only in a sandbox is elsewhere as unknown as anything else. */
export function requireSandbox({ house }: Context): void {
  if (!house.config.sandbox) throw kernelProblem('not_found')
}
