import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPayments } from '../../../src/invoicing/index.ts'
import {
  breachesIn,
  buyerIn,
  chargesOf,
  openShop,
  readyCart,
  type Buyer,
  type Shop,
} from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { openOffice, outcomeOf, outcomesFor, type Office } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
let office: Office
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
  office = await openOffice(world)
})
afterAll(() => world.close())

const declines = '4000000000000002'
const needsStep = '4000002500003155'

const waiting = async (card: string | null = null) => {
  const { buyer, cart, offers } = await readyCart(shop, { card })
  const { order } = (await buyer.checkout(cart)).body.data
  return { buyer, order: order.uuid as string, url: order.payment?.action_url as string, offers }
}

const pay = (buyer: Buyer, order: string, key?: string) =>
  buyer.send('POST', `/orders/${order}/checkout`, undefined, key)
const cancel = (buyer: Buyer, order: string, key?: string) =>
  buyer.send('POST', `/orders/${order}/cancel`, undefined, key)
const record = (order: string, payload: object = {}, headers: Record<string, string> = office.operator) =>
  world.call('POST', `/portal/operator/orders/${order}/payment`, { headers, payload })
const step = (url: string, outcome: 'succeed' | 'fail') =>
  world.call('POST', new URL(url, 'http://localhost').pathname, { payload: { outcome } })

/** A payment in somebody's hands. */
async function beginPaying({ tenant }: Buyer, order: string): Promise<void> {
  const method = await addCard(world, tenant)
  await world.change((ctx) => startPayments(ctx, [{ tenant, order, method, amount: 10_000, capture: true }]))
}

async function letGo(order: string): Promise<void> {
  await world.house.pool.query(`update payment set status = 'declined' where order_uuid = $1`, [order])
}

describe('POST /ecommerce/public/{user_id}/orders/{order_uuid}/checkout', () => {
  it('charges the method that is there now', async () => {
    const { buyer, order } = await waiting()
    expect(outcomeOf(await pay(buyer, order))).toBe('422 payment_method_required')
    await buyer.send('POST', '/payment-methods', { type: 'manual' })
    expect(outcomeOf(await pay(buyer, order))).toBe('422 payment_method_required')
    await addCard(world, buyer.tenant)
    const first = await pay(buyer, order, 'key')
    expect(first.body.data.order).toMatchObject({ status: 'completed', payment: { status: 'succeeded' } })
    expect((await pay(buyer, order, 'key')).body).toEqual(first.body)
    expect(outcomeOf(await pay(buyer, order))).toBe('409 order_not_waiting')
    expect(await chargesOf(world, buyer.tenant)).toHaveLength(1)
  })

  it('goes on waiting when a card declines; the next one helps', async () => {
    const { buyer, order } = await waiting()
    await addCard(world, buyer.tenant, declines)
    expect(outcomeOf(await pay(buyer, order))).toBe('422 payment_declined')
    expect((await buyer.get(`/orders/${order}`)).body.data).toMatchObject({
      status: 'pending_payment',
      payment: { status: 'declined' },
    })
    await addCard(world, buyer.tenant)
    expect((await pay(buyer, order)).body.data.order.status).toBe('completed')
  })

  it('asks how it stands after a second step', async () => {
    const { buyer, order, url } = await waiting(needsStep)
    expect((await pay(buyer, order)).body.data.order).toMatchObject({
      status: 'pending_payment',
      payment: { status: 'needs_action', action_url: url },
    })
    await step(url, 'succeed')
    expect((await pay(buyer, order)).body.data.order).toMatchObject({
      status: 'completed',
      payment: { action_url: null },
    })
    expect((await chargesOf(world, buyer.tenant)).filter(({ outcome }) => outcome !== 'needs_action')).toHaveLength(0)
  })

  it('hears of a second step by itself', async () => {
    const { buyer, order, url } = await waiting(needsStep)
    await step(url, 'succeed')
    await world.runJobs()
    expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('completed')
  })

  it('goes on waiting after a second step that failed, and can be paid by another card', async () => {
    const { buyer, order, url } = await waiting(needsStep)
    await step(url, 'fail')
    expect(outcomeOf(await pay(buyer, order))).toBe('422 payment_declined')
    await addCard(world, buyer.tenant)
    expect((await pay(buyer, order)).body.data.order.status).toBe('completed')
  })

  it('is taken once, however many try', async () => {
    const { buyer, order } = await waiting()
    await addCard(world, buyer.tenant)
    const outcomes = (await Promise.all(Array.from({ length: 8 }, () => pay(buyer, order)))).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
    expect(await chargesOf(world, buyer.tenant)).toHaveLength(1)
  })

  it('refuses while another payment is under way, and does not know orders of others', async () => {
    const { buyer, order } = await waiting()
    await beginPaying(buyer, order)
    expect(outcomeOf(await pay(buyer, order))).toBe('409 order_in_checkout')
    await letGo(order)
    const other = await buyerIn(world)
    expect(outcomeOf(await pay(other, order))).toBe('404 not_found')
    expect(outcomeOf(await pay(other, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'))).toBe('404 not_found')
  })
})

describe('POST /ecommerce/public/{user_id}/orders/{order_uuid}/cancel', () => {
  it('frees the blocks and lets go of what was asked for', async () => {
    const { buyer, order, url, offers } = await waiting(needsStep)
    const first = await cancel(buyer, order, 'key')
    expect(first.body.data).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } })
    expect((await cancel(buyer, order, 'key')).body).toEqual(first.body)
    expect(outcomeOf(await step(url, 'succeed'))).toBe('422 step_not_open')
    const other = await buyerIn(world)
    expect((await other.reserve(offers[0] ?? (await shop.offer()))).status).toBe(200)
    expect(outcomeOf(await cancel(buyer, order))).toBe('409 order_not_waiting')
  })

  it('comes too late when the second step was taken: the block is bought', async () => {
    const { buyer, order, url } = await waiting(needsStep)
    await step(url, 'succeed')
    expect(outcomeOf(await cancel(buyer, order))).toBe('409 order_not_waiting')
    expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('completed')
  })

  it('refuses while a payment is under way, and does not know orders of others', async () => {
    const { buyer, order } = await waiting()
    await beginPaying(buyer, order)
    expect(outcomeOf(await cancel(buyer, order))).toBe('409 order_in_checkout')
    await letGo(order)
    const other = await buyerIn(world)
    expect(outcomeOf(await cancel(other, order))).toBe('404 not_found')
  })
})

describe('POST /portal/operator/orders/{order_uuid}/payment', () => {
  it('completes an order whose money came by another way', async () => {
    const { buyer, order } = await waiting()
    const { status, body } = await record(order, { reference: 'NL12BANK-77' })
    expect([status, body.data]).toMatchObject([200, { status: 'completed', payment: { status: 'succeeded' } }])
    const { rows } = await world.house.pool.query(
      'select provider, provider_reference, amount_minor from payment where order_uuid = $1',
      [order],
    )
    expect(rows).toEqual([{ provider: 'none', provider_reference: 'NL12BANK-77', amount_minor: 10_000 }])
    expect(outcomeOf(await record(order))).toBe('409 order_not_waiting')
    expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('completed')
  })

  it('lets go of a second step that nobody needs any more', async () => {
    const { order, url } = await waiting(needsStep)
    expect((await record(order)).body.data.status).toBe('completed')
    expect(outcomeOf(await step(url, 'succeed'))).toBe('422 step_not_open')
  })

  it('is for operators, for orders that are there, and not while a payment is under way', async () => {
    const { buyer, order } = await waiting()
    await beginPaying(buyer, order)
    expect(outcomeOf(await record(order))).toBe('409 order_in_checkout')
    await letGo(order)
    const outcomes = await outcomesFor(office, (headers) => record('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', {}, headers))
    expect(outcomes).toEqual({
      nobody: '401 session_missing',
      stranger: '403 role_missing',
      viewer: '403 role_missing',
      member: '403 role_missing',
      owner: '403 role_missing',
      operator: '404 not_found',
    })
    const answer = await record(order, { reference: 'x'.repeat(256) })
    expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', ['reference']])
  })
})

describe('after all this', () => {
  it('the audit finds nothing', async () => {
    expect(await breachesIn(world)).toEqual([])
  })
})
