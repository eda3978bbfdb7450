import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartEnd, cartTotals, itemOf, itemOrdered, orderLine } from './cart.rules.ts'
import type { Wanted } from '../../market/index.ts'

const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  uuid: '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  tenant_uuid: 'lessee',
  holder_uuid: 'holder',
  offer_uuid: 'offer',
  pricing_uuid: 'pricing',
  allocation_uuid: 'allocation',
  token: 'token',
  block: '192.0.2.0/24',
  ip_price: '0.39',
  price_minor: 9_999,
  contract_months: 1,
  undiscounted_minor: null,
  discount_bp: null,
  counter_minor: null,
  counter_ip_price: null,
  status: 'accepted',
  negotiated: false,
  created_at: new Date(0),
  decided_at: new Date(0),
  bought_at: null,
  claimed_by: null,
  until: new Date(1_000),
  allocation_status: 'held',
  registry: 'ripencc',
  skipped_checks: [],
  ...more,
})

describe('cartTotals', () => {
  it('is what the lines add up to, less the discount, and the tax on what is left; credits take no more than that', () => {
    const tax = { code: 'vat', name: 'VAT', rate: 21_000, order: 1, stacks: false, notice: null }
    const discount = { code: 'TEN', name: 'Ten', kind: 'percent', value: 1_000 } as const
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 20 }),
        fc.nat(1_000_000_000),
        fc.boolean(),
        (prices, credits, discounted) => {
          const lines = prices.map((price_minor) => ({ price_minor }))
          const totals = cartTotals({ lines, discount: discounted ? discount : null, taxes: [tax], credits }, 'USD')
          expect(totals.subTotal).toBe(prices.reduce((sum, price) => sum + price, 0))
          expect(totals.total).toBe(totals.subTotal - totals.discount + totals.tax)
          expect(totals.credits).toBe(Math.min(credits, totals.total))
          expect(totals.remaining).toBe(totals.total - totals.credits)
        },
      ),
    )
  })
})

describe('cartEnd', () => {
  it('is when the first line lapses, and nothing for none', () => {
    const at = (ms: number) => ({ until: new Date(ms) })
    expect(cartEnd([at(3), at(1), { until: null }, at(2)])).toEqual(new Date(1))
    expect(cartEnd([])).toBeNull()
  })
})

describe('a line', () => {
  it('is shown alike before and after it was ordered', () => {
    const one = wanted({ contract_months: 12, skipped_checks: ['bgp'] })
    const line = orderLine(one, { lease: 'lease', commission: 500, currency: 'USD' })
    expect(line).toMatchObject({
      description: 'Lease of 192.0.2.0/24, committed for 12 months',
      subject: 'lease',
      reservation: one.uuid,
      amount: 9_999,
      earner: { tenant: 'holder', name: '192.0.2.0/24', commission: 500 },
    })
    expect(itemOrdered(line)).toEqual({ ...itemOf(one), until: null })
  })
})
