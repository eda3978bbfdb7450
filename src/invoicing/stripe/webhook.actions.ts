import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { enqueue } from '../../kernel/work/jobs.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { invoicingEvents } from '../invoicing.events.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { finishCardPage } from '../payment/page.actions.ts'
import { findPayment, findStripePayment, type Payment } from '../payment/payment.store.ts'
import { stripeClient } from './stripe.memory.ts'
import { isAhead, readEvent, type StripeEvent } from './stripe.rules.ts'

const cardLeft = 'checkout.session.completed'
const heard = new Set([
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'checkout.session.expired',
  cardLeft,
])
const open = new Set<Payment['status']>(['started', 'authorised', 'needs_action'])

/**
 * Stripe's word that something changed. It is only a hint: whoever waits for the payment asks Stripe itself, so a repeated,
 * late or disordered event does no harm.
 */
export async function hearStripe(ctx: Context, bytes: Buffer, signature: string): Promise<void> {
  const { stripeKey, stripeWebhookSecret } = ctx.house.config
  if (stripeKey === null || stripeWebhookSecret === null) throw kernelProblem('not_found')
  const event = readEvent(verified(await stripeClient(ctx), bytes, signature, stripeWebhookSecret))
  if (!event) throw invoicingProblem('event_malformed')
  if (isAhead(signature, event, ctx.realNow)) throw invoicingProblem('event_ahead')
  if (!heard.has(event.type)) return
  if (!event.about) throw invoicingProblem('event_malformed')
  const { id, tenant, payment: paid } = event.about
  if (event.type === cardLeft && paid === null && tenant !== null)
    return enqueue(ctx, finishCardPage, { tenant, session: id }, { key: `card-page-${id}` })
  const payment = await paymentOf(ctx, event.about)
  if (!payment || !open.has(payment.status)) return
  await emit(ctx, invoicingEvents('payment.changed', payment.tenant_uuid, { uuid: payment.uuid }))
}

function verified(
  { webhooks }: Awaited<ReturnType<typeof stripeClient>>,
  bytes: Buffer,
  signature: string,
  secret: string,
): unknown {
  try {
    return webhooks.constructEvent(bytes, signature, secret)
  } catch {
    throw invoicingProblem('signature_invalid')
  }
}

/** By Stripe's name for it; one that a killed process never wrote down carries ours. */
async function paymentOf(ctx: Context, { id, payment: ours }: NonNullable<StripeEvent['about']>) {
  const known = await findStripePayment(ctx, id)
  if (known || ours === null) return known
  const payment = await findPayment(ctx, ours)
  return payment?.provider === 'stripe' ? payment : undefined
}
