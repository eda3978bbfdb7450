import type { Context } from '../kernel/context.ts'
import type { Provider } from './provider.actions.ts'
import type { FollowUp, Outcome } from './provider.rules.ts'
import { answerOf } from './sandbox.rules.ts'
import { chargesOf, logCharges, type SandboxCharge } from './sandbox.store.ts'

/** The provider of a sandbox: it takes test cards, answers at once, and keeps a log of its own. */
export const sandboxProvider: Provider = {
  name: 'sandbox',
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
