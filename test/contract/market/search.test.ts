import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  children,
  comparePrefixes,
  contains,
  formatPrefix,
  knownPrefix,
  nthChild,
} from '../../../src/kernel/ip/index.ts'
import { searchMarket } from '../../../src/market/search/search.actions.ts'
import { areasOf, type Hole, type Search } from '../../../src/market/search/search.rules.ts'
import { makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

/** A search through the database finds what looking at every block of a small market one by one finds. */

const registries = ['ripencc', 'arin', 'apnic'] as const

let world: World
const offers: MadeOffer[] = []
let shelf: Hole[]
beforeAll(async () => {
  world = await openWorld()
  const holder = await world.tenant('Holder', 'holder')
  const lessee = await world.tenant('Lessee')
  const random = fc.sample(fc.nat(63), { numRuns: 400, seed: 7 })
  for (let n = 0; n < 24; n++) {
    const block = nthChild(nthChild(knownPrefix(n % 3 === 0 ? '45.0.0.0/8' : '46.0.0.0/8'), 18, n), 18 + (n % 5), 0)
    const lengths = [20, 22, 23, 24].filter((length) => length >= block.length && (length !== 23 || n % 2 === 0))
    const offer = await makeOffer(world, holder, {
      block: formatPrefix(block),
      registry: registries[n % 3] ?? 'arin',
      hidden: n % 11 === 10,
      status: n === 5 ? 'validity_invalid' : 'validity_active',
      pricings: lengths.map((length) => ({
        length,
        priceMinor: (10_000 + (n % 4) * 1_000) * 2 ** (24 - length),
        negotiable: n % 2 === 0,
      })),
    })
    offers.push(offer)
    const parts = 2 ** (24 - block.length)
    const picked = [...new Set(random.slice(n * 12, n * 12 + Math.floor(parts / 3)).map((i) => i % parts))]
    const taken = picked.map((i) => formatPrefix(nthChild(block, 24, i)))
    if (taken.length > 3) await toggle(world, offer, ...taken.splice(0, 2))
    for (const part of taken) await makeReservation(world, offer, lessee, part)
  }
  shelf = await onShelf()
})
afterAll(() => world.close())

async function onShelf(): Promise<Hole[]> {
  const { rows } = await world.house.pool.query<{
    block: string
    offer: string
    registry: Hole['registry']
    pricing: string
    price: number
    negotiable: boolean
    length: number
  }>(`select f.block, o.uuid as offer, o.registry, p.uuid as pricing, p.price_minor as price,
      p.wants_to_negotiate as negotiable, p.length
    from offer o, pricing p, free_block f
    where p.offer_uuid = o.uuid and f.offer_uuid = o.uuid and not f.hidden and not o.hidden
    and o.status = 'validity_active' and masklen(f.block) <= p.length`)
  return rows.map(({ block, price, length, ...row }) => ({
    ...row,
    block: knownPrefix(block),
    priceMinor: price,
    periods: [length],
    discounts: [],
    skippedChecks: [],
  }))
}

const address = fc.oneof(
  fc.constant(null),
  fc.tuple(fc.nat(23), fc.integer({ min: 16, max: 32 })).map(([n, length]) => ({ n, length })),
)

const wishes = fc.record({
  length: fc.constantFrom(20, 22, 23, 24),
  limit: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(1_000)),
  order: fc.constantFrom('fit', 'price', '-price', 'address', '-address'),
  octets: fc.constantFrom([], [], [45], [45, 46], [44, 46, 47]),
  address,
  priceMin: fc.constantFrom(null, null, 11_000),
  priceMax: fc.constantFrom(null, null, 12_000, 48_000),
  negotiable: fc.constantFrom(null, null, true, false),
  registries: fc.constantFrom([], [], ['arin'], ['arin', 'apnic']),
})

type Wish = typeof wishes extends fc.Arbitrary<infer W> ? W : never

function searchFor({ octets, address, ...wish }: Wish): Search {
  const offer = address === null ? undefined : offers[address.n]
  const [first = ''] = offer?.block.split('/') ?? []
  const area = offer && areasOf(knownPrefix(`${first}/32`), [], address?.length ?? 32)?.[0]
  return {
    ...wish,
    months: 1,
    areas: areasOf(area ?? null, octets, wish.length),
    registries: wish.registries as Search['registries'],
    place: null,
    reputation: null,
    token: null,
  }
}

function enumerated(search: Search): string[] {
  const { length, areas, priceMin, priceMax, negotiable, order } = search
  const found = shelf
    .filter(
      ({ periods, registry }) =>
        periods[0] === length && (search.registries.length === 0 || search.registries.includes(registry)),
    )
    .filter((hole) => priceMin === null || hole.priceMinor >= priceMin)
    .filter((hole) => priceMax === null || hole.priceMinor <= priceMax)
    .filter((hole) => negotiable === null || hole.negotiable === negotiable)
    .flatMap((hole) => [...children(hole.block, length)].map((child) => ({ ...hole, child })))
    .filter(({ child }) => areas === null || areas.some((area) => contains(area, child)))
  const way = order.startsWith('-') ? -1 : 1
  const byPricing = (a: Hole, b: Hole) => (a.pricing < b.pricing ? -way : a.pricing > b.pricing ? way : 0)
  found.sort((a, b) => {
    if (order.endsWith('address')) return way * comparePrefixes(a.child, b.child)
    const byPrice = order === 'fit' ? 0 : way * (a.priceMinor - b.priceMinor) || byPricing(a, b)
    return byPrice || b.block.length - a.block.length || comparePrefixes(a.child, b.child)
  })
  return found.slice(0, search.limit).map(({ child, pricing }) => `${formatPrefix(child)} ${pricing}`)
}

describe('a search', () => {
  it('has something to find in this market', () => {
    expect(shelf.length).toBeGreaterThan(100)
    expect(new Set(shelf.map(({ block }) => block.length)).size).toBeGreaterThan(4)
  })

  it('finds what is there, whatever is asked for and in every order', async () => {
    const { ctx } = world
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const search = searchFor(wish)
        const found = await searchMarket(ctx, search)
        expect(found.map(({ child, pricing }) => `${formatPrefix(child)} ${pricing}`)).toEqual(enumerated(search))
      }),
      { numRuns: 400 },
    )
  })
})
