import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, readyCart, type Buyer } from '../../support/market/carts.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

let placed: { readonly buyer: Buyer; readonly order: string }[]
const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })
beforeAll(async () => {
  const shop = await openShop(world)
  placed = []
  for (let i = 0; i < 3; i++) {
    const { buyer, cart } = await readyCart(shop, { card: null })
    const { body } = await buyer.checkout(cart)
    placed.push({ buyer, order: body.data.order.uuid })
    await world.travel('1 minute')
  }
  const { buyer, cart } = await readyCart(shop)
  await buyer.checkout(cart)
})

const list = (query = '', headers: Record<string, string> = office.operator) =>
  world.call('GET', `/portal/operator/orders?${query}`, { headers })

describe('GET /portal/operator/orders', () => {
  it('lists what waits to be paid, of every company, the first to expire in front', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body.meta).toMatchObject({ total: 3, per_page: 25 })
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(placed.map(({ order }) => order))
    expect(body.data[0]).toMatchObject({
      status: 'pending_payment',
      kind: 'purchase',
      tenant_uuid: placed[0]?.buyer.tenant,
      company: 'Example Networks',
      remaining_total: { currency: 'USD', amount: '100.00', amount_minor: 10_000 },
      payment: null,
    })
    expect((await list('filter[status]=pending_payment')).body.data).toHaveLength(3)
  })

  it('comes in pages', async () => {
    expect((await walkPages(list, 2)).map(({ uuid }) => uuid)).toEqual(placed.map(({ order }) => order))
  })

  it.each([...refusedPages, 'sort=placed_at', 'filter[status]=completed'])('refuses %s', async (query) => {
    expect((await list(query)).body.code).toBe('invalid_fields')
  })

  it('no longer has what has been paid', async () => {
    const [first, ...others] = placed.map(({ order }) => order)
    const paid = await world.call('POST', `/portal/operator/orders/${first}/payment`, {
      headers: office.operator,
      payload: {},
    })
    expect(paid.status).toBe(200)
    expect((await list()).body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(others)
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, (headers) => list('', headers))).toEqual(onlyOperators)
  })
})
