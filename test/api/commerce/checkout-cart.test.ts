import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../../src/app/invariants.ts'
import { chargesOf, openShop, readyCart, type Shop } from '../../support/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

describe('POST /ecommerce/public/{user_id}/cart/{cart_uuid}/checkout', () => {
  it('buys what is in the cart: order, leases, subscriptions, invoice and entries', async () => {
    const { buyer, cart } = await readyCart(shop, { blocks: 2, country: 'NL' })
    const { status, body } = await buyer.checkout(cart)
    expect([status, body]).toMatchObject([
      200,
      { data: { order: { status: 'completed', total: { amount: '242.00' }, remaining_total: { amount: '0.00' } } } },
    ])
    expect(await chargesOf(world, buyer.tenant)).toEqual([{ amount_minor: 24_200, outcome: 'succeeded' }])
    expect((await checkInvariants(world.ctx)).flatMap(({ breaches }) => breaches)).toEqual([])
    expect(outcomeOf(await buyer.checkout(cart))).toBe('409 cart_ordered')
  })
})
