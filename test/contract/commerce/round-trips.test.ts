import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyerIn, openShop, type Buyer, type Shop } from '../../support/market/carts.ts'
import { addAddress, addCard } from '../../support/market/commerce.ts'
import { roundTripsOf } from '../../support/statements.ts'
import { openWorld, type Answered, type World } from '../../support/world.ts'

/**
 * How many round trips to the database each request of a purchase makes (ADR 130): one costs more than most statements.
 * More than the table says is a loss that nobody decided on; fewer is a gain to be written down.
 */

let world: World
let shop: Shop
let buyer: Buyer
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
  buyer = await buyerIn(world)
})
afterAll(() => world.close())

/** What is read and locked; then what is written, with the commit. */
const change = 2

const expected = {
  reserve: change,
  // The cart and its blocks, each by a reader of its own, at the same time.
  cart: 2,
  address: change,
  // The answer shows the cart as it has become, which is read before the commit.
  method: change + 1,
  // Claim, charge by the sandbox, settlement.
  checkout: change + 1 + change,
  order: 1,
}

type Step = keyof typeof expected

async function buy(): Promise<Map<Step, number>> {
  const offer = await shop.offer()
  const { uuid: address } = await addAddress(world, buyer.tenant, { country_code: 'US' })
  const { uuid: method } = await addCard(world, buyer.tenant)
  const counted = new Map<Step, number>()
  const take = async (step: Step, request: () => Promise<Answered>): Promise<Answered['body']> => {
    let answer: Answered | undefined
    const { length } = await roundTripsOf(async () => (answer = await request()))
    expect([step, answer?.status]).toEqual([step, 200])
    counted.set(step, length)
    return answer?.body.data
  }
  await take('reserve', () => buyer.reserve(offer))
  const { uuid: cart } = await take('cart', () => buyer.get('/cart'))
  await take('address', () => buyer.send('POST', `/cart/${cart}/addresses/${address}`))
  await take('method', () => buyer.send('PATCH', `/cart/${cart}/payment-method/${method}`))
  const { order } = await take('checkout', () => buyer.checkout(cart))
  await take('order', () => buyer.get(`/orders/${order.uuid}`))
  return counted
}

it('goes to the database no more often than it must', async () => {
  await buy()
  expect(Object.fromEntries(await buy())).toEqual(expected)
})
