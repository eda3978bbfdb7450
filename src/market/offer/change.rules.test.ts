import { describe, expect, it } from 'vitest'
import { planPricings, strandedErrors, type KnownPricing, type PricingWish } from './change.rules.ts'

const limits = { minimumSplit: 20, maximumSplit: 24 }
const known: readonly KnownPricing[] = [
  { uuid: 'a', length: 22, priceMinor: 40_000, negotiable: false, periods: [] },
  { uuid: 'b', length: 24, priceMinor: 10_050, negotiable: true, periods: [3, 12] },
]

const wish = (given: Partial<PricingWish>): PricingWish => ({
  uuid: null,
  length: undefined,
  value: undefined,
  negotiable: undefined,
  periods: undefined,
  ...given,
})
const plan = (...wishes: PricingWish[]) => planPricings(wishes, known, limits, 'USD')
const [keepA, keepB] = [wish({ uuid: 'a' }), wish({ uuid: 'b' })]

describe('a wish for prices', () => {
  it('changes nothing where it only names what is there', () => {
    expect(plan(keepB, keepA)).toEqual({ plan: { changed: [], resized: [], added: [], withdrawn: [] } })
  })

  it('changes what it says and keeps what it leaves open', () => {
    const changed = [{ ...known[1], priceMinor: 12_000 }]
    expect(plan(keepA, wish({ uuid: 'b', value: 120 }))).toMatchObject({ plan: { changed, resized: [] } })
    expect(plan(keepA, wish({ uuid: 'b', negotiable: false, periods: [] }))).toMatchObject({
      plan: { changed: [{ ...known[1], negotiable: false, periods: [] }] },
    })
  })

  it('withdraws what it does not name and adds what has no uuid', () => {
    const added = [{ length: 23, priceMinor: 20_000, negotiable: false, periods: [] }]
    expect(plan(wish({ length: 23, value: 200 }), keepA)).toEqual({
      plan: { changed: [], resized: [], added, withdrawn: ['b'] },
    })
    expect(plan()).toMatchObject({ plan: { withdrawn: ['a', 'b'] } })
  })

  it('may swap sizes', () => {
    expect(plan(wish({ uuid: 'a', length: 24 }), wish({ uuid: 'b', length: 22 }))).toMatchObject({
      plan: {
        changed: [
          { uuid: 'a', length: 24 },
          { uuid: 'b', length: 22 },
        ],
        resized: ['a', 'b'],
      },
    })
  })

  it.each<[string, PricingWish[], Record<string, unknown>]>([
    ['an unknown one', [wish({ uuid: 'c', value: 1 })], { 'pricings.0.uuid': [expect.stringMatching(/not a price/)] }],
    ['one twice', [keepA, keepA], { 'pricings.1.uuid': ['is named twice'] }],
    [
      'a new one without size and value',
      [keepA, wish({})],
      { 'pricings.1.cidr': ['is required for a new price'], 'pricings.1.value': ['is required for a new price'] },
    ],
    [
      'a size that has a price',
      [keepA, wish({ length: 22, value: 1 })],
      { 'pricings.1.cidr': ['/22 has a price already'] },
    ],
    ['a size out of limits', [wish({ uuid: 'a', length: 19 })], { 'pricings.0.cidr': [expect.any(String)] }],
    ['no price', [wish({ uuid: 'a', value: 0 })], { 'pricings.0.value': ['must be more than 0'] }],
  ])('is refused for %s', (_what, wishes, errors) => {
    expect(plan(...wishes)).toEqual({ errors })
  })
})

describe('new limits', () => {
  it('are refused where a price would be left outside', () => {
    expect(strandedErrors(known, { minimumSplit: 22, maximumSplit: 24 })).toEqual({})
    expect(strandedErrors(known, { minimumSplit: 23, maximumSplit: 23 })).toEqual({
      minimum_split: [expect.stringContaining('/22')],
      maximum_split: [expect.stringContaining('/24')],
    })
  })
})
