import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveInCheckout, openShop, readyCart, type Buyer, type Shop } from '../../support/market/carts.ts'
import { addAddress } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

/** Every change there is, by the endpoint's id. */
const changes: Readonly<Record<string, (buyer: Buyer, cart: string, address: string) => ReturnType<Buyer['send']>>> = {
  removeCartLine: (buyer, cart) => buyer.send('DELETE', `/cart/${cart}/lines/${cart}`),
  applyCartCredits: (buyer, cart) => buyer.send('POST', `/cart/${cart}/credits/apply`, { amount: 1 }),
  removeCartCredits: (buyer, cart) => buyer.send('DELETE', `/cart/${cart}/credits`),
  applyCartDiscountCode: (buyer, cart) => buyer.send('POST', `/cart/${cart}/discount-code/X`),
  removeCartDiscountCode: (buyer, cart) => buyer.send('DELETE', `/cart/${cart}/discount-code/X`),
  chooseCartPaymentMethod: (buyer, cart) => buyer.send('PATCH', `/cart/${cart}/payment-method/${cart}`),
  createCartAddress: (buyer, cart, address) => buyer.send('POST', `/cart/${cart}/addresses/${address}`),
  updateCartAddress: (buyer, cart, address) =>
    buyer.send('PATCH', `/cart/${cart}/addresses/${address}`, { line_one: 'a', city: 'b', postcode: 'c' }),
  checkoutCart: (buyer, cart) => buyer.checkout(cart),
}

describe('a cart that is being paid for or was ordered', () => {
  it.each(Object.keys(changes))('cannot be changed by %s', async (id) => {
    const change = changes[id] as (typeof changes)[string]
    const paying = await readyCart(shop)
    await leaveInCheckout(paying, world)
    const { uuid } = await addAddress(world, paying.buyer.tenant)
    const before = await paying.buyer.get(`/cart/${paying.cart}`)
    expect(outcomeOf(await change(paying.buyer, paying.cart, uuid))).toBe('409 cart_in_checkout')
    expect((await paying.buyer.get(`/cart/${paying.cart}`)).body).toEqual(before.body)
    const bought = await readyCart(shop)
    await bought.buyer.checkout(bought.cart)
    expect(outcomeOf(await change(bought.buyer, bought.cart, uuid))).toBe('409 cart_ordered')
  })
})
