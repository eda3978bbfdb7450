import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../../../src/app/invariants.ts'
import { giveCode, openShop, readyCart } from '../../support/market/carts.ts'
import { giveCredits } from '../../support/market/invoicing.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What was bought with credits, a discount and a card, then refunded: everybody's books agree at each step. */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
})
afterAll(() => world.close())

async function broken(): Promise<string[]> {
  const results = await checkInvariants(world.ctx)
  return results.filter(({ breaches }) => breaches.length > 0).map(({ name, breaches }) => `${name}: ${breaches[0]}`)
}

it('leaves every promise whole, and the order refunded', async () => {
  const operator = await world.person(await world.tenant('Operators', 'operator'))
  const { buyer, cart } = await readyCart(await openShop(world))
  await giveCredits(world, buyer.tenant, 500)
  await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 5 })
  await buyer.send('POST', `/cart/${cart}/discount-code/${(await giveCode(world)).code}`)
  expect((await buyer.checkout(cart)).status).toBe(200)
  expect(await broken()).toEqual([])

  const { rows } = await world.house.pool.query('select uuid, order_uuid from invoice where tenant_uuid = $1', [
    buyer.tenant,
  ])
  const answer = await world.call('POST', `/portal/operator/invoices/${rows[0].uuid}/refund`, {
    headers: operator.cookie,
    payload: { to: 'method', reason: 'asked for' },
  })
  expect(answer.status).toBe(200)
  await world.runJobs()
  const orders = await world.house.pool.query('select status from sales_order where uuid = $1', [rows[0].order_uuid])
  expect(orders.rows).toEqual([{ status: 'refunded' }])
  expect(await broken()).toEqual([])
})
