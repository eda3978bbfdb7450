import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverCheckouts } from '../../../src/commerce/index.ts'
import { addMethod } from '../../../src/invoicing/index.ts'
import { breachesIn, openShop, readyCart, type Shop } from '../../support/carts.ts'
import { openOffice, outcomeOf, type Office } from '../../support/portal.ts'
import { StripeStandin, type Mishap } from '../../support/stripe-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** checkoutCart, checkoutOrder, cancelOrder and operatorRecordPayment while the provider is silent. */

const stripe = new StripeStandin()
let world: World
let shop: Shop
let office: Office
beforeAll(async () => {
  world = await openWorld({
    env: {
      SUBLET_PAYMENT_PROVIDER: 'stripe',
      SUBLET_STRIPE_KEY: 'sk_test_1',
      SUBLET_STRIPE_URL: await stripe.listen(),
    },
  })
  shop = await openShop(world)
  office = await openOffice(world)
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.mishaps.length = 0
})

const unanswered = '503 payment_unanswered'

const readyBy = async (token: string | null) => {
  const ready = await readyCart(shop, { card: null })
  const enrol = (by: string) =>
    addMethod(world.ctx, ready.buyer.tenant, { type: 'card', card: null, token: by, makeDefault: true })
  if (token !== null) await enrol(token)
  return { ...ready, enrol }
}

/** More than a minute of real time later. */
async function recover(): Promise<void> {
  stripe.mishaps.length = 0
  await world.house.pool.query(
    `update payment set started_at = started_at - interval '61 seconds' where status = 'started'`,
  )
  await recoverCheckouts.run(world.ctx, {})
}

const takenFrom = async (tenant: string): Promise<number> => {
  const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from payment where tenant_uuid = $1', [
    tenant,
  ])
  const mine = new Set(rows.map(({ uuid }) => uuid))
  return [...stripe.intents.values()].filter(
    ({ status, metadata }) => status === 'succeeded' && mine.has(metadata['payment'] ?? ''),
  ).length
}

describe('a provider that does not answer', () => {
  it.each<Mishap>(['error', 'hang up', 'hang up after acting'])(
    'leaves a checkout to the recovery, which charges once (%s)',
    async (mishap) => {
      const { buyer, cart } = await readyBy('pm_card_visa')
      stripe.mishaps.push(mishap, mishap, mishap)
      expect(outcomeOf(await buyer.checkout(cart))).toBe(unanswered)
      expect(outcomeOf(await buyer.checkout(cart))).toBe('409 cart_in_checkout')
      await recover()
      expect((await buyer.get('/orders')).body.data).toMatchObject([{ status: 'completed' }])
      expect(await takenFrom(buyer.tenant)).toBe(1)
      expect(await breachesIn(world)).toEqual([])
    },
  )

  it('leaves an order waiting that was to be paid', async () => {
    const { buyer, cart, enrol } = await readyBy(null)
    const { order } = (await buyer.checkout(cart)).body.data
    await enrol('pm_card_visa')
    stripe.mishaps.push('hang up after acting', 'hang up', 'hang up')
    expect(outcomeOf(await buyer.send('POST', `/orders/${order.uuid}/checkout`))).toBe(unanswered)
    expect(outcomeOf(await buyer.send('POST', `/orders/${order.uuid}/checkout`))).toBe('409 order_in_checkout')
    await recover()
    expect((await buyer.get(`/orders/${order.uuid}`)).body.data.status).toBe('completed')
    expect(await takenFrom(buyer.tenant)).toBe(1)
  })

  it('keeps an order from being cancelled or paid by hand while nobody knows how its payment stands', async () => {
    const { buyer, cart } = await readyBy('pm_card_twoSteps')
    const { order } = (await buyer.checkout(cart)).body.data
    expect(order).toMatchObject({ status: 'pending_payment', payment: { status: 'needs_action' } })
    const mishaps: Mishap[] = ['hang up', 'hang up', 'hang up']
    stripe.mishaps.push(...mishaps)
    expect(outcomeOf(await buyer.send('POST', `/orders/${order.uuid}/cancel`))).toBe(unanswered)
    stripe.mishaps.splice(0, 9, ...mishaps)
    const path = `/portal/operator/orders/${order.uuid}/payment`
    expect(outcomeOf(await world.call('POST', path, { headers: office.operator, payload: {} }))).toBe(unanswered)
    stripe.mishaps.length = 0
    expect((await buyer.send('POST', `/orders/${order.uuid}/cancel`)).body.data.status).toBe('cancelled')
    expect(await breachesIn(world)).toEqual([])
  })
})
