import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMethod, settlePayments, startPayments, takePayments, type Payment } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { outcomeOf } from '../../support/portal.ts'
import { StripeStandin } from '../../support/server/stripe-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

const secret = 'whsec_test'
const standin = new StripeStandin()
let world: World
beforeAll(async () => {
  world = await openWorld({
    env: {
      SUBLET_PAYMENT_PROVIDER: 'stripe',
      SUBLET_STRIPE_KEY: 'sk_test_1',
      SUBLET_STRIPE_URL: await standin.listen(),
      SUBLET_STRIPE_WEBHOOK_SECRET: secret,
    },
  })
})
afterAll(async () => {
  await world.close()
  await standin.close()
})

const signer = new Stripe('sk_test_1')
const signed = (payload: string, more: { secret?: string; timestamp?: number } = {}) =>
  signer.webhooks.generateTestHeaderString({ payload, secret, ...more })

const eventText = (type: string, object: object) =>
  // Spaces as Stripe sends them: it is the bytes that are signed.
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, null, 2)

const tell = (payload: string, signature = signed(payload), to = world) =>
  to.call('POST', '/payments/stripe/webhook', {
    headers: { 'content-type': 'application/json', ...(signature === '' ? {} : { 'stripe-signature': signature }) },
    payload,
  })

/** Waits for the customer at the bank's page; `noted` as far as we know. */
async function waiting(noted = true): Promise<Payment & { reference: string }> {
  const tenant = await world.tenant()
  const method = await addMethod(world.ctx, tenant, {
    type: 'card',
    card: null,
    token: 'pm_card_twoSteps',
    makeDefault: true,
  })
  const wish = { tenant, order: newUuid(), method, amount: 1_200, capture: true }
  const [payment] = await world.change((ctx) => startPayments(ctx, [wish]))
  if (!payment) throw new Error('nothing was started')
  const taken = await takePayments(world.ctx, [{ payment, method, offSession: false, attempt: 0, description: 'test' }])
  if (noted) await world.change((ctx) => settlePayments(ctx, taken))
  return { ...payment, reference: standin.intentOf(payment.uuid).id }
}

async function news({ uuid }: Payment): Promise<number> {
  const { rowCount } = await world.house.pool.query(
    `select from outbox_event where type = 'payment.changed' and data ->> 'uuid' = $1`,
    [uuid],
  )
  return rowCount ?? 0
}

describe('POST /payments/stripe/webhook', () => {
  it.each(['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'])(
    'tells who waits for a payment: %s',
    async (type) => {
      const payment = await waiting()
      const { status, body } = await tell(eventText(type, { id: payment.reference }))
      expect([status, body]).toEqual([200, { received: true }])
      expect(await news(payment)).toBe(1)
    },
  )

  it('knows a payment by its own name when nobody wrote down the other', async () => {
    const payment = await waiting(false)
    await tell(eventText('payment_intent.succeeded', { id: payment.reference, metadata: { payment: payment.uuid } }))
    expect(await news(payment)).toBe(1)
  })

  it('changes nothing by what it knows already', async () => {
    const payment = await waiting()
    await world.house.pool.query(`update payment set status = 'succeeded' where uuid = $1`, [payment.uuid])
    for (let i = 0; i < 2; i++)
      expect((await tell(eventText('payment_intent.succeeded', { id: payment.reference }))).status).toBe(200)
    expect(await news(payment)).toBe(0)
  })

  it('changes nothing by what is not for us', async () => {
    const payment = await waiting()
    const others = [
      eventText('customer.created', { id: payment.reference }),
      eventText('payment_intent.processing', { id: payment.reference }),
      eventText('payment_intent.succeeded', { id: 'pi_unknown' }),
      eventText('payment_intent.succeeded', { id: 'pi_unknown', metadata: { payment: newUuid() } }),
      eventText('payment_intent.succeeded', { id: 'pi_unknown', metadata: { payment: 'none' } }),
    ]
    for (const text of others) expect((await tell(text)).status).toBe(200)
    expect(await news(payment)).toBe(0)
  })

  it('believes only what is signed with the secret, now, over these bytes', async () => {
    const payment = await waiting()
    const text = eventText('payment_intent.succeeded', { id: payment.reference })
    const old = Math.floor(world.ctx.realNow.getTime() / 1_000) - 3_600
    const signatures = [
      '',
      'nonsense',
      signed(text, { secret: 'whsec_other' }),
      signed(text, { timestamp: old }),
      signed(JSON.stringify(JSON.parse(text))),
    ]
    for (const signature of signatures) expect(outcomeOf(await tell(text, signature))).toBe('400 signature_invalid')
    expect(await news(payment)).toBe(0)
  })

  it.each([
    'null',
    '[]',
    '"text"',
    '7',
    '{}',
    '{"type":7,"data":{"object":{"id":"pi_1"}}}',
    '{"type":"payment_intent.succeeded"}',
    '{"type":"payment_intent.succeeded","data":null}',
    '{"type":"payment_intent.succeeded","data":{"object":null}}',
    '{"type":"payment_intent.succeeded","data":{"object":[]}}',
    '{"type":"payment_intent.succeeded","data":{"object":{}}}',
    '{"type":"payment_intent.succeeded","data":{"object":{"id":7}}}',
    '{"type":"payment_intent.succeeded","data":{"object":{"id":{"a":1}}}}',
    '{"type":"payment_intent.succeeded","data":{"object":{"id":"pi 1"}}}',
    '{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","metadata":[]}}}',
    '{"type":"payment_intent.succeeded","created":"now","data":{"object":{"id":"pi_1"}}}',
  ])('refuses what is signed and no event: %s', async (text) => {
    expect(outcomeOf(await tell(text))).toBe('400 event_malformed')
  })

  it.each(['null', '{"payment":7}', '{"payment":{"a":1}}', '{"payment":null}'])(
    'takes metadata that tell nothing as that: %s',
    async (metadata) => {
      const text = `{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_unknown","metadata":${metadata}}}}`
      expect(outcomeOf(await tell(text))).toBe(200)
    },
  )

  it('refuses what was signed, or made, at a time to come', async () => {
    const payment = await waiting()
    const now = Math.floor(world.ctx.realNow.getTime() / 1_000)
    const text = eventText('payment_intent.succeeded', { id: payment.reference })
    expect(outcomeOf(await tell(text, signed(text, { timestamp: now + 3_600 })))).toBe('400 event_ahead')
    const made = JSON.stringify({ ...JSON.parse(text), created: now + 3_600 })
    expect(outcomeOf(await tell(made))).toBe('400 event_ahead')
    expect(await news(payment)).toBe(0)
    expect(outcomeOf(await tell(text, signed(text, { timestamp: now + 60 })))).toBe(200)
    expect(await news(payment)).toBe(1)
  })

  it('is not there without a secret', async () => {
    const plain = await openWorld({ beside: world })
    expect(outcomeOf(await tell(eventText('payment_intent.succeeded', { id: 'pi_1' }), undefined, plain))).toBe(
      '404 not_found',
    )
    await plain.close()
  })
})
