import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  shop = await openShop(world)
})
afterAll(() => world.close())

const nothing = { currency: 'USD', amount: '0.00', amount_minor: 0 }

describe('GET /ecommerce/public/{user_id}/cart', () => {
  it('is made on first read, with every field of the specification', async () => {
    const buyer = await buyerIn(world)
    const first = await buyer.get('/cart')
    expect(first.body.data).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      status: 'open',
      total: nothing,
      sub_total: nothing,
      tax_total: nothing,
      credits_total: nothing,
      discount_total: nothing,
      remaining_total: nothing,
      credits_eligible_amount: nothing,
      total_before_tax: nothing,
      tax_breakdown: [],
      discount_breakdown: [],
      discount_code: null,
      expires_at: null,
      items: [],
      address: null,
      payment_method: null,
    })
    expect((await buyer.get('/cart')).body).toEqual(first.body)
  })

  it('is one, however many read it first', async () => {
    const buyer = await buyerIn(world)
    const read = await Promise.all(Array.from({ length: 8 }, () => buyer.cart()))
    expect(new Set(read.map(({ uuid }) => uuid)).size).toBe(1)
  })

  it('shows what the company holds, taxed by its address, for twenty minutes from the last change', async () => {
    const { buyer, offers } = await readyCart(shop, { blocks: 2, country: 'NL' })
    const cart = await buyer.cart()
    expect(cart).toMatchObject({
      sub_total: { amount: '200.00' },
      total_before_tax: { amount: '200.00' },
      tax_total: { amount: '42.00' },
      total: { currency: 'USD', amount: '242.00', amount_minor: 24_200 },
      remaining_total: { amount: '242.00' },
      tax_breakdown: [{ amount: { amount: '42.00' }, rate: 21, calculator_type: 'percentage', notice: null }],
      address: { country_code: 'NL', city: 'Amsterdam' },
      payment_method: { type: 'card', is_default: true, details: { card_last_four: '4242' } },
    })
    expect(cart.items).toEqual(
      offers.map(({ block }) => ({
        uuid: expect.any(String),
        name: block,
        product_type: 'ipv4',
        billing_cycle: 1,
        contract_length: 1,
        product_fields: { address: block.replace('/24', ''), cidr: 24 },
        product_options: null,
        price: { currency: 'USD', amount: '100.00', amount_minor: 10_000 },
        commitment_discount: null,
        skipped_checks: [],
        expires_at: expect.stringMatching(/\+00:00$/),
      })),
    )
    const minutes = (Date.parse(cart.expires_at) - world.ctx.now.getTime()) / 60_000
    expect(minutes).toBeGreaterThan(18)
    expect(minutes).toBeLessThanOrEqual(20)
  })

  it('shifts the tax to a company elsewhere in the EU whose VAT number is valid, and says so', async () => {
    const { buyer } = await readyCart(shop)
    const { uuid } = await buyer.cart()
    const address = await buyer.address(uuid, { country_code: 'DE', vat_number: 'DE136695976' })
    expect(address.vat_validation_status).toBe('valid')
    const { tax_total, tax_breakdown } = await buyer.cart()
    expect(tax_total).toEqual(nothing)
    expect(tax_breakdown[0].notice).toMatch(/Reverse charge/)
  })

  it('loses its lines when they lapse', async () => {
    const buyer = await buyerIn(world)
    await buyer.reserve(await shop.offer())
    expect((await buyer.cart()).items).toHaveLength(1)
    await world.travel('21 minutes')
    expect(await buyer.cart()).toMatchObject({ items: [], total: nothing, expires_at: null })
  })

  it('belongs to the company of the token, by its UUID or its customer number', async () => {
    const [mine, theirs] = [await buyerIn(world), await buyerIn(world)]
    const { uuid } = await mine.cart()
    const { body } = await world.call('GET', `/billing/v1/${mine.tenant}`, { headers: mine.bearer })
    const byNumber = await world.call('GET', `/ecommerce/public/${body.data.customer_number}/cart`, {
      headers: mine.bearer,
    })
    expect(byNumber.body.data.uuid).toBe(uuid)
    const foreign = await world.call('GET', `/ecommerce/public/${mine.tenant}/cart`, { headers: theirs.bearer })
    expect(outcomeOf(foreign)).toBe('403 tenant_mismatch')
  })
})
