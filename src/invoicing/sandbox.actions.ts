import type { Context } from '../kernel/context.ts'
import { invoicingProblem } from './invoicing.problems.ts'
import { digitsOf, hasExpired, type MethodWish } from './method.rules.ts'
import type { Provider } from './provider.actions.ts'
import type { FollowUp, NewMethod, Outcome } from './provider.rules.ts'
import { answerOf, testCards } from './sandbox.rules.ts'
import { chargesOf, logCharges, type SandboxCharge } from './sandbox.store.ts'

/** The provider of a sandbox: it takes test cards, answers at once, and keeps a log of its own. */
export const sandboxProvider: Provider = {
  name: 'sandbox',
  enrol: async (ctx, _tenant, wish) => enrol(ctx, wish),
  charge: (ctx, requests) =>
    ask(
      ctx,
      requests.map((request) => {
        const outcome = answerOf(request)
        return {
          key: request.key,
          operation: request.capture ? 'charge' : 'authorise',
          reference: `sandbox_${request.key}`,
          card: request.method,
          amount_minor: request.amount,
          outcome: outcome.status,
          failure: outcome.status === 'declined' ? outcome.failure : null,
          happened_at: ctx.now,
        }
      }),
    ),
  capture: (ctx, requests) =>
    ask(
      ctx,
      requests.map((request) => followUp(ctx, request, 'capture', 'succeeded')),
    ),
  cancel: async (ctx, requests) => {
    await ask(
      ctx,
      requests.map((request) => followUp(ctx, request, 'cancel', 'cancelled')),
    )
  },
  refund: (ctx, requests) =>
    ask(
      ctx,
      requests.map((request) => followUp(ctx, request, 'refund', 'succeeded')),
    ),
  look: async (ctx, reference) => {
    const last = (await chargesOf(ctx, reference)).at(-1)
    return last ? outcomeOf(last) : { status: 'declined', reference: null, failure: 'unknown' }
  },
}

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
  { key, reference, amount }: FollowUp,
  operation: 'capture' | 'cancel' | 'refund',
  outcome: 'succeeded' | 'cancelled',
): SandboxCharge => ({
  key: `${key}:${operation}`,
  operation,
  reference,
  card: null,
  amount_minor: amount,
  outcome,
  failure: null,
  happened_at: ctx.now,
})

/** What the log says was answered first counts, whoever asks again. */
async function ask(ctx: Context, charges: readonly SandboxCharge[]): Promise<Outcome[]> {
  const known = new Map((await logCharges(ctx, charges)).map((charge) => [charge.key, charge]))
  return charges.map((charge) => outcomeOf(known.get(charge.key) ?? charge))
}

function outcomeOf({ key, reference, outcome, failure }: SandboxCharge): Outcome {
  if (outcome === 'succeeded' || outcome === 'authorised') return { status: outcome, reference }
  if (outcome === 'needs_action') return { status: outcome, reference, actionUrl: `/sandbox/payments/${key}` }
  return { status: 'declined', reference, failure: failure ?? outcome }
}
