import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../../../src/app/invariants.ts'
import { giveCode, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { giveCredits } from '../../support/market/invoicing.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What was bought with credits, a discount and a card, then refunded: everybody's books agree at each step. */

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

async function broken(): Promise<string[]> {
  const results = await checkInvariants(world.ctx)
  return results.filter(({ breaches }) => breaches.length > 0).map(({ name, breaches }) => `${name}: ${breaches[0]}`)
}

async function purchase() {
  const operator = await world.person(await world.tenant('Operators', 'operator'))
  const { buyer, cart } = await readyCart(shop)
  await giveCredits(world, buyer.tenant, 500)
  await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 5 })
  await buyer.send('POST', `/cart/${cart}/discount-code/${(await giveCode(world)).code}`)
  expect((await buyer.checkout(cart)).status).toBe(200)
  expect(await broken()).toEqual([])

  const { rows } = await world.house.pool.query('select uuid, order_uuid from invoice where tenant_uuid = $1', [
    buyer.tenant,
  ])
  const refund = (payload: object) =>
    world.call('POST', `/portal/operator/invoices/${rows[0].uuid}/refund`, {
      headers: operator.cookie,
      payload: { reason: 'asked for', ...payload },
    })
  const statusOfOrder = async () => {
    await world.runJobs()
    const orders = await world.house.pool.query('select status from sales_order where uuid = $1', [rows[0].order_uuid])
    return orders.rows[0].status
  }
  return { refund, statusOfOrder }
}

it('leaves every promise whole, and the order refunded', async () => {
  const { refund, statusOfOrder } = await purchase()
  expect((await refund({ to: 'method' })).status).toBe(200)
  expect(await statusOfOrder()).toBe('refunded')
  expect(await broken()).toEqual([])
})

it('leaves them whole, too, when it is refunded in parts, and the order completed until the last', async () => {
  const { refund, statusOfOrder } = await purchase()
  for (const amount of [0.01, 12.34]) {
    expect((await refund({ to: 'credits', amount })).status).toBe(200)
    expect(await statusOfOrder()).toBe('completed')
    expect(await broken()).toEqual([])
  }
  expect((await refund({ to: 'credits' })).status).toBe(200)
  expect(await statusOfOrder()).toBe('refunded')
  expect(await broken()).toEqual([])
})
