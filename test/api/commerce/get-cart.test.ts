import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, leaveInCheckout, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { anonymous } from '../../support/refusals.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

describe('GET /ecommerce/public/{user_id}/cart/{cart_uuid}', () => {
  it('is the current cart while it is current', async () => {
    const { buyer, cart } = await readyCart(shop)
    expect((await buyer.get(`/cart/${cart}`)).body).toEqual((await buyer.get('/cart')).body)
  })

  it('shows what is being paid for, and afterwards what was ordered', async () => {
    const ready = await readyCart(shop, { country: 'NL' })
    const { buyer, cart, offers } = ready
    const before = await buyer.cart()
    await leaveInCheckout(ready, world)
    const during = (await buyer.get(`/cart/${cart}`)).body.data
    expect(during).toMatchObject({ status: 'checkout', total: before.total, items: [{ name: offers[0]?.block }] })
    const bought = await readyCart(shop)
    await bought.buyer.checkout(bought.cart)
    const after = (await bought.buyer.get(`/cart/${bought.cart}`)).body.data
    expect(after).toMatchObject({ status: 'ordered', total: { amount: '100.00' }, items: [{ contract_length: 1 }] })
    const next = await bought.buyer.cart()
    expect(next).toMatchObject({ status: 'open', items: [] })
    expect(next.uuid).not.toBe(bought.cart)
  })

  it("does not know another company's cart", async () => {
    const [mine, theirs] = [await buyerIn(world), await buyerIn(world)]
    const foreign = await theirs.get(`/cart/${(await mine.cart()).uuid}`)
    const unknown = await theirs.get('/cart/019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')
    expect(outcomeOf(foreign)).toBe('404 not_found')
    expect(anonymous(foreign)).toBe(anonymous(unknown))
    expect(outcomeOf(await theirs.get('/cart/none'))).toBe('404 not_found')
  })
})

describe('GET /ecommerce/public/{user_id}/cart/{cart_uuid}/lines', () => {
  it('lists the items of the cart', async () => {
    const { buyer, cart } = await readyCart(shop, { blocks: 2 })
    expect((await buyer.get(`/cart/${cart}/lines`)).body.data).toEqual((await buyer.cart()).items)
    const other = await buyerIn(world)
    expect(outcomeOf(await other.get(`/cart/${cart}/lines`))).toBe('404 not_found')
  })
})

describe('DELETE /ecommerce/public/{user_id}/cart/{cart_uuid}/lines/{line_uuid}', () => {
  it('takes the line out and frees its block', async () => {
    const { buyer, cart, offers } = await readyCart(shop, { blocks: 2 })
    const [first, second] = (await buyer.cart()).items
    const { body } = await buyer.send('DELETE', `/cart/${cart}/lines/${first.uuid}`)
    expect(body.data).toMatchObject({ total: { amount: '100.00' }, items: [{ uuid: second.uuid }] })
    const other = await buyerIn(world)
    expect((await other.reserve(offers[0] ?? (await shop.offer()))).status).toBe(200)
  })

  it('does not know lines of others, nor those that are gone', async () => {
    const { buyer, cart } = await readyCart(shop)
    const theirs = await readyCart(shop)
    const [line] = (await theirs.buyer.cart()).items
    expect(outcomeOf(await buyer.send('DELETE', `/cart/${cart}/lines/${line.uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await buyer.send('DELETE', `/cart/${theirs.cart}/lines/${line.uuid}`))).toBe('404 not_found')
    const [mine] = (await buyer.cart()).items
    await buyer.send('DELETE', `/cart/${cart}/lines/${mine.uuid}`)
    expect(outcomeOf(await buyer.send('DELETE', `/cart/${cart}/lines/${mine.uuid}`))).toBe('404 not_found')
    expect((await theirs.buyer.cart()).items).toHaveLength(1)
  })
})
