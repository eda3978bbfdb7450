import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contains, formatPrefix, knownPrefix, nthChild, overlaps } from '../../kernel/ip/index.ts'
import { addDays } from '../../kernel/time.ts'
import type { Filters } from '../search/search.rules.ts'
import { awayDays, changedAreas, isKnown, matchedBefore, priceIf, type Arrival, type Terms } from './match.rules.ts'

const wish: Filters = {
  length: 24,
  areas: null,
  months: 1,
  priceMin: null,
  priceMax: null,
  negotiable: null,
  registries: [],
  place: null,
  reputation: null,
}

const terms: Terms = {
  length: 24,
  priceMinor: 10_000,
  negotiable: false,
  periods: [12],
  registry: 'ripencc',
  discounts: [{ months: 12, percent: 20 }],
}

const came = new Date('2026-11-17T12:00:00Z')
const arrival: Arrival = {
  id: 1,
  offer: 'o',
  block: knownPrefix('45.8.0.0/22'),
  at: came,
  goneAt: null,
  before: null,
}

describe('priceIf', () => {
  it.each([
    [{}, 10_000],
    [{ length: 23 }, null],
    [{ priceMin: 10_000, priceMax: 10_000 }, 10_000],
    [{ priceMin: 10_001 }, null],
    [{ priceMax: 9_999 }, null],
    [{ months: 12 }, 8_000],
    [{ months: 12, priceMax: 7_999 }, null],
    [{ months: 24 }, null],
    [{ negotiable: true }, null],
    [{ negotiable: false }, 10_000],
    [{ registries: ['arin', 'ripencc'] as const }, 10_000],
    [{ registries: ['arin'] as const }, null],
  ])('who asks for %j pays %j', (asked, price) => {
    expect(priceIf({ ...wish, ...asked }, terms, 'USD')).toBe(price)
  })
})

describe('isKnown', () => {
  const away = (days: number) => ({ ...arrival, goneAt: addDays(came, -days) })

  it('is what was seen before it went, and was away for less than two weeks', () => {
    const long = addDays(came, -100)
    expect(isKnown(arrival, long)).toBe(false)
    expect(isKnown(away(1), long)).toBe(true)
    expect(isKnown(away(awayDays - 1), long)).toBe(true)
    expect(isKnown(away(awayDays), long)).toBe(false)
    expect(isKnown(away(2), addDays(came, -1))).toBe(false)
    expect(isKnown(away(1), addDays(came, -1))).toBe(true)
  })
})

describe('matchedBefore', () => {
  const asked = { ...wish, priceMax: 9_000 }
  const was = (priceMinor: number, discounts = terms.discounts) => ({
    ...arrival,
    before: { terms: [{ length: 24, priceMinor, negotiable: false, periods: [12] }], discounts },
  })
  const place = { country: 'NL', city: null, providers: [], all: false }
  const seen = (...countries: string[]) => ({
    ...arrival,
    before: { places: countries.map((countryCode, i) => ({ provider: `p${i}`, countryCode, cityName: null })) },
  })
  const known = (filters: Filters, came_: Arrival) => matchedBefore(filters, came_, terms, 'USD')

  it('holds for what would have been found at the price of that time', () => {
    expect(known(asked, arrival)).toBe(false)
    expect(known(asked, was(9_000))).toBe(true)
    expect(known(asked, was(9_001))).toBe(false)
    expect(known({ ...asked, months: 12 }, was(10_000))).toBe(true)
    expect(known({ ...asked, months: 12 }, was(10_000, []))).toBe(false)
  })

  it('holds for what was seen there, or where nobody asked for a place', () => {
    expect(known(wish, seen('DE'))).toBe(true)
    expect(known({ ...wish, place }, seen('DE'))).toBe(false)
    expect(known({ ...wish, place }, seen('DE', 'nl'))).toBe(true)
    expect(known({ ...wish, place: { ...place, all: true } }, seen('DE', 'NL'))).toBe(false)
    expect(known({ ...wish, place: { ...place, all: true } }, seen('NL', 'NL'))).toBe(true)
    expect(known({ ...wish, place: { ...place, all: true, providers: ['p0'] } }, seen('NL', 'DE'))).toBe(true)
    expect(known({ ...wish, place: { ...place, all: true } }, seen())).toBe(false)
  })
})

describe('changedAreas', () => {
  it('has every block of the wanted size that an arrival can have completed, and no other', () => {
    const whole = knownPrefix('45.8.0.0/20')
    const block = fc
      .tuple(fc.integer({ min: 20, max: 24 }), fc.nat())
      .map(([length, n]) => nthChild(whole, length, n % 2 ** (length - 20)))
    const areas = fc.option(
      block.map((area) => [area]),
      { nil: null },
    )
    fc.assert(
      fc.property(block, areas, fc.integer({ min: 20, max: 24 }), (of, asked, length) => {
        fc.pre(asked?.every((area) => area.length <= length) ?? true)
        const found = changedAreas({ ...wish, length, areas: asked }, { ...arrival, block: of })
        for (let n = 0; n < 2 ** (length - 20); n++) {
          const child = nthChild(whole, length, n)
          const isWanted = overlaps(child, of) && (asked?.some((area) => contains(area, child)) ?? true)
          expect([formatPrefix(child), found.some((area) => contains(area, child))]).toEqual([
            formatPrefix(child),
            isWanted,
          ])
        }
      }),
    )
  })
})
