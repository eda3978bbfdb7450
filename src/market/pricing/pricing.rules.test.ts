import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgePricings, splitErrors, type WantedPricing } from './pricing.rules.ts'

const limits = { minimumSplit: 20, maximumSplit: 24 }
const wanted = (given: Partial<WantedPricing> = {}): WantedPricing => ({
  length: 24,
  value: 100,
  negotiable: false,
  periods: [],
  ...given,
})
const errorsOf = (...pricings: Partial<WantedPricing>[]) => judgePricings(pricings.map(wanted), limits, 'USD').errors

describe('splitErrors', () => {
  it('accepts exactly cidr ≤ minimum_split ≤ maximum_split ≤ 24', () => {
    const length = fc.integer({ min: 0, max: 32 })
    fc.assert(
      fc.property(length, length, length, (block, minimumSplit, maximumSplit) => {
        const fine = block <= minimumSplit && minimumSplit <= maximumSplit && maximumSplit <= 24
        expect(Object.keys(splitErrors(block, { minimumSplit, maximumSplit })).length).toBe(fine ? 0 : 1)
      }),
    )
  })

  it('names the field where it stands', () => {
    expect(splitErrors(22, { minimumSplit: 20, maximumSplit: 24 }, 'subnets.3.')).toEqual({
      'subnets.3.minimum_split': ["must be at least 22, the block's own size"],
    })
    expect(splitErrors(20, { minimumSplit: 24, maximumSplit: 22 })).toEqual({
      maximum_split: ['must be at least 24, the minimum_split'],
    })
  })
})

describe('judgePricings', () => {
  it('turns prices into minor units and orders the periods', () => {
    const { sizes } = judgePricings(
      [wanted({ value: 115.1, periods: [12, 3, 12], negotiable: true }), wanted({ length: 20, value: 0.01 })],
      limits,
      'USD',
    )
    expect(sizes).toEqual([
      { length: 24, priceMinor: 11_510, negotiable: true, periods: [3, 12] },
      { length: 20, priceMinor: 1, negotiable: false, periods: [] },
    ])
  })

  it('refuses sizes outside the limits and sizes priced twice', () => {
    expect(errorsOf({ length: 19 }, { length: 24 }, { length: 24 })).toEqual({
      'pricings.0.cidr': ['must be from 20 to 24, the split limits'],
      'pricings.2.cidr': ['/24 has a price already'],
    })
  })

  it.each([
    [0, 'must be more than 0'],
    [-0, 'must be more than 0'],
    [-5, 'must be more than 0'],
    [0.001, 'must be an amount with at most 2 decimals'],
    [1e-7, 'must be an amount with at most 2 decimals'],
    [1e21, 'must be an amount with at most 2 decimals'],
    [256_000.01, 'must be at most 256000.00: 1000 per address and month'],
  ])('refuses the price %s', (value, sentence) => {
    expect(errorsOf({ value })).toEqual({ 'pricings.0.value': [sentence] })
  })

  it('takes the highest price, and knows currencies without decimals', () => {
    expect(errorsOf({ value: 256_000 })).toEqual({})
    expect(judgePricings([wanted({ value: 100.5 })], limits, 'JPY').errors).toEqual({
      'pricings.0.value': ['must be an amount with at most 0 decimals'],
    })
  })

  it('refuses unknown periods, and every fault at once', () => {
    expect(errorsOf({ length: 8, value: 0, periods: [3, 5] })).toEqual({
      'pricings.0.cidr': ['must be from 20 to 24, the split limits'],
      'pricings.0.value': ['must be more than 0'],
      'pricings.0.selected_commitment_periods': ['5 is not one of 3, 6, 12, 24, 36, 60, 120'],
    })
  })

  it('never gives sizes and errors together', () => {
    const pricing = fc.record({
      length: fc.integer({ min: 0, max: 32 }),
      value: fc.double({ noNaN: true }),
      negotiable: fc.boolean(),
      periods: fc.array(fc.integer()),
    })
    fc.assert(
      fc.property(fc.array(pricing, { minLength: 1 }), (pricings) => {
        const { sizes, errors } = judgePricings(pricings, limits, 'USD')
        expect(sizes.length === pricings.length).toBe(Object.keys(errors).length === 0)
        expect(sizes.every(({ priceMinor }) => Number.isSafeInteger(priceMinor) && priceMinor > 0)).toBe(true)
      }),
    )
  })
})
