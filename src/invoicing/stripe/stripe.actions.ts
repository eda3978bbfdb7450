import type Stripe from 'stripe'
import { stopwatch } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { endsWithin } from '../../kernel/patience.ts'
import type { MethodWish } from '../payment/method.rules.ts'
import type { Provider } from '../payment/provider.actions.ts'
import type { ChargeRequest, FollowUp, NewMethod, Outcome, Told } from '../payment/provider.rules.ts'
import {
  cardLeft,
  cardOf,
  closePage,
  customerFor,
  isPage,
  lookAtPage,
  openCardPage,
  openPayPage,
} from './page.actions.ts'
import { patience, silence, stripeClient } from './stripe.memory.ts'
import { cardIn, leftOpen, movedOn, outcomeOfFault, outcomeOfIntent, type StripeFault } from './stripe.rules.ts'

/** Stripe, by its own library: payment intents under our keys, so that asking twice charges once. */
export function stripeBy(clientOf: (ctx: Context) => Promise<Stripe>, longest = patience): Provider {
  const each = async <T>(
    ctx: Context,
    requests: readonly T[],
    ask: (stripe: Stripe, request: T) => Promise<Outcome>,
  ) => {
    const stripe = await clientOf(ctx)
    return atMost(8, requests, (request) => answered(ctx, longest, () => ask(stripe, request)))
  }
  return {
    name: 'stripe',
    enrol: (ctx, tenant, wish) => enquire(ctx, longest, async () => enrol(ctx, await clientOf(ctx), tenant, wish)),
    forget: (ctx, method) => inTime(ctx, longest, async () => forget(await clientOf(ctx), method)),
    charge: (ctx, requests) =>
      each(ctx, requests, (stripe, request) => charge(stripe, request, `${ctx.house.config.publicUrl}/`)),
    capture: (ctx, requests) => each(ctx, requests, capture),
    cancel: (ctx, requests) => each(ctx, requests, cancel),
    refund: (ctx, requests) => each(ctx, requests, refund),
    look: (ctx, references) => each(ctx, references, look),
    pages: {
      card: (ctx, tenant, wish) =>
        enquire(ctx, longest, async () => openCardPage(ctx, await clientOf(ctx), tenant, wish)),
      cardLeft: (ctx, tenant, session) =>
        enquire(ctx, longest, async () => cardLeft(await clientOf(ctx), tenant, session)),
      cardOf: (ctx, reference) => enquire(ctx, longest, async () => cardOf(await clientOf(ctx), reference)),
      pay: (ctx, requests) => each(ctx, requests, (stripe, request) => openPayPage(ctx, stripe, request)),
    },
  }
}

export const stripeProvider = stripeBy(stripeClient)

/** What a person waits for: refused in words, or said to be unanswered. */
const enquire = <T>(ctx: Context, longest: number, ask: () => Promise<T>): Promise<T> =>
  inTime(ctx, longest, ask).catch((error: unknown) => {
    throw refusalOf(error)
  })

/** In order, and never more than so many at a time: Stripe refuses who asks too much at once. */
async function atMost<T, R>(most: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const lane = async (): Promise<void> => {
    for (const [i, item] of waiting) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
  return results
}

async function answered(ctx: Context, longest: number, ask: () => Promise<Outcome>): Promise<Told> {
  if (ctx.actor.kind === 'system' && stopwatch() < silence(ctx).until) return null
  try {
    return await inTime(ctx, longest, ask)
  } catch (error) {
    const outcome = outcomeOfFault(error as StripeFault)
    // Its own words may quote what was sent.
    const { type, code } = error as StripeFault
    if (outcome === null) ctx.house.log.warn({ type, code }, 'Stripe gave no answer')
    return outcome
  }
}

/** How long a job then leaves Stripe alone: of hundreds of renewals each would wait as long. */
const rest = 30_000

/** What comes too late is nobody's: asked again under the same key, Stripe says it again. */
async function inTime<T>(ctx: Context, longest: number, ask: () => Promise<T>): Promise<T> {
  const answer = ask()
  if (await endsWithin(longest, answer)) return answer
  silence(ctx).until = stopwatch() + rest
  throw Object.assign(new Error(`no answer within ${longest} ms`), { type: 'StripeConnectionError' })
}

async function charge(stripe: Stripe, request: ChargeRequest, returnUrl: string): Promise<Outcome> {
  const { key, customer, method, amount, currency, capture: now, offSession, description } = request
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency: currency.toLowerCase(),
        ...(customer === null ? {} : { customer }),
        payment_method: method,
        confirm: true,
        off_session: offSession,
        capture_method: now ? 'automatic' : 'manual',
        description,
        metadata: { payment: key },
        return_url: returnUrl,
      },
      { idempotencyKey: key },
    )
    // Asked before: Stripe says what it said then, and much may have happened since.
    const repeated = intent.lastResponse.headers['idempotent-replayed'] === 'true'
    return repeated ? await look(stripe, intent.id) : outcomeOfIntent(intent)
  } catch (error) {
    const intent = leftOpen(error as StripeFault) && (await findIntent(stripe, request))
    if (!intent) throw error
    return outcomeOfIntent(intent)
  }
}

/** The intent that was made under a key, among the customer's latest. */
async function findIntent(stripe: Stripe, { key, customer }: ChargeRequest): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.paymentIntents.list({ ...(customer === null ? {} : { customer }), limit: 100 })
  return data.find(({ metadata }) => metadata['payment'] === key)
}

const look = async (stripe: Stripe, reference: string): Promise<Outcome> =>
  isPage(reference) ? lookAtPage(stripe, reference) : outcomeOfIntent(await stripe.paymentIntents.retrieve(reference))

const capture = (stripe: Stripe, { key, reference, amount }: FollowUp): Promise<Outcome> =>
  orAsItStands(stripe, reference, () =>
    stripe.paymentIntents.capture(reference, { amount_to_capture: amount }, { idempotencyKey: `${key}:capture` }),
  )

const cancel = (stripe: Stripe, { key, reference }: FollowUp): Promise<Outcome> =>
  isPage(reference)
    ? closePage(stripe, reference)
    : orAsItStands(stripe, reference, () =>
        stripe.paymentIntents.cancel(reference, {}, { idempotencyKey: `${key}:cancel` }),
      )

async function orAsItStands(
  stripe: Stripe,
  reference: string,
  act: () => Promise<Stripe.PaymentIntent>,
): Promise<Outcome> {
  try {
    return outcomeOfIntent(await act())
  } catch (error) {
    if (movedOn(error as StripeFault)) return look(stripe, reference)
    throw error
  }
}

async function refund(stripe: Stripe, { key, reference, amount }: FollowUp): Promise<Outcome> {
  try {
    const { status, failure_reason } = await stripe.refunds.create(
      { payment_intent: reference, amount },
      { idempotencyKey: `${key}:refund` },
    )
    if (status !== 'failed' && status !== 'canceled') return { status: 'succeeded', reference }
    return { status: 'declined', reference, failure: failure_reason ?? status }
  } catch (error) {
    if ((error as StripeFault).code === 'charge_already_refunded') return { status: 'succeeded', reference }
    throw error
  }
}

/** The card itself has gone from the customer's browser to Stripe; we get the name under which it knows it. */
async function enrol(ctx: Context, stripe: Stripe, tenant: string, { type, token }: MethodWish): Promise<NewMethod> {
  if (token === null)
    throw invoicingProblem('card_refused', {
      message: 'Send "token", the id of a Stripe payment method (pm_…); never a card number.',
    })
  const customer = await customerFor(ctx, stripe, tenant)
  const method = await stripe.paymentMethods.attach(token, { customer })
  if (method.type !== type)
    throw invoicingProblem('card_refused', { message: `The token is a ${method.type}, not a ${type}.` })
  return cardIn(method, customer) as NewMethod
}

/** One that Stripe does not know, or has let go of already, is forgotten. */
async function forget(stripe: Stripe, method: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(method)
  } catch (error) {
    if ((error as StripeFault).type !== 'StripeInvalidRequestError') throw error
  }
}

function refusalOf(error: unknown): unknown {
  const fault = error as StripeFault
  if (!fault.type?.startsWith('Stripe')) return error
  const outcome = outcomeOfFault(fault)
  if (outcome?.status !== 'declined')
    return invoicingProblem('payment_unanswered', { message: 'Stripe does not answer; try again in a moment.' })
  return invoicingProblem('card_refused', { message: `Stripe does not take it: ${outcome.failure}.` })
}
