import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankEnv } from '../../support/market/bank.ts'
import { breachesIn, buyerIn, openShop, readyCart, type Buyer, type Shop } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { StripeStandin } from '../../support/server/stripe-standin.ts'
import { stageWorld } from '../../support/stages.ts'

/** Cards on Stripe's own pages: left in set-up mode, and paid with; nothing a browser says is believed. */

const secret = 'whsec_test'
const stripe = new StripeStandin()
afterAll(() => stripe.close())
const env = {
  SUBLET_PAYMENT_PROVIDER: 'stripe',
  SUBLET_STRIPE_KEY: 'sk_test_1',
  SUBLET_STRIPE_URL: await stripe.listen(),
  SUBLET_STRIPE_WEBHOOK_SECRET: secret,
  SUBLET_PUBLIC_URL: 'https://sublet.example',
}
const world = await stageWorld({ env })
let shop: Shop
beforeAll(async () => {
  shop = await openShop(world)
})

const open = (buyer: Buyer, payload: object = {}) => buyer.send('POST', '/payment-methods/card-page', payload)
const take = (buyer: Buyer, session: string, key?: string) =>
  buyer.send('POST', `/payment-methods/card-page/${session}`, undefined, key)
const methods = async (buyer: Buyer) => (await buyer.get('/payment-methods')).body.data
const signer = new Stripe('sk_test_1')

async function tell(type: string, object: object): Promise<void> {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  expect((await world.call('POST', '/payments/stripe/webhook', { headers, payload })).status).toBe(200)
  await world.runJobs()
}

async function waiting(): Promise<{ buyer: Buyer; order: string }> {
  const { buyer, cart } = await readyCart(shop, { card: null })
  return { buyer, order: (await buyer.checkout(cart)).body.data.order.uuid }
}
const payPage = (buyer: Buyer, order: string, key?: string) =>
  buyer.send('POST', `/orders/${order}/payment-page`, undefined, key)
const orderOf = async (buyer: Buyer, order: string) => (await buyer.get(`/orders/${order}`)).body.data
const latest = () => [...stripe.sessions.values()].at(-1)

describe('POST /ecommerce/public/{user_id}/payment-methods/card-page', () => {
  it('opens a page in set-up mode that comes back to the portal', async () => {
    const buyer = await buyerIn(world)
    const { status, body } = await open(buyer, { return_to: 'cart' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ session: latest()?.id, url: latest()?.url })
    expect(latest()).toMatchObject({
      mode: 'setup',
      client_reference_id: buyer.tenant,
      success_url: `https://sublet.example/c/${buyer.tenant}/cart?session={CHECKOUT_SESSION_ID}`,
    })
  })

  it('is refused where Stripe is silent, or no cards are taken', async () => {
    const buyer = await buyerIn(world)
    stripe.mishaps.push('hang up', 'hang up', 'hang up', 'hang up')
    expect(outcomeOf(await open(buyer))).toBe('503 payment_unanswered')
    stripe.mishaps.length = 0
    const bare = await stageWorld({ beside: world, env: { ...env, SUBLET_PAYMENT_PROVIDER: 'none' } })
    const headers = buyer.bearer
    const path = `/ecommerce/public/${buyer.tenant}/payment-methods/card-page`
    expect(outcomeOf(await bare.call('POST', path, { headers, payload: {} }))).toBe('422 method_not_offered')
    expect(outcomeOf(await bare.call('POST', `${path}/cs_test_1`, { headers }))).toBe('404 not_found')
  })
})

describe('POST /ecommerce/public/{user_id}/payment-methods/card-page/{session}', () => {
  it('adds the card that was left, once, whoever asks how often', async () => {
    const buyer = await buyerIn(world)
    const { session } = (await open(buyer)).body.data
    expect(outcomeOf(await take(buyer, session))).toBe('409 card_page_open')
    stripe.complete(session, `pm_card_${buyer.tenant}`)
    const answers = await Promise.all([take(buyer, session), take(buyer, session), take(buyer, session)])
    expect(answers.map(outcomeOf)).toEqual([200, 200, 200])
    await tell('checkout.session.completed', {
      id: session,
      object: 'checkout.session',
      metadata: { tenant: buyer.tenant },
    })
    const own = await methods(buyer)
    expect(own).toMatchObject([
      { uuid: answers[0]?.body.data.uuid, type: 'card', is_default: true, details: { card_last_four: '4242' } },
    ])
  })

  it('adds it also for who never came back', async () => {
    const buyer = await buyerIn(world)
    const { session } = (await open(buyer)).body.data
    stripe.complete(session)
    await tell('checkout.session.completed', {
      id: session,
      object: 'checkout.session',
      metadata: { tenant: buyer.tenant },
    })
    expect(await methods(buyer)).toHaveLength(1)
  })

  it('knows no page of another company, none that was never opened, and none to pay on', async () => {
    const [owner, other] = [await buyerIn(world), await buyerIn(world)]
    const { session } = (await open(owner)).body.data
    stripe.complete(session)
    expect(outcomeOf(await take(other, session))).toBe('404 not_found')
    expect(outcomeOf(await take(owner, 'cs_test_none'))).toBe('404 not_found')
    expect(outcomeOf(await take(owner, 'pi_1'))).toBe('404 not_found')
    expect(await methods(other)).toEqual([])
    stripe.mishaps.push('error', 'error', 'error', 'error')
    expect(outcomeOf(await take(owner, session))).toBe('503 payment_unanswered')
    stripe.mishaps.length = 0
  })
})

describe('POST /ecommerce/public/{user_id}/orders/{order_uuid}/payment-page', () => {
  it('sends the person to pay, and keeps the card for renewals', async () => {
    const { buyer, order } = await waiting()
    const { status, body } = await payPage(buyer, order)
    expect([status, body.data.order]).toMatchObject([
      200,
      { status: 'pending_payment', payment: { status: 'needs_action', action_url: latest()?.url } },
    ])
    expect(latest()).toMatchObject({ mode: 'payment', amount_total: 10_000, client_reference_id: buyer.tenant })
    const again = await payPage(buyer, order)
    expect(again.body.data.order.payment.action_url).toBe(latest()?.url)
    const page = latest()
    stripe.complete(page?.id ?? '', 'pm_card_paid')
    await tell('checkout.session.completed', { id: page?.id, object: 'checkout.session', metadata: page?.metadata })
    expect(await orderOf(buyer, order)).toMatchObject({ status: 'completed', payment: { status: 'succeeded' } })
    expect(await methods(buyer)).toMatchObject([{ type: 'card', is_default: true }])
    const { rows } = await world.house.pool.query('select provider_reference from payment where order_uuid = $1', [
      order,
    ])
    expect(rows).toEqual([{ provider_reference: page?.payment_intent }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('is looked at by who comes back, without a word of Stripe’s', async () => {
    const { buyer, order } = await waiting()
    await payPage(buyer, order)
    stripe.complete(latest()?.id ?? '')
    const { body } = await buyer.send('POST', `/orders/${order}/checkout`)
    expect(body.data.order.status).toBe('completed')
  })

  it('ends with the order, and what was paid meanwhile has bought it', async () => {
    const [left, paid] = [await waiting(), await waiting()]
    await payPage(left.buyer, left.order)
    const page = latest()
    expect(outcomeOf(await left.buyer.send('POST', `/orders/${left.order}/cancel`))).toBe(200)
    expect(page?.status).toBe('expired')
    await payPage(paid.buyer, paid.order)
    stripe.complete(latest()?.id ?? '')
    expect(outcomeOf(await paid.buyer.send('POST', `/orders/${paid.order}/cancel`))).toBe('409 order_not_waiting')
    expect((await orderOf(paid.buyer, paid.order)).status).toBe('completed')
  })

  it('opens another page after one has expired', async () => {
    const { buyer, order } = await waiting()
    await payPage(buyer, order)
    const first = latest()
    Object.assign(first ?? {}, { status: 'expired', url: null })
    await tell('checkout.session.expired', { id: first?.id, object: 'checkout.session', metadata: first?.metadata })
    const { body } = await payPage(buyer, order)
    expect(body.data.order.payment).toMatchObject({ status: 'needs_action', action_url: latest()?.url })
    expect(latest()?.id).not.toBe(first?.id)
  })

  it('is taken up under its key when nobody heard Stripe’s answer', async () => {
    const { buyer, order } = await waiting()
    const before = stripe.sessions.size
    stripe.mishaps.push('hang up after acting', 'hang up')
    expect(outcomeOf(await payPage(buyer, order))).toBe('503 payment_unanswered')
    stripe.mishaps.length = 0
    expect(outcomeOf(await payPage(buyer, order))).toBe('409 order_in_checkout')
    const { recoverCheckouts } = await import('../../../src/commerce/index.ts')
    await world.house.pool.query(
      `update payment set started_at = started_at - interval '2 minutes' where order_uuid = $1`,
      [order],
    )
    await recoverCheckouts.run(world.ctx, {})
    expect((await orderOf(buyer, order)).payment).toMatchObject({ status: 'needs_action', action_url: latest()?.url })
    expect(stripe.sessions.size).toBe(before + 1)
  })

  it('is for an order that waits, where there are pages; a declined second step is said', async () => {
    const { buyer, order } = await waiting()
    await buyer.send('POST', `/orders/${order}/cancel`)
    expect(outcomeOf(await payPage(buyer, order))).toBe('409 order_not_waiting')
    const sandbox = await stageWorld({ env: bankEnv })
    const own = await openShop(sandbox)
    const { buyer: other, cart } = await readyCart(own, { card: '4000002500003155' })
    const placed = (await other.checkout(cart)).body.data.order
    const path = new URL(placed.payment.action_url).pathname
    await sandbox.call('POST', path, { payload: { outcome: 'fail' } })
    expect(outcomeOf(await payPage(other, placed.uuid))).toBe('422 payment_declined')
    expect(outcomeOf(await payPage(other, placed.uuid))).toBe('422 method_not_offered')
  })
})

describe('GET /ecommerce/public/{user_id}/payment-options', () => {
  it('says how to pay, and what there is instead of cards', async () => {
    const buyer = await buyerIn(world)
    expect((await buyer.get('/payment-options')).body.data).toMatchObject({ cards: 'hosted_page', bank_accounts: [] })
    const none = { ...bankEnv, SUBLET_SANDBOX: '0', SUBLET_PAYMENT_PROVIDER: 'none' }
    const bank = await buyerIn(await stageWorld({ env: none }))
    const { data } = (await bank.get('/payment-options')).body
    expect(data).toMatchObject({ cards: 'none', bank_accounts: [{ iban: 'NL91ABNA0417164300' }] })
    expect(data.message).toContain('bank transfer')
    const sandbox = await buyerIn(await stageWorld({ env: { SUBLET_SANDBOX: '1' } }))
    expect((await sandbox.get('/payment-options')).body.data).toMatchObject({ cards: 'test_cards', bank_accounts: [] })
  })
})
