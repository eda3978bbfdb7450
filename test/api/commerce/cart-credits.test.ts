import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, giveCredits, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

describe('POST /ecommerce/public/{user_id}/cart/{cart_uuid}/credits/apply', () => {
  it('pays part of the total, all of it at most, and replaces what was applied', async () => {
    const { buyer, cart } = await readyCart(shop)
    await giveCredits(world, buyer.tenant, 500)
    const apply = async (amount: number | string) =>
      (await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount })).body.data
    expect(await apply(30.5)).toMatchObject({
      credits_total: { amount: '30.50' },
      remaining_total: { amount: '69.50' },
      total: { amount: '100.00' },
      credits_eligible_amount: { amount: '100.00' },
    })
    expect(await apply('20')).toMatchObject({ credits_total: { amount: '20.00' } })
    expect(await apply(500)).toMatchObject({ credits_total: { amount: '100.00' }, remaining_total: { amount: '0.00' } })
  })

  it('refuses more than the company has, nothing, less than nothing and fractions of a cent', async () => {
    const { buyer, cart } = await readyCart(shop)
    await giveCredits(world, buyer.tenant, 10)
    const before = await buyer.cart()
    const apply = (payload: object) => buyer.send('POST', `/cart/${cart}/credits/apply`, payload)
    expect(outcomeOf(await apply({ amount: 10.01 }))).toBe('422 credits_insufficient')
    for (const payload of [{ amount: 0 }, { amount: -1 }, { amount: 0.001 }, { amount: 'x' }, { amount: 1e300 }, {}]) {
      const answer = await apply(payload)
      expect([outcomeOf(answer), Object.keys(answer.body.errors)]).toEqual(['422 invalid_fields', ['amount']])
    }
    expect((await buyer.cart()).credits_total).toEqual(before.credits_total)
    const other = await buyerIn(world)
    expect(outcomeOf(await other.send('POST', `/cart/${cart}/credits/apply`, { amount: 1 }))).toBe('404 not_found')
  })
})

describe('DELETE /ecommerce/public/{user_id}/cart/{cart_uuid}/credits', () => {
  it('takes them out again, and is no error where there are none', async () => {
    const { buyer, cart } = await readyCart(shop)
    await giveCredits(world, buyer.tenant, 10)
    await buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 10 })
    for (let i = 0; i < 2; i++) {
      const { body } = await buyer.send('DELETE', `/cart/${cart}/credits`)
      expect(body.data).toMatchObject({ credits_total: { amount: '0.00' }, remaining_total: { amount: '100.00' } })
    }
    const other = await buyerIn(world)
    expect(outcomeOf(await other.send('DELETE', `/cart/${cart}/credits`))).toBe('404 not_found')
  })
})
