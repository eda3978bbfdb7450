import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRenewals } from '../../../src/commerce/renewal/renewal.actions.ts'
import { addMonths, addSeconds } from '../../../src/kernel/time.ts'
import { breachesIn, buyerIn, openShop, type Buyer, type Shop } from '../../support/market/carts.ts'
import { addCard } from '../../support/market/commerce.ts'
import { makeOffer } from '../../support/market/market.ts'
import { at } from '../../support/market/renewals.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A price by commitment on all its way: search, block, cart, order, invoice, renewal, forecast. */

let world: World
let shop: Shop
let buyer: Buyer
const block = '198.18.4.0/24'
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  await world.travelToMidMonth()
  shop = await openShop(world)
  buyer = await buyerIn(world)
})
afterAll(() => world.close())

const billing = (path: string) => world.call('GET', `/billing/v1/${buyer.tenant}${path}`, { headers: buyer.bearer })

interface Line {
  description: string
  amount: number
}

describe('a discount for a commitment', () => {
  it('is followed from the search to the forecast', async () => {
    const offer = await makeOffer(world, shop.holder.tenant, {
      block,
      pricings: [{ length: 24, priceMinor: 10_000, periods: [3, 12] }],
      discounts: [
        { months: 6, percent: 5 },
        { months: 12, percent: 12.5 },
      ],
    })

    const [found] = (await billing('/market/search?prefix_length=24&contract_length=12')).body.data
    expect(found).toMatchObject({
      price: 87.5,
      price_per_ip: '0.341797',
      commitment_discounts: [{ months: 12, percent: 12.5 }],
    })
    const { prices } = (await billing(`/market/blocks/${block}`)).body.data
    expect(prices).toEqual([
      { contract_length: 1, price: 100, price_per_ip: '0.390625', total: 100, discount_percent: 0, saved: 0 },
      { contract_length: 3, price: 100, price_per_ip: '0.390625', total: 300, discount_percent: 0, saved: 0 },
      { contract_length: 12, price: 87.5, price_per_ip: '0.341797', total: 1_050, discount_percent: 12.5, saved: 150 },
    ])

    // A client that knows nothing of discounts names the price by the month, and pays what the commitment costs.
    const reserved = await buyer.reserve(offer, { ip_price: '0.390625', contract_length: 12 })
    expect(reserved.body.data).toMatchObject({ status: 'accepted', ip_price: '0.341797' })
    const cart = await buyer.cart()
    expect(cart.items[0]).toMatchObject({
      price: { amount: '87.50' },
      contract_length: 12,
      commitment_discount: { percent: 12.5, list_price: { amount: '100.00' }, saved: { amount: '150.00' } },
    })
    expect(cart.sub_total.amount).toBe('87.50')

    await buyer.address(cart.uuid)
    await addCard(world, buyer.tenant)
    expect((await buyer.checkout(cart.uuid)).body.data.order).toMatchObject({ status: 'completed' })
    for (const hours of [-48, -12]) await runRenewals(at(world, addSeconds(addMonths(world.ctx.now, 1), hours * 3_600)))
    const { data: invoices } = (await billing('/invoices?sort=date')).body
    const lines = []
    for (const { uuid } of invoices) lines.push(...(await billing(`/invoices/${uuid}`)).body.items)
    expect(lines.map(({ description, amount }: Line) => [description, amount])).toEqual([
      [`Lease of ${block}, committed for 12 months, 12.5% off 100.00`, 87.5],
      [`Lease of ${block}`, 87.5],
    ])
    const { subscriptions } = (await billing('/forecast?months=3')).body.data
    expect(subscriptions[0].renewals.every(({ sub_total }: { sub_total: number }) => sub_total === 87.5)).toBe(true)
    expect(await breachesIn(world)).toEqual([])
  })

  it('stays as it was reserved when the holder changes it', async () => {
    const offer = await makeOffer(world, shop.holder.tenant, {
      block: '198.18.5.0/24',
      pricings: [{ length: 24, priceMinor: 20_000, periods: [12] }],
      discounts: [{ months: 12, percent: 10 }],
    })
    await buyer.reserve(offer, { ip_price: '1', contract_length: 12 })
    const { tenant, bearer } = shop.holder
    await world.call('PATCH', `/billing/v1/${tenant}/market/services/${offer.uuid}`, {
      headers: bearer,
      payload: { commitment_discounts: [] },
    })
    expect((await buyer.cart()).items[0]).toMatchObject({ price: { amount: '180.00' } })
  })
})
