import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addMethod,
  cancelPayments,
  capturePayments,
  forgetMethod,
  lookAtPayments,
  refundPayments,
  removeMethod,
  settlePayments,
  startPayments,
  takePayments,
  type Payment,
  type PaymentMethod,
  type Taking,
} from '../../../src/invoicing/index.ts'
import { stripeBy } from '../../../src/invoicing/stripe/stripe.actions.ts'
import { openStripe } from '../../../src/invoicing/stripe/stripe.memory.ts'
import type { Context } from '../../../src/kernel/context.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { outcomeOf } from '../../support/portal.ts'
import { StripeStandin, type Mishap } from '../../support/server/stripe-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The provider against a stand-in that speaks Stripe's wire format; addPaymentMethod over the wire, the rest as jobs do. */

const stripe = new StripeStandin()
let world: World
beforeAll(async () => {
  world = await openWorld({
    env: {
      SUBLET_PAYMENT_PROVIDER: 'stripe',
      SUBLET_STRIPE_KEY: 'sk_test_1',
      SUBLET_STRIPE_URL: await stripe.listen(),
      SUBLET_PUBLIC_URL: 'https://sublet.example',
    },
  })
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.mishaps.length = 0
})

const enrol = (tenant: string, token: string): Promise<PaymentMethod> =>
  addMethod(world.ctx, tenant, { type: 'card', card: null, token, makeDefault: true })

interface Wish {
  readonly token?: string
  readonly capture?: boolean
  readonly offSession?: boolean
}

const requestOf = ({ payment, method }: Taking) => ({
  key: payment.uuid,
  customer: method?.provider_customer ?? null,
  method: method?.provider_method ?? '',
  amount: 1_200,
  currency: 'USD',
  capture: true,
  offSession: false,
  attempt: 0,
  description: 'a test',
})

/** Begun but not yet asked for. */
async function begin({ token = 'pm_card_visa', capture = true, offSession = false }: Wish = {}): Promise<
  Taking & { method: PaymentMethod }
> {
  const tenant = await world.tenant()
  const method = await enrol(tenant, token)
  const wish = { tenant, order: newUuid(), method, amount: 1_200, capture }
  const [payment] = await world.change((ctx) => startPayments(ctx, [wish]))
  if (!payment) throw new Error('nothing was started')
  return { payment, method, offSession, attempt: 0, description: 'a test' }
}

async function take(wish: Wish = {}): Promise<Payment> {
  const taking = await begin(wish)
  const taken = await takePayments(world.ctx, [taking])
  await world.change((ctx) => settlePayments(ctx, taken))
  return query<Payment>`select * from payment where uuid = ${taking.payment.uuid}`.only(world.ctx)
}

const statuses = (taken: readonly { readonly outcome: { readonly status: string } }[]) =>
  taken.map(({ outcome }) => outcome.status)

/** How often money was taken for a payment. */
const timesTaken = ({ uuid }: Payment): number =>
  [...stripe.intents.values()].filter(
    ({ metadata, amount_received }) => metadata['payment'] === uuid && amount_received,
  ).length

describe('addPaymentMethod with Stripe', () => {
  async function company() {
    const { tenant, bearer } = await world.client()
    const add = (payload: object) =>
      world.call('POST', `/ecommerce/public/${tenant}/payment-methods`, { headers: bearer, payload })
    return { tenant, add }
  }

  it('attaches the token to the one customer of the company', async () => {
    const { tenant, add } = await company()
    const before = stripe.customers.length
    const { status, body } = await add({ type: 'card', token: 'pm_card_visa' })
    expect([status, body.data.details]).toEqual([
      201,
      { card_brand: 'visa', card_last_four: '4242', card_expiry_month: 5, card_expiry_year: 2044 },
    ])
    await add({ type: 'paypal', token: 'pm_paypal' })
    expect(stripe.customers.slice(before)).toEqual([{ id: expect.any(String), metadata: { tenant } }])
    const { rows } = await world.house.pool.query(
      'select provider, provider_method, card_last_four from payment_method where tenant_uuid = $1 order by created_at',
      [tenant],
    )
    expect(rows).toEqual([
      { provider: 'stripe', provider_method: 'pm_card_visa', card_last_four: '4242' },
      { provider: 'stripe', provider_method: 'pm_paypal', card_last_four: null },
    ])
  })

  it('takes no card numbers, unknown or refused tokens, or tokens of another type', async () => {
    const { add } = await company()
    const card = { number: '4242424242424242', expiry_month: 12, expiry_year: 2040 }
    expect((await add({ type: 'card', card })).body.message).toContain('never a card number')
    for (const token of ['pm_unknown', 'pm_card_refused', 'pm_paypal'])
      expect(outcomeOf(await add({ type: 'card', token }))).toBe('422 card_refused')
  })

  it.each<Mishap>(['error', 'hang up', 'too many'])('says that nobody answers after: %s', async (mishap) => {
    const { tenant, add } = await company()
    stripe.mishaps.push(mishap, mishap, mishap)
    expect(outcomeOf(await add({ type: 'card', token: 'pm_card_visa' }))).toBe('503 payment_unanswered')
    const { rowCount } = await world.house.pool.query('select from payment_method where tenant_uuid = $1', [tenant])
    expect(rowCount).toBe(0)
  })
})

describe('a removed method', () => {
  it('is let go of by Stripe, once the company has it no more', async () => {
    const tenant = await world.tenant()
    const twice = [await enrol(tenant, 'pm_card_twice'), await enrol(tenant, 'pm_card_twice')]
    await enrol(tenant, 'pm_card_visa')
    for (const { uuid } of twice) {
      expect(stripe.detached).toEqual([])
      await world.change((ctx) => removeMethod(ctx, tenant, uuid))
      await world.runJobs()
    }
    expect(stripe.detached).toEqual(['pm_card_twice'])
  })

  it('is let go of later when Stripe does not answer, and once', async () => {
    const tenant = await world.tenant()
    const { uuid } = await enrol(tenant, 'pm_card_later')
    await enrol(tenant, 'pm_card_visa')
    await world.change((ctx) => removeMethod(ctx, tenant, uuid))
    stripe.mishaps.push('too many')
    await expect(forgetMethod.run(world.ctx, { uuid })).rejects.toThrow('rate_limit')
    await forgetMethod.run(world.ctx, { uuid })
    await forgetMethod.run(world.ctx, { uuid })
    expect(stripe.detached.filter((method) => method === 'pm_card_later')).toHaveLength(1)
  })
})

describe('charging', () => {
  it.each([
    ['pm_card_visa', {}, 'succeeded', null],
    ['pm_card_visa', { capture: false, offSession: true }, 'authorised', null],
    ['pm_card_chargeDeclined', {}, 'declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', { offSession: true }, 'declined', 'insufficient_funds'],
    ['pm_card_twoSteps', {}, 'needs_action', null],
    ['pm_card_twoSteps', { offSession: true }, 'declined', 'authentication_required'],
  ])('%s %j is %s', async (token, wish, status, failure) => {
    const payment = await take({ token, ...wish })
    const { id } = stripe.intentOf(payment.uuid)
    expect(payment).toMatchObject({
      status,
      failure,
      provider_reference: id,
      action_url: status === 'needs_action' ? 'https://bank.example/step' : null,
    })
  })

  it('says what Stripe needs to know, under the key of the payment', async () => {
    const { uuid } = await take({ capture: false, offSession: true })
    const { form } = stripe.asked.find(({ key }) => key === uuid) ?? { form: {} }
    expect(form).toEqual({
      amount: '1200',
      currency: 'usd',
      customer: stripe.intentOf(uuid).customer,
      payment_method: 'pm_card_visa',
      confirm: 'true',
      off_session: 'true',
      capture_method: 'manual',
      description: 'a test',
      'metadata[payment]': uuid,
      return_url: 'https://sublet.example/',
    })
  })

  it('declines what Stripe finds invalid: no money has moved', async () => {
    const taking = await begin()
    const method = { ...taking.method, provider_method: 'pm_gone' }
    const [taken] = await takePayments(world.ctx, [{ ...taking, method }])
    expect(taken?.outcome).toEqual({ status: 'declined', reference: null, failure: 'resource_missing' })
  })

  it.each<Mishap>(['error', 'hang up', 'hang up after acting', 'too many'])(
    'takes %s for silence, and charges once when asked again',
    async (mishap) => {
      const taking = await begin()
      stripe.mishaps.push(mishap, mishap)
      await expect(takePayments(world.ctx, [taking])).rejects.toMatchObject({ row: { code: 'payment_unanswered' } })
      stripe.mishaps.length = 0
      expect(statuses(await takePayments(world.ctx, [taking]))).toEqual(['succeeded'])
      expect(timesTaken(taking.payment)).toBe(1)
    },
  )

  it('takes a timeout for silence', async () => {
    const taking = await begin()
    const request = requestOf(taking)
    const hurried = stripeBy(() => openStripe(world.house.config, 100))
    stripe.mishaps.push('silence', 'silence')
    expect(await hurried.charge(world.ctx, [request])).toEqual([null])
    const patient = stripeBy(() => openStripe(world.house.config))
    expect(await patient.charge(world.ctx, [request])).toMatchObject([{ status: 'succeeded' }])
    expect(timesTaken(taking.payment)).toBe(1)
  })

  it('is left alone for a while by jobs that it let wait, and never by a customer', async () => {
    const waits = stripeBy(() => openStripe(world.house.config, 60_000), 3_000)
    const taking = await begin()
    const request = requestOf(taking)
    const askedBy = async (ctx: Context, times: number) => {
      const before = stripe.asked.length
      const told = await waits.charge(
        ctx,
        Array.from({ length: times }, () => request),
      )
      expect(told).toEqual(Array.from({ length: times }, () => null))
      return stripe.asked.length - before
    }
    stripe.mishaps.push(...Array.from({ length: 60 }, (): Mishap => 'silence'))
    const other = await openWorld({ beside: world })
    const { ctx } = other
    // Eight at a time, and nobody after them.
    expect(await askedBy(ctx, 40)).toBe(8)
    expect(await askedBy(ctx, 40)).toBe(0)
    expect(await askedBy({ ...ctx, actor: { kind: 'key', id: 'a customer' } }, 1)).toBe(1)
    await other.close()
  })

  it('looks for what Stripe did before it fell over', async () => {
    const taking = await begin()
    stripe.mishaps.push('error after acting')
    expect(statuses(await takePayments(world.ctx, [taking]))).toEqual(['succeeded'])
    expect(statuses(await takePayments(world.ctx, [taking]))).toEqual(['succeeded'])
    expect(timesTaken(taking.payment)).toBe(1)
  })

  it('looks for what a key did when it was used with other words', async () => {
    const taking = await begin()
    await takePayments(world.ctx, [taking])
    const again = await takePayments(world.ctx, [{ ...taking, description: 'said otherwise' }])
    expect(statuses(again)).toEqual(['succeeded'])
    expect(timesTaken(taking.payment)).toBe(1)
  })

  it('hears of a second step that was taken before it asked again', async () => {
    const taking = await begin({ token: 'pm_card_twoSteps' })
    expect(statuses(await takePayments(world.ctx, [taking]))).toEqual(['needs_action'])
    stripe.intentOf(taking.payment.uuid).status = 'succeeded'
    expect(statuses(await takePayments(world.ctx, [taking]))).toEqual(['succeeded'])
  })

  it('asks about many in their order, eight at a time, and returns those that were answered', async () => {
    const tokens = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_twoSteps']
    const takings: Taking[] = []
    for (let i = 0; i < 21; i++) takings.push(await begin({ token: tokens[i % 3] ?? '' }))
    stripe.mostAtOnce = 0
    const taken = await takePayments(world.ctx, takings)
    expect(taken.map(({ payment }) => payment.uuid)).toEqual(takings.map(({ payment }) => payment.uuid))
    expect(statuses(taken).slice(0, 3)).toEqual(['succeeded', 'declined', 'needs_action'])
    expect(stripe.mostAtOnce).toBeGreaterThan(1)
    expect(stripe.mostAtOnce).toBeLessThanOrEqual(8)
    const more = [await begin(), await begin()]
    stripe.mishaps.push('too many')
    expect(statuses(await takePayments(world.ctx, more))).toEqual(['succeeded'])
  })

  it('splits what several providers take', async () => {
    const taking = await begin()
    const { uuid } = taking.payment
    const key = newUuid()
    const inSandbox = {
      ...taking,
      payment: { ...taking.payment, uuid: key, provider: 'sandbox' as const },
      method: { ...taking.method, provider_method: '4000000000000002' },
    }
    const taken = await takePayments(world.ctx, [inSandbox, taking])
    expect(new Map(taken.map(({ payment, outcome }) => [payment.uuid, outcome.status]))).toEqual(
      new Map([
        [key, 'declined'],
        [uuid, 'succeeded'],
      ]),
    )
  })
})

describe('what follows', () => {
  it('captures what was authorised, once', async () => {
    const payment = await take({ capture: false })
    expect(statuses(await capturePayments(world.ctx, [payment]))).toEqual(['succeeded'])
    expect(statuses(await capturePayments(world.ctx, [payment]))).toEqual(['succeeded'])
    expect(stripe.intentOf(payment.uuid)).toMatchObject({ status: 'succeeded', amount_received: 1_200 })
  })

  it('says when the authorisation has lapsed', async () => {
    const payment = await take({ capture: false })
    stripe.intentOf(payment.uuid).status = 'canceled'
    expect(statuses(await capturePayments(world.ctx, [payment]))).toEqual(['cancelled'])
  })

  it('lets go of what was authorised or waits, and says when it was too late', async () => {
    const payments = [await take({ capture: false }), await take({ token: 'pm_card_twoSteps' }), await take()]
    expect(statuses(await cancelPayments(world.ctx, payments))).toEqual(['cancelled', 'cancelled', 'succeeded'])
  })

  it('gives back once, also when the answer was lost', async () => {
    const payment = await take()
    stripe.mishaps.push('hang up after acting', 'hang up')
    await expect(refundPayments(world.ctx, [payment])).rejects.toMatchObject({ row: { code: 'payment_unanswered' } })
    expect(statuses(await refundPayments(world.ctx, [payment]))).toEqual(['succeeded'])
    const given = stripe.refunds.filter(({ payment_intent }) => payment_intent === payment.provider_reference)
    expect(given).toMatchObject([{ amount: 1_200 }])
  })

  it('sees how a second step ended', async () => {
    const [one, two] = [await take({ token: 'pm_card_twoSteps' }), await take({ token: 'pm_card_twoSteps' })]
    stripe.intentOf(one.uuid).status = 'succeeded'
    Object.assign(stripe.intentOf(two.uuid), {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'payment_intent_authentication_failure' },
    })
    const looked = await lookAtPayments(world.ctx, [one, two])
    expect(looked.map(({ outcome }) => outcome)).toEqual([
      { status: 'succeeded', reference: one.provider_reference },
      {
        status: 'declined',
        reference: two.provider_reference,
        failure: 'payment_intent_authentication_failure',
      },
    ])
  })
})
