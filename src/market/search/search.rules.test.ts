import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  children,
  comparePrefixes,
  contains,
  formatPrefix,
  knownPrefix,
  nthChild,
  overlaps,
  subtract,
  type Prefix,
} from '../../kernel/ip/index.ts'
import { aListing, aLocation, aVrp, known } from '../../../test/support/market/facts.ts'
import type { Location } from '../../network/index.ts'
import {
  areasOf,
  arrange,
  countryOf,
  isLocated,
  pick,
  protectionOf,
  reputationOf,
  type Hole,
  type Holes,
  type Judge,
  type Order,
  type Search,
} from './search.rules.ts'

const orders: readonly Order[] = ['fit', 'price', '-price', 'address', '-address']
const texts = (blocks: readonly Prefix[]) => blocks.map(formatPrefix)

const plain: Search = {
  length: 24,
  limit: 1_000,
  order: 'fit',
  areas: null,
  months: 1,
  priceMin: null,
  priceMax: null,
  negotiable: null,
  registries: [],
  place: null,
  reputation: null,
  token: null,
}

const holeAt = (block: Prefix, offer = 'a', priceMinor = 10_000): Hole => ({
  block,
  offer,
  registry: 'ripencc',
  pricing: `p${offer}`,
  priceMinor,
  negotiable: false,
  periods: [],
  discounts: [],
  skippedChecks: [],
})

const hole = (block: string, offer?: string, priceMinor?: number) => holeAt(knownPrefix(block), offer, priceMinor)
const holes = (given: Partial<Holes>): Holes => ({ shelved: [], around: [], privately: [], reserved: [], ...given })

/** Three offers of a /20, each with a price and a few claims; what is left are the holes. */
const whole = ['45.8.0.0/20', '45.8.16.0/20', '46.0.0.0/20'].map(knownPrefix)
const blockIn = (offer: Prefix) =>
  fc
    .tuple(fc.integer({ min: 20, max: 24 }), fc.nat())
    .map(([length, n]) => nthChild(offer, length, n % 2 ** (length - 20)))
const arbitraryHoles = fc
  .tuple(
    ...whole.map((offer, i) =>
      fc
        .tuple(fc.array(blockIn(offer), { maxLength: 6 }), fc.constantFrom(10_000, 12_000))
        .map(([claims, price]) => subtract(offer, claims).map((block) => holeAt(block, String(i), price))),
    ),
  )
  .map((offers) => offers.flat())

const arbitraryAreas = fc.oneof(
  fc.constant(null),
  fc
    .constantFrom(...whole)
    .chain((offer) => blockIn(offer))
    .map((area) => [area]),
  fc.constant([knownPrefix('45.0.0.0/8'), knownPrefix('46.0.0.0/8')]),
)

const arbitrarySearch = fc
  .record({
    length: fc.integer({ min: 20, max: 24 }),
    limit: fc.integer({ min: 1, max: 40 }),
    order: fc.constantFrom(...orders),
    areas: arbitraryAreas,
  })
  .filter(({ length, areas }) => areas?.every((area) => area.length <= length) ?? true)
  .map((wanted): Search => ({ ...plain, ...wanted }))

/** Every block there is, judged one by one and sorted at the end. */
function enumerated(search: Search, all: readonly Hole[], judge: Judge = () => true): string[] {
  const { length, limit, order, areas } = search
  const found = all
    .filter(({ block }) => block.length <= length)
    .flatMap((hole) => [...children(hole.block, length)].map((child) => ({ ...hole, child })))
    .filter(({ child }) => areas === null || areas.some((area) => contains(area, child)))
    .filter(({ child }) => judge(child) === true)
  const up = order.startsWith('-') ? -1 : 1
  const keys = {
    fit: (a: Hole, b: Hole) => b.block.length - a.block.length,
    price: (a: Hole, b: Hole) =>
      up * (a.priceMinor - b.priceMinor) ||
      up * Number(a.offer) - up * Number(b.offer) ||
      b.block.length - a.block.length,
    address: () => 0,
  }
  const first = keys[order.replace('-', '') as keyof typeof keys]
  found.sort((a, b) => first(a, b) || comparePrefixes(a.child, b.child) * (order === '-address' ? -1 : 1))
  return texts(found.slice(0, limit).map(({ child }) => child))
}

const found = (search: Search, given: Holes, judge?: Judge) =>
  texts(pick(search, arrange(search, given, true), judge).map(({ child }) => child))

describe('a search', () => {
  it('finds what looking at every block would find, in every order', () => {
    fc.assert(
      fc.property(arbitrarySearch, arbitraryHoles, (search, all) => {
        const around = all.filter(({ block }) =>
          search.areas?.some((area) => area.length > block.length && contains(block, area)),
        )
        const inside = all.filter(({ block }) => search.areas?.some((area) => contains(area, block)) ?? true)
        const fitting = inside.filter(({ block }) => block.length <= search.length)
        const shelved = arrange(search, holes({ reserved: fitting }), true)
        expect(found(search, holes({ shelved, around }))).toEqual(enumerated(search, all))
      }),
      { numRuns: 500 },
    )
  })

  it('finds only free blocks of the size, apart from each other and no more than asked for', () => {
    fc.assert(
      fc.property(arbitrarySearch, arbitraryHoles, (search, all) => {
        const blocks = pick(search, arrange(search, holes({ reserved: all }), true)).map(({ child }) => child)
        expect(blocks.length).toBeLessThanOrEqual(search.limit)
        expect(blocks.every((block) => block.length === search.length)).toBe(true)
        expect(blocks.every((block) => all.some((hole) => contains(hole.block, block)))).toBe(true)
        expect(blocks.some((a, i) => blocks.some((b, j) => i < j && overlaps(a, b)))).toBe(false)
      }),
    )
  })

  it('by place finds what asking for every block would find, though it asks for few', () => {
    const places = [knownPrefix('45.8.0.0/21'), knownPrefix('45.8.4.0/22'), knownPrefix('45.8.18.0/23')]
    const seen = (block: Prefix) => places.filter((place) => contains(place, block)).length % 2 === 1
    fc.assert(
      fc.property(arbitrarySearch, arbitraryHoles, (search, all) => {
        let asked = 0
        const judge: Judge = (block) => {
          asked++
          const differs =
            block.length < search.length && places.some((place) => overlaps(place, block) && !contains(place, block))
          return differs ? null : seen(block)
        }
        const fitting = all.filter(({ block }) => block.length <= search.length)
        expect(found(search, holes({ reserved: fitting }), judge)).toEqual(enumerated(search, fitting, seen))
        expect(asked).toBeLessThanOrEqual(fitting.length + 2 * 4 * places.length)
      }),
      { numRuns: 500 },
    )
  })

  it('opens no more of a large hole than it needs', () => {
    const search = { ...plain, limit: 2, order: '-address' as const }
    expect(found(search, holes({ shelved: [hole('11.0.0.0/8')] }))).toEqual(['11.255.255.0/24', '11.255.254.0/24'])
  })
})

describe('holes from other places than the shelf', () => {
  it('take their place in the order', () => {
    const shelved = [hole('45.8.1.0/24'), hole('45.8.8.0/22')]
    const given = holes({ shelved, privately: [hole('46.0.4.0/23', 'b')], reserved: [hole('45.8.2.0/24')] })
    expect(texts(arrange(plain, given, true).map(({ block }) => block))).toEqual([
      '45.8.1.0/24',
      '45.8.2.0/24',
      '46.0.4.0/23',
      '45.8.8.0/22',
    ])
  })

  it('wait where the shelf has more than is known yet', () => {
    const given = holes({ shelved: [hole('45.8.8.0/22')], reserved: [hole('45.8.1.0/24'), hole('46.0.0.0/20', 'b')] })
    expect(texts(arrange(plain, given, false).map(({ block }) => block))).toEqual(['45.8.1.0/24', '45.8.8.0/22'])
  })

  it('grow together where hidden and shown ones meet, and leave out what stays too small', () => {
    const pieces = ['45.8.0.0/24', '45.8.1.0/24', '45.8.4.0/24'].map((block) => hole(block))
    const search = { ...plain, length: 23 }
    expect(found(search, holes({ privately: pieces }))).toEqual(['45.8.0.0/23'])
    expect(found(plain, holes({ privately: pieces }))).toEqual(['45.8.4.0/24', '45.8.0.0/24', '45.8.1.0/24'])
  })
})

describe('areas', () => {
  const at = (address: string | null, octets: number[] = [], length = 24) => {
    const areas = areasOf(address === null ? null : knownPrefix(address), octets, length)
    return areas && texts(areas)
  }

  it('are what address and octets have in common', () => {
    expect(at(null)).toBeNull()
    expect(at('45.8.0.0/16')).toEqual(['45.8.0.0/16'])
    expect(at(null, [46, 45, 46])).toEqual(['45.0.0.0/8', '46.0.0.0/8'])
    expect(at('45.8.0.0/16', [45, 46])).toEqual(['45.8.0.0/16'])
    expect(at('45.8.0.0/16', [46])).toEqual([])
    expect(at('44.0.0.0/6', [43, 44, 47, 48])).toEqual(['44.0.0.0/8', '47.0.0.0/8'])
  })

  it('are at least as large as what is wanted, around what was named', () => {
    expect(at('45.8.1.77/32')).toEqual(['45.8.1.0/24'])
    expect(at('45.8.1.0/24', [], 20)).toEqual(['45.8.0.0/20'])
    expect(at('45.8.1.0/24', [45], 8)).toEqual(['45.0.0.0/8'])
  })

  it('have exactly the addresses that address and octets both name', () => {
    const octet = fc.integer({ min: 44, max: 47 })
    const address = fc
      .tuple(octet, fc.integer({ min: 4, max: 12 }))
      .map(([first, length]) => knownAround(first, length))
    fc.assert(
      fc.property(address, fc.array(octet, { minLength: 1 }), octet, (around, octets, asked) => {
        const point = knownPrefix(`${asked}.0.0.0/32`)
        const inBoth = octets.includes(asked) && contains(around, point)
        expect(areasOf(around, octets, 24)?.some((area) => contains(area, point))).toBe(inBoth)
      }),
    )
  })
})

const knownAround = (octet: number, length: number): Prefix =>
  areasOf(knownPrefix(`${octet}.0.0.0/32`), [], length)?.[0] as Prefix

const place = (provider: string, countryCode: string, cityName: string | null = null): Location =>
  aLocation({ prefix: '45.8.0.0/16', provider, countryCode, countryName: countryCode, cityName })

describe('a place', () => {
  const wish = { country: 'NL', city: null, providers: [], all: false }
  const both = [place('atlas', 'NL', 'Delft'), place('meridian', 'DE', 'Bonn')]

  it('is where one provider sees it, or all of them', () => {
    expect(isLocated(both, wish)).toBe(true)
    expect(isLocated(both, { ...wish, all: true })).toBe(false)
    expect(isLocated([], wish)).toBe(false)
    expect(isLocated([], { ...wish, all: true })).toBe(false)
  })

  it('is in country and city by the same word', () => {
    expect(isLocated(both, { ...wish, city: 'delft' })).toBe(true)
    expect(isLocated(both, { ...wish, city: 'bonn' })).toBe(false)
    expect(isLocated(both, { ...wish, country: null, city: 'bonn' })).toBe(true)
    expect(isLocated([place('atlas', 'nl')], { ...wish, city: 'delft' })).toBe(false)
  })

  it('is where those who are asked see it', () => {
    expect(isLocated(both, { ...wish, providers: ['meridian'] })).toBe(false)
    expect(isLocated(both, { ...wish, providers: ['atlas'], all: true })).toBe(true)
    expect(isLocated(both, { ...wish, providers: ['atlas', 'unheard'], all: true })).toBe(false)
    expect(isLocated(both, { ...wish, country: null, providers: ['atlas', 'unheard'] })).toBe(true)
    expect(isLocated(both, { ...wish, country: null, providers: ['atlas', 'meridian'], all: true })).toBe(true)
  })

  it('has the country most providers name, then the one of the first by name', () => {
    expect(countryOf([])).toBeNull()
    expect(countryOf([place('z', 'DE'), place('b', 'NL'), place('a', 'DE')])).toBe('DE')
    expect(countryOf([place('z', 'DE'), place('b', 'NL')])).toBe('NL')
  })
})

describe('what else is known of a block', () => {
  const vrp = (asn: number) => aVrp({ prefix: '45.8.0.0/16', asn })

  it('says whether it is on a blocklist', () => {
    expect(reputationOf(null)).toBe('unknown')
    expect(reputationOf(known([], { stale: true }))).toBe('unknown')
    expect(reputationOf(known([]))).toBe('clean')
    expect(reputationOf(known([aListing({ prefix: '45.8.0.0/16' })]))).toBe('listed')
  })

  it('says whether ROAs speak about it', () => {
    expect(protectionOf(null)).toBe('unknown')
    expect(protectionOf(known([], { stale: true }))).toBe('unknown')
    expect(protectionOf(known([]))).toBe('unprotected')
    expect(protectionOf(known([vrp(0)]))).toBe('protected')
    expect(protectionOf(known([vrp(0), vrp(64_500)]))).toBe('covered')
  })
})
