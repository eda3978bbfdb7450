import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, openShop, readyCart, type Buyer, type Shop } from '../../support/market/carts.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
let buyer: Buyer
const placed: string[] = []
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
  buyer = await buyerIn(world)
  for (const card of [null, null, undefined, null]) {
    const { cart } = await readyCart(shop, { buyer, ...(card === null ? { card } : {}) })
    placed.push((await buyer.checkout(cart)).body.data.order.uuid)
  }
})
afterAll(() => world.close())

const uuids = async (query: string) =>
  (await buyer.get(`/orders?${query}`)).body.data.map(({ uuid }: { uuid: string }) => uuid)

describe('GET /ecommerce/public/{user_id}/orders', () => {
  it('lists the newest first, ten to a page', async () => {
    const { body } = await buyer.get('/orders')
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(placed.toReversed())
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 10, to: 4, total: 4 })
    expect(body.data[0]).toMatchObject({ status: 'completed', payment: { status: 'succeeded' } })
    expect(body.data[3]).toMatchObject({ status: 'pending_payment', payment: null })
  })

  it('sorts, filters and pages', async () => {
    expect(await uuids('sort=placed_at')).toEqual(placed)
    expect(await uuids('filter[status]=completed&sort=placed_at')).toEqual(placed.slice(2))
    expect(await uuids('filter%5Bstatus%5D=completed,pending_payment')).toEqual(placed.toReversed())
    expect(await uuids('filter[status]=refunded')).toEqual([])
    const walked = await walkPages((query) => buyer.get(`/orders?${query}`), 2)
    expect(walked.map(({ uuid }) => uuid)).toEqual(placed.toReversed())
  })

  it('finds orders by how the uuid begins, and by the number of their invoice', async () => {
    const [, , paid = ''] = placed
    expect(await uuids(`filter[search]=${paid}`)).toEqual([paid])
    const { body } = await buyer.get(`/invoices?filter[order_uuid]=${paid}`)
    expect(await uuids(`filter[search]=${body.data[0].reference.toLowerCase()}`)).toEqual([paid])
    expect(await uuids('filter[search]=nothing')).toEqual([])
    const stranger = await buyerIn(world)
    expect((await stranger.get(`/orders?filter[search]=${paid}`)).body.data).toEqual([])
  })

  it('refuses unknown fields and pages out of range', async () => {
    for (const query of [...refusedPages, 'sort=total', 'filter[status]=lost', 'filter[kind]=purchase'])
      expect([query, outcomeOf(await buyer.get(`/orders?${query}`))]).toEqual([query, '422 invalid_fields'])
  })

  it("shows nobody another company's orders", async () => {
    const other = await buyerIn(world)
    expect((await other.get('/orders')).body.data).toEqual([])
  })
})

describe('GET /ecommerce/public/{user_id}/orders/{order_uuid}', () => {
  it('shows one, and not to others', async () => {
    const { body } = await buyer.get(`/orders/${placed[3]}`)
    expect(body.data).toEqual((await buyer.get('/orders')).body.data[0])
    const other = await buyerIn(world)
    for (const path of [`/orders/${placed[3]}`, '/orders/019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', '/orders/none'])
      expect(outcomeOf(await other.get(path))).toBe('404 not_found')
  })
})

describe('GET /ecommerce/public/{user_id}/orders/{order_uuid}/lines', () => {
  it('lists what was ordered, and names the lease it has become', async () => {
    const { body } = await buyer.get(`/orders/${placed[2]}/lines`)
    const { block } = (
      await world.house.pool.query('select block, uuid from lease where uuid = $1', [body.data[0].service_uuid])
    ).rows[0]
    expect(body.data).toEqual([
      {
        type: 'lease',
        description: `Lease of ${block}`,
        service_uuid: expect.any(String),
        reservation_uuid: expect.any(String),
        contract_length: 1,
        product_fields: { address: block.replace('/24', ''), cidr: 24 },
        product_options: null,
        period_start: null,
        period_end: null,
        total: { currency: 'USD', amount: '100.00', amount_minor: 10_000 },
      },
    ])
    const other = await buyerIn(world)
    expect(outcomeOf(await other.get(`/orders/${placed[2]}/lines`))).toBe('404 not_found')
  })
})
