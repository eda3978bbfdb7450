import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlePurchase } from '../../../src/commerce/checkout/purchase.actions.ts'
import { takingOf } from '../../../src/commerce/checkout/purchase.rules.ts'
import { expireOrders, recoverCheckouts } from '../../../src/commerce/index.ts'
import { takePayments, type Taken } from '../../../src/invoicing/index.ts'
import { invoicingEvents } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { emit } from '../../../src/kernel/work/events.ts'
import {
  breachesIn,
  buyerIn,
  chargesOf,
  giveCode,
  giveCredits,
  leaveInCheckout,
  openShop,
  readyCart,
  type Shop,
} from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What becomes of a purchase whose process died, at each of its boundaries, and of one that nobody pays. */

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

const declines = '4000000000000002'
const needsStep = '4000002500003155'

/** As if more than a minute of real time had passed since. */
const later = () =>
  world.house.pool.query(`update payment set started_at = started_at - interval '61 seconds' where status = 'started'`)

const recover = async (): Promise<void> => {
  await later()
  await recoverCheckouts.run(world.ctx, {})
}

type Ready = Awaited<ReturnType<typeof readyCart>>

/** Dies after the claim, or after the charge. */
async function die(ready: Ready, after: 'claim' | 'charge'): Promise<Taken | undefined> {
  const { order, charge } = await leaveInCheckout(ready, world)
  if (!charge) throw new Error('nothing to charge')
  if (after === 'claim') return undefined
  return (await takePayments(world.ctx, [takingOf(order, charge.payment, charge.method)]))[0]
}

const ordersOf = async ({ buyer }: Ready) =>
  (await buyer.get('/orders')).body.data as { uuid: string; status: string }[]

describe('a process that dies', () => {
  it.each(['claim', 'charge'] as const)('after the %s: the purchase is completed, charged once', async (after) => {
    const ready = await readyCart(shop, { blocks: 2 })
    await die(ready, after)
    expect(await breachesIn(world)).toEqual([])
    await recoverCheckouts.run(world.ctx, {})
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['draft'])
    await recover()
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['completed'])
    expect(await chargesOf(world, ready.buyer.tenant)).toEqual([{ amount_minor: 20_000, outcome: 'succeeded' }])
    expect(await breachesIn(world)).toEqual([])
  })

  it.each(['claim', 'charge'] as const)(
    'after the %s of a card that declines: the cart is given back',
    async (after) => {
      const ready = await readyCart(shop, { card: declines })
      const { code } = await giveCode(world, { most_uses: 1 })
      await ready.buyer.send('POST', `/cart/${ready.cart}/discount-code/${code}`)
      await giveCredits(world, ready.buyer.tenant, 5)
      await ready.buyer.send('POST', `/cart/${ready.cart}/credits/apply`, { amount: 5 })
      await die(ready, after)
      await recover()
      expect(await ready.buyer.cart()).toMatchObject({
        uuid: ready.cart,
        status: 'open',
        items: [{}],
        total: { amount: '90.00' },
        credits_total: { amount: '5.00' },
      })
      expect(await chargesOf(world, ready.buyer.tenant)).toHaveLength(1)
      expect(await breachesIn(world)).toEqual([])
    },
  )

  it('after the charge of a card that needs a second step: the order waits', async () => {
    const ready = await readyCart(shop, { card: needsStep })
    await die(ready, 'charge')
    await recover()
    expect(await ordersOf(ready)).toMatchObject([{ status: 'pending_payment', payment: { status: 'needs_action' } }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('and is not dead after all, only slow: both settle, once', async () => {
    const ready = await readyCart(shop)
    const taken = await die(ready, 'charge')
    await later()
    const [order] = await ordersOf(ready)
    const { rows } = await world.house.pool.query('select uuid, lines from sales_order where uuid = $1', [order?.uuid])
    const views = await Promise.all([
      settlePurchase(world.ctx, rows[0], taken as Taken),
      recoverCheckouts.run(world.ctx, {}),
    ])
    expect(views[0].order.status).toBe('completed')
    expect(await breachesIn(world)).toEqual([])
  })

  it('in a way that must not be: a draft that nobody pays for is given back', async () => {
    const ready = await readyCart(shop)
    await leaveInCheckout(ready, world)
    await world.house.pool.query(`update payment set status = 'declined' where tenant_uuid = $1`, [ready.buyer.tenant])
    await recoverCheckouts.run(world.ctx, {})
    expect(await ready.buyer.cart()).toMatchObject({ uuid: ready.cart, status: 'open', items: [{}] })
    expect(await breachesIn(world)).toEqual([])
  })
})

describe('an order that nobody pays', () => {
  it.each([null, needsStep])('expires after its days; everything it claimed is free again (card %s)', async (card) => {
    const ready = await readyCart(shop, { card })
    const { buyer, cart, offers } = ready
    const { code, uuid } = await giveCode(world, { most_uses: 1 })
    await buyer.send('POST', `/cart/${cart}/discount-code/${code}`)
    await giveCredits(world, buyer.tenant, 5)
    await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 5 })
    await buyer.checkout(cart)
    expect(await breachesIn(world)).toEqual([])
    await world.travel('6 days')
    await expireOrders.run(world.ctx, {})
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['pending_payment'])
    await world.travel('1 days 1 minutes')
    await expireOrders.run(world.ctx, {})
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['expired'])
    expect((await (await buyerIn(world)).reserve(offers[0] ?? (await shop.offer()))).status).toBe(200)
    const { rows } = await world.house.pool.query(
      'select uses, (select held_minor from credit_account where tenant_uuid = $2) as held from discount_code where uuid = $1',
      [uuid, buyer.tenant],
    )
    expect(rows).toEqual([{ uses: 0, held: 0 }])
    const live = `select status from payment where tenant_uuid = $1 and status not in ('cancelled', 'declined')`
    expect((await world.house.pool.query(live, [buyer.tenant])).rows).toEqual([])
    expect(await breachesIn(world)).toEqual([])
  })

  it('is bought instead, when the second step was taken at the last moment', async () => {
    const ready = await readyCart(shop, { card: needsStep })
    const { order } = (await ready.buyer.checkout(ready.cart)).body.data
    await world.call('POST', new URL(order.payment.action_url, 'http://localhost').pathname, {
      payload: { outcome: 'succeed' },
    })
    await world.travel('8 days')
    await expireOrders.run(world.ctx, {})
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['completed'])
    expect(await breachesIn(world)).toEqual([])
  })

  it('is left alone while a payment is under way', async () => {
    const ready = await readyCart(shop, { card: null })
    await ready.buyer.checkout(ready.cart)
    const [order] = await ordersOf(ready)
    await world.house.pool.query(
      `insert into payment (uuid, tenant_uuid, order_uuid, provider, status, capture, amount_minor, created_at, started_at)
       values (gen_random_uuid(), $1, $2, 'sandbox', 'started', true, 10000, now(), now())`,
      [ready.buyer.tenant, order?.uuid],
    )
    await world.travel('8 days')
    await expireOrders.run(world.ctx, {})
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['pending_payment'])
    expect(outcomeOf(await ready.buyer.send('POST', `/orders/${order?.uuid}/cancel`))).toBe('409 order_in_checkout')
    await world.house.pool.query(`update payment set status = 'cancelled' where order_uuid = $1`, [order?.uuid])
  })
})

describe('an invoice that is refunded', () => {
  it('makes its order refunded, once', async () => {
    const ready = await readyCart(shop)
    await ready.buyer.checkout(ready.cart)
    const [order] = await ordersOf(ready)
    for (let i = 0; i < 2; i++)
      await world.change((ctx) =>
        emit(
          ctx,
          invoicingEvents('invoice.refunded', ready.buyer.tenant, {
            uuid: newUuid(),
            number: 'INV-1',
            order_uuid: order?.uuid ?? null,
            credit_note_uuid: newUuid(),
            credit_note_number: 'CN-1',
            total: '1.00',
            to_method: '1.00',
            to_credits: '0.00',
            currency: 'USD',
          }),
        ),
      )
    await world.runJobs()
    expect((await ordersOf(ready)).map(({ status }) => status)).toEqual(['refunded'])
  })
})
