import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeDiscounts, priceFor } from './discount.rules.ts'
import { commitmentPeriods } from './pricing.rules.ts'

describe('judgeDiscounts', () => {
  it('orders them by length', () => {
    const wanted = [
      { months: 12, percent: 10.25 },
      { months: 3, percent: 5 },
    ]
    expect(judgeDiscounts(wanted)).toEqual({ discounts: wanted.toReversed(), errors: {} })
    expect(judgeDiscounts([])).toEqual({ discounts: [], errors: {} })
  })

  it('refuses every fault at once, where it stands', () => {
    const wanted = [
      { months: 12, percent: 10 },
      { months: 12, percent: 0 },
      { months: 5, percent: 12 },
    ]
    expect(judgeDiscounts(wanted, 'subnets.2.')).toEqual({
      discounts: [],
      errors: {
        'subnets.2.commitment_discounts.1.months': ['12 months have a discount already'],
        'subnets.2.commitment_discounts.1.percent': ['must be more than 0 and at most 90, with at most 2 decimals'],
        'subnets.2.commitment_discounts.2.months': ['5 is not one of 3, 6, 12, 24, 36, 60, 120'],
      },
    })
  })

  it.each([0, -5, 90.01, 100, 1e-7, 10.005, 33.333])('refuses %s percent', (percent) => {
    expect(Object.keys(judgeDiscounts([{ months: 3, percent }]).errors)).toEqual(['commitment_discounts.0.percent'])
  })

  it('accepts every share that two decimals can say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000 }), (bp) => {
        expect(judgeDiscounts([{ months: 6, percent: bp / 100 }]).errors).toEqual({})
      }),
    )
  })
})

describe('priceFor', () => {
  const discounts = [
    { months: 6, percent: 5 },
    { months: 12, percent: 12.5 },
  ]

  it('takes off what is agreed for that length, and only for that', () => {
    expect(priceFor(10_000, 12, discounts, 'USD')).toEqual({ minor: 8_750, discount: discounts[1] })
    expect(priceFor(10_000, 1, discounts, 'USD')).toEqual({ minor: 10_000, discount: null })
    expect(priceFor(10_000, 24, discounts, 'USD')).toEqual({ minor: 10_000, discount: null })
  })

  it('rounds once, half up', () => {
    expect(priceFor(10_010, 6, discounts, 'USD').minor).toBe(9_510)
    expect(priceFor(8_490, 12, discounts, 'USD').minor).toBe(7_429)
  })

  it('never comes to nothing, nor to more than the list price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 11 }),
        fc.integer({ min: 1, max: 9_000 }),
        fc.constantFrom(...commitmentPeriods),
        (list, bp, months) => {
          const { minor } = priceFor(list, months, [{ months, percent: bp / 100 }], 'USD')
          expect(minor).toBeGreaterThan(0)
          expect(minor).toBeLessThanOrEqual(list)
        },
      ),
    )
  })
})
