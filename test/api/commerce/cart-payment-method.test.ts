import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

describe('PATCH /ecommerce/public/{user_id}/cart/{cart_uuid}/payment-method/{payment_method_uuid}', () => {
  it('chooses one that is charged instead of the default one', async () => {
    const { buyer, cart } = await readyCart(shop)
    const { uuid: chosen } = (await buyer.cart()).payment_method
    await addCard(world, buyer.tenant, '4000000000000002')
    expect((await buyer.cart()).payment_method.uuid).not.toBe(chosen)
    const { body } = await buyer.send('PATCH', `/cart/${cart}/payment-method/${chosen}`)
    expect(body.data.payment_method).toMatchObject({ uuid: chosen, is_default: false })
    expect((await buyer.checkout(cart)).body.data.order.status).toBe('completed')
  })

  it("does not know another company's method, nor one that is not there", async () => {
    const { buyer, cart } = await readyCart(shop)
    const other = await buyerIn(world)
    const { uuid: foreign } = await addCard(world, other.tenant)
    for (const uuid of [foreign, cart, 'none'])
      expect(outcomeOf(await buyer.send('PATCH', `/cart/${cart}/payment-method/${uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await other.send('PATCH', `/cart/${cart}/payment-method/${foreign}`))).toBe('404 not_found')
  })
})
