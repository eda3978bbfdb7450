import type Stripe from 'stripe'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { customerOf } from '../payment/method.store.ts'
import type { CardPage, NewMethod, Outcome, PageRequest } from '../payment/provider.rules.ts'
import { cardIn, movedOnPage, outcomeOfSession, type StripeFault } from './stripe.rules.ts'

/** Stripe's hosted pages (Checkout): to leave a card, and to pay. */

/** Under a key of its own, so that two first cards at once make one customer. */
export async function customerFor(ctx: Context, stripe: Stripe, tenant: string): Promise<string> {
  const known = await customerOf(ctx, tenant, 'stripe')
  if (known !== undefined) return known
  const made = await stripe.customers.create({ metadata: { tenant } }, { idempotencyKey: `customer-${tenant}` })
  return made.id
}

export async function openCardPage(
  ctx: Context,
  stripe: Stripe,
  tenant: string,
  { key, back }: { readonly key: string; readonly back: string },
): Promise<CardPage> {
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      customer: await customerFor(ctx, stripe, tenant),
      allowed_payment_method_types: ['card'],
      client_reference_id: tenant,
      metadata: { tenant },
      success_url: `${back}?session={CHECKOUT_SESSION_ID}`,
      cancel_url: back,
    },
    { idempotencyKey: key },
  )
  return { session: session.id, url: session.url ?? '', expiresAt: new Date(session.expires_at * 1_000) }
}

/** Only of the company that opened the page. */
export async function cardLeft(stripe: Stripe, tenant: string, id: string): Promise<NewMethod | null> {
  const session = await stripe.checkout.sessions
    .retrieve(id, { expand: ['setup_intent.payment_method'] })
    .catch((error: unknown) => {
      throw (error as StripeFault).code === 'resource_missing' ? kernelProblem('not_found') : error
    })
  if (session.mode !== 'setup' || session.client_reference_id !== tenant) throw kernelProblem('not_found')
  const { setup_intent: intent } = session
  if (session.status !== 'complete' || intent === null || typeof intent === 'string') return null
  return intent.status === 'succeeded' ? cardIn(intent.payment_method, session.customer) : null
}

export async function cardOf(stripe: Stripe, reference: string): Promise<NewMethod | null> {
  const intent = await stripe.paymentIntents.retrieve(reference, { expand: ['payment_method'] })
  return cardIn(intent.payment_method, intent.customer)
}

export async function openPayPage(ctx: Context, stripe: Stripe, request: PageRequest): Promise<Outcome> {
  const { key, tenant, order, amount, currency, description } = request
  const back = `${ctx.house.config.publicUrl}/c/${tenant}/orders/${order}`
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      customer: await customerFor(ctx, stripe, tenant),
      allowed_payment_method_types: ['card'],
      client_reference_id: tenant,
      metadata: { tenant, payment: key },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } },
        },
      ],
      payment_intent_data: { metadata: { payment: key }, setup_future_usage: 'off_session', description },
      success_url: `${back}?placed=true`,
      cancel_url: back,
    },
    { idempotencyKey: key },
  )
  // Asked before: Stripe says what it said then.
  const repeated = session.lastResponse.headers['idempotent-replayed'] === 'true'
  return repeated ? lookAtPage(stripe, session.id) : outcomeOfSession(session)
}

export const isPage = (reference: string): boolean => reference.startsWith('cs_')

export const lookAtPage = async (stripe: Stripe, id: string): Promise<Outcome> =>
  outcomeOfSession(await stripe.checkout.sessions.retrieve(id))

/** Nobody can pay on it any more; who has paid meanwhile has paid. */
export async function closePage(stripe: Stripe, id: string): Promise<Outcome> {
  try {
    return outcomeOfSession(await stripe.checkout.sessions.expire(id))
  } catch (error) {
    if (movedOnPage(error as StripeFault)) return lookAtPage(stripe, id)
    throw error
  }
}
