import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, openShop, readyCart, type Buyer, type Shop } from '../../support/market/carts.ts'
import type { MadeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

const add = (buyer: Pick<Buyer, 'tenant' | 'bearer'>, payload: object) =>
  world.call('POST', `/billing/v1/${buyer.tenant}/cart/items`, { headers: buyer.bearer, payload })

const item = ({ block }: Pick<MadeOffer, 'block'>, more: object = {}) => ({
  product_type: 'ipv4',
  billing_cycle: 1,
  product_fields: { address: block.split('/')[0], cidr: Number(block.split('/')[1]) },
  ...more,
})

describe('POST /billing/v1/{tenantUUID}/cart/items', () => {
  it('reserves the block at its list price, for a month or for a commitment', async () => {
    const buyer = await buyerIn(world)
    const monthly = await add(buyer, item(await shop.offer({ priceMinor: 7_777 })))
    expect([monthly.status, monthly.text]).toEqual([204, ''])
    expect((await add(buyer, item(await shop.offer({ negotiable: true }), { contract_length: 12 }))).status).toBe(204)
    const { items } = await buyer.cart()
    expect(items).toMatchObject([
      { price: { amount: '77.77' }, contract_length: 1 },
      { price: { amount: '100.00' }, contract_length: 12 },
    ])
  })

  it('refuses what is not sold here', async () => {
    const buyer = await buyerIn(world)
    const offer = await shop.offer()
    const once = await add(buyer, item(offer, { billing_cycle: 0 }))
    expect([outcomeOf(once), Object.keys(once.body.errors)]).toEqual(['422 product_not_sold', ['billing_cycle']])
    expect(outcomeOf(await add(buyer, item({ block: '198.18.0.0/24' })))).toBe('404 pricing_not_found')
    expect(outcomeOf(await add(buyer, item({ block: offer.block.replace('/24', '/23') })))).toMatch(/^4\d\d /)
    expect(outcomeOf(await add(buyer, item({ block: '45.60.0.7/24' })))).toBe('422 block_not_offered')
    expect(outcomeOf(await add(buyer, item(offer, { contract_length: 60 })))).toBe('422 period_not_offered')
    expect(outcomeOf(await add(shop.holder, item(offer)))).toBe('422 own_block')
    expect((await buyer.cart()).items).toEqual([])
  })

  it('refuses a block that somebody holds, naming free ones', async () => {
    const offer = await shop.offer()
    await add(await buyerIn(world), item(offer))
    expect(outcomeOf(await add(await buyerIn(world), item(offer)))).toBe('409 subnet_taken')
  })

  it('refuses a company that is not active, and one that holds a hundred blocks', async () => {
    const buyer = await buyerIn(world)
    const offer = await shop.offer()
    await world.house.pool.query(
      `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since, until)
       select gen_random_uuid(), $1, $2, ('100.64.' || n || '.0/24')::cidr, 'held', now(), now() + interval '1 hour'
       from generate_series(1, 100) n`,
      [buyer.tenant, offer.uuid],
    )
    expect(outcomeOf(await add(buyer, item(offer)))).toBe('422 too_many_reservations')
    const pending = await openWorld({ beside: world, env: { SUBLET_AUTO_ACTIVATE: '0' } })
    const waiting = await buyerIn(pending)
    expect(outcomeOf(await add(waiting, item(offer)))).toBe('403 company_not_active')
    await pending.close()
  })

  /** As if the company had that many more, in another part of the internet. */
  const keep = (tenant: string, offer: MadeOffer, count: number, status: 'held' | 'claimed') =>
    world.house.pool.query(
      `insert into allocation (uuid, tenant_uuid, offer_uuid, block, status, since, until)
       select gen_random_uuid(), $1, $2, ('100.65.' || n || '.0/24')::cidr, $3, now(),
         case when $3 = 'held' then now() + interval '1 hour' end
       from generate_series(1, $4) n`,
      [tenant, offer.uuid, status, count],
    )
  const forgetKept = () => world.house.pool.query(`delete from allocation where block << '100.65.0.0/16'`)

  it('counts what unpaid orders have claimed as kept, until they are cancelled', async () => {
    const { buyer, cart } = await readyCart(shop, { blocks: 2, card: null })
    const { order } = (await buyer.checkout(cart)).body.data
    expect(order.status).toBe('pending_payment')
    const offer = await shop.offer()
    await keep(buyer.tenant, offer, 98, 'held')
    expect(outcomeOf(await add(buyer, item(offer)))).toBe('422 too_many_reservations')
    await buyer.send('POST', `/orders/${order.uuid}/cancel`)
    expect(outcomeOf(await add(buyer, item(offer)))).toBe(204)
    await forgetKept()
  })

  it('keeps a hundred at most, however many are wanted at once', async () => {
    const buyer = await buyerIn(world)
    const offers = await Promise.all(Array.from({ length: 12 }, () => shop.offer()))
    await keep(buyer.tenant, offers[0] as MadeOffer, 95, 'claimed')
    const outcomes = (await Promise.all(offers.map((offer) => add(buyer, item(offer))))).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 204)).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === '422 too_many_reservations')).toHaveLength(7)
    await forgetKept()
  })

  it.each([
    [{}, ['billing_cycle', 'product_fields', 'product_type']],
    [{ product_type: 'ipv6', billing_cycle: 2, product_fields: {} }, ['billing_cycle', 'product_type']],
    [{ product_type: 'ipv4', billing_cycle: 1, product_fields: {} }, ['product_fields.address', 'product_fields.cidr']],
    [
      { product_type: 'ipv4', billing_cycle: 1, product_fields: { address: 'x'.repeat(16), cidr: 25 } },
      ['product_fields.address', 'product_fields.cidr'],
    ],
    [{ product_type: 'ipv4', billing_cycle: 1, product_fields: { address: '::', cidr: 24 } }, ['address']],
    [
      { product_type: 'ipv4', billing_cycle: 1, product_fields: { address: '1.2.3.0', cidr: 24 }, contract_length: 0 },
      ['contract_length'],
    ],
  ])('refuses %j, naming the fields', async (payload, fields) => {
    const answer = await add(await buyerIn(world), payload)
    expect([outcomeOf(answer), Object.keys(answer.body.errors).sort()]).toEqual(['422 invalid_fields', fields])
  })
})
