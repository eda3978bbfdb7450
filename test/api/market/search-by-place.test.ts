import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../../../src/kernel/db/query.ts'
import {
  children,
  comparePrefixes,
  contains,
  formatPrefix,
  knownPrefix,
  nthChild,
} from '../../../src/kernel/ip/index.ts'
import {
  endLease,
  marketInvariants,
  placeFreeBlocks,
  placeMarket,
  withdrawReservation,
} from '../../../src/market/index.ts'
import { restock } from '../../../src/market/inventory/inventory.store.ts'
import { lockOffer, updateOffer } from '../../../src/market/offer/offer.store.ts'
import { searchMarket } from '../../../src/market/search/search.actions.ts'
import { areasOf, isLocated, reputationOf, type Hole, type Search } from '../../../src/market/search/search.rules.ts'
import { keepFacts, networkFacts, networkUpToDate } from '../../../src/network/index.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

/** By places that are kept a search finds what looking at every block finds, while all at once trade and data change (ADR 119). */

const countries = ['NL', 'DE', 'FR']
const cities = [null, 'Delft', 'Bonn', 'Paris']
const providers = ['atlas', 'meridian', 'compass']
const whole = knownPrefix('45.0.0.0/12')

let world: World
let lessees: string[]
const offers: MadeOffer[] = []
beforeAll(async () => {
  world = await openWorld()
  const holder = await world.tenant('Holder', 'holder')
  lessees = [await world.tenant('First'), await world.tenant('Second'), await world.tenant('Third')]
  for (let n = 0; n < 8; n++) {
    const block = nthChild(whole, 17 + (n % 4), n * 2 ** (1 + (n % 4)))
    offers.push(
      await makeOffer(world, holder, {
        block: formatPrefix(block),
        registry: (['ripencc', 'arin', 'apnic'] as const)[n % 3] ?? 'arin',
        hidden: n === 7,
        pricings: [20, 21, 22, 24]
          .filter((length) => length >= block.length)
          .map((length) => ({
            length,
            priceMinor: (10_000 + (n % 4) * 1_000) * 2 ** (24 - length),
            negotiable: n % 2 === 0,
          })),
      }),
    )
  }
})
afterAll(() => world.close())

const somewhere = fc.record({
  n: fc.nat(7),
  length: fc.integer({ min: 12, max: 26 }),
  at: fc.nat(),
  country: fc.constantFrom(...countries),
  city: fc.constantFrom(...cities),
})

/** Parts of the offers, and what lies around them. */
const prefixIn = ({ n, length, at }: { n: number; length: number; at: number }) => {
  const block = knownPrefix(offers[n]?.block ?? '')
  const size = Math.max(block.length, length)
  const part = nthChild(block, size, at % 2 ** (size - block.length))
  return areasOf(knownPrefix(`${formatPrefix(part).split('/')[0]}/32`), [], length)?.[0] ?? part
}

async function know(seed: number): Promise<void> {
  for (const [i, name] of providers.entries()) {
    const facts = fc.sample(somewhere, { numRuns: 40, seed: seed * 10 + i }).map(({ country, city, ...place }) => ({
      prefix: prefixIn(place),
      provider: name,
      countryCode: country,
      countryName: country,
      cityName: city,
      state: null,
      date: '2026-11-01',
    }))
    await world.change((ctx) => keepFacts(ctx, 'geofeed', facts, { name }))
  }
  const listed = fc.sample(somewhere, { numRuns: 12, seed }).map((place) => ({
    prefix: prefixIn({ ...place, length: Math.max(place.length, 18) }),
    list: 'drop',
    reason: '',
  }))
  await world.change((ctx) => keepFacts(ctx, 'drop', listed))
  await networkUpToDate(world.ctx)
}

const wishes = fc.record({
  length: fc.constantFrom(20, 21, 22, 24, 24),
  limit: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(1_000)),
  order: fc.constantFrom('fit', 'fit', 'price', '-price', 'address', '-address'),
  area: fc.constantFrom(null, null, null, '45.0.0.0/13', '45.0.0.0/14', '45.0.64.0/19', '45.0.0.1/32'),
  octets: fc.constantFrom([], [], [], [45], [44, 45]),
  priceMax: fc.constantFrom(null, null, 11_000, 48_000),
  registries: fc.constantFrom([], [], ['arin'], ['arin', 'apnic']),
  reputation: fc.constantFrom(null, null, 'clean', 'listed', 'unknown'),
  place: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        country: fc.constantFrom(null, ...countries, 'SE'),
        city: fc.constantFrom(null, null, null, 'delft', 'bonn'),
        providers: fc.subarray([...providers, 'unheard']),
        all: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
})
type Wish = typeof wishes extends fc.Arbitrary<infer W> ? W : never

const searchFor = ({ area, octets, ...wish }: Wish): Search => ({
  ...wish,
  months: 1,
  areas: areasOf(area === null ? null : knownPrefix(area), octets, wish.length),
  priceMin: null,
  negotiable: null,
  registries: wish.registries as Search['registries'],
  // As the filters are read: without any of the three nobody asks for a place.
  place: wish.place && (wish.place.country ?? wish.place.city ?? wish.place.providers[0]) ? wish.place : null,
  token: null,
})

interface OnShelf extends Pick<Hole, 'block' | 'priceMinor' | 'pricing' | 'registry'> {
  readonly length: number
}

async function onShelf(): Promise<OnShelf[]> {
  const { rows } = await world.house.pool.query<Omit<OnShelf, 'block'> & { block: string }>(
    `select f.block, o.registry, p.uuid as pricing, p.price_minor as "priceMinor", p.length
    from offer o, pricing p, free_block f where p.offer_uuid = o.uuid and f.offer_uuid = o.uuid and not f.hidden
    and not o.hidden and o.status = 'validity_active' and masklen(f.block) <= p.length`,
  )
  return rows.map(({ block, ...row }) => ({ ...row, block: knownPrefix(block) }))
}

/** Every block of the market, one by one. */
function enumerated(shelf: readonly OnShelf[], search: Search): string[] {
  const { length, areas, priceMax, order, place, reputation } = search
  const facts = networkFacts(world.ctx)
  const found = shelf
    .filter((hole) => hole.length === length && (priceMax === null || hole.priceMinor <= priceMax))
    .filter(({ registry }) => search.registries.length === 0 || search.registries.includes(registry))
    .flatMap((hole) => [...children(hole.block, length)].map((child) => ({ ...hole, child })))
    .filter(({ child }) => areas === null || areas.some((area) => contains(area, child)))
    .filter(({ child }) => place === null || isLocated(facts.geodata(child)?.value ?? [], place))
    .filter(({ child }) => reputation === null || reputationOf(facts.blocklistHits(child)) === reputation)
  const way = order.startsWith('-') ? -1 : 1
  found.sort((a, b) => {
    if (order.endsWith('address')) return way * comparePrefixes(a.child, b.child)
    const byPricing = a.pricing < b.pricing ? -way : a.pricing > b.pricing ? way : 0
    const byPrice = order === 'fit' ? 0 : way * (a.priceMinor - b.priceMinor) || byPricing
    return byPrice || b.block.length - a.block.length || comparePrefixes(a.child, b.child)
  })
  return found.slice(0, search.limit).map(({ child, pricing }) => `${formatPrefix(child)} ${pricing}`)
}

/** How many of the answers had something in them. */
async function compare(seed: number): Promise<number> {
  const shelf = await onShelf()
  let found = 0
  for (const wish of fc.sample(wishes, { numRuns: 150, seed })) {
    const search = searchFor(wish)
    const answer = (await searchMarket(world.ctx, search)).map(
      ({ child, pricing }) => `${formatPrefix(child)} ${pricing}`,
    )
    expect({ search, answer }).toEqual({ search, answer: enumerated(shelf, search) })
    found += answer.length > 0 ? 1 : 0
  }
  return found
}

/** Who lost a race is refused; the others are what we look at. */
const orRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Error) || !('row' in error)) throw error
  })

async function trade(offer: MadeOffer, lessee: string, from: number): Promise<void> {
  const block = knownPrefix(offer.block)
  const part = (n: number, length: number) => formatPrefix(nthChild(block, length, n % 2 ** (length - block.length)))
  for (let n = from; n < from + 4; n++) {
    await orRefused(
      (async () => {
        const { uuid } = await makeReservation(world, offer, lessee, part(n * 5, 24))
        if (n % 3 === 0) await world.change((ctx) => withdrawReservation(ctx, lessee, uuid))
      })(),
    )
    await orRefused(
      (async () => {
        const { uuid } = await makeLease(world, offer, lessee, part(n * 3 + 1, 22))
        if (n % 2 === 0) await world.change((ctx) => endLease(ctx, uuid))
      })(),
    )
    if (n % 4 === 1) await orRefused(toggle(world, offer, part(n * 7 + 2, 23)))
  }
}

/** Another price for a size, and a holder who hides an offer and shows it again. */
async function reprice(offer: MadeOffer, n: number): Promise<void> {
  await world.change(async (ctx) => {
    await lockOffer(ctx, offer.uuid)
    await query`update pricing set price_minor = price_minor + ${(n % 5) * 1_000 - 2_000}
      where offer_uuid = ${offer.uuid} and length = 24`.changed(ctx)
  })
  for (const hidden of [true, false])
    await world.change(async (ctx) => {
      await lockOffer(ctx, offer.uuid)
      await updateOffer(ctx, offer.uuid, { hidden })
      await restock(ctx, offer.uuid)
    })
}

const tradeAtOnce = (from: number): Promise<unknown> =>
  Promise.all([
    ...offers.flatMap((offer) => lessees.map((lessee, i) => trade(offer, lessee, from + i * 2))),
    ...offers.slice(0, 5).map((offer, n) => reprice(offer, from + n)),
  ])

const state = async () =>
  (
    await world.house.pool.query<{ places: string | null; lists: string | null; building: string | null }>(
      'select * from place_state',
    )
  ).rows[0]

const unplaced = async (): Promise<number> =>
  (
    await world.house.pool.query<{ n: number }>(
      'select count(*)::int as n from free_block where not placed and not hidden',
    )
  ).rows[0]?.n ?? 0

const promises = ['places are kept as the network data have them', 'prices are kept by place as they are asked']

const breaches = async (): Promise<readonly string[]> => {
  const found: string[] = []
  for (const promise of promises) {
    const invariant = marketInvariants.find(({ name }) => name === promise)
    found.push(...(invariant ? (await invariant.check(world.ctx)).breaches : [`there is no such promise: ${promise}`]))
  }
  return found
}

describe('a search by place and reputation', () => {
  it('is answered by looking at all there is as long as no places are kept', async () => {
    await know(1)
    expect(await state()).toMatchObject({ places: null })
    expect(await compare(1)).toBeGreaterThan(25)
  })

  it('finds the same by kept places', async () => {
    await placeMarket.run(world.ctx, {})
    expect(await state()).toMatchObject({ places: expect.any(String), building: null })
    expect(await unplaced()).toBe(0)
    expect(await compare(2)).toBeGreaterThan(25)
  })

  it('finds the same after all at once have claimed, released and hidden, while places were being kept', async () => {
    const done = { trading: false }
    const placing = (async () => {
      while (!done.trading) {
        await placeFreeBlocks.run(world.ctx, {})
        await searchMarket(world.ctx, searchFor(fc.sample(wishes, 1)[0] as Wish))
      }
    })()
    await tradeAtOnce(0).finally(() => {
      done.trading = true
    })
    await placing
    await tradeAtOnce(30)
    expect(await unplaced()).toBeGreaterThan(0)
    expect(await compare(3)).toBeGreaterThan(25)
    await placeFreeBlocks.run(world.ctx, {})
    expect(await unplaced()).toBe(0)
    expect(await compare(4)).toBeGreaterThan(25)
    expect(await breaches()).toEqual([])
  })

  it('finds the same with new data, before their places are kept and after, whoever trades meanwhile', async () => {
    await know(2)
    expect(await compare(5)).toBeGreaterThan(25)
    await Promise.all([placeMarket.run(world.ctx, {}), tradeAtOnce(60)])
    expect(await compare(6)).toBeGreaterThan(25)
    await placeFreeBlocks.run(world.ctx, {})
    expect(await compare(7)).toBeGreaterThan(25)
    expect(await breaches()).toEqual([])
  })

  it('relies on the places that are kept while only lists are new', async () => {
    const before = await state()
    await world.change((ctx) => keepFacts(ctx, 'drop', [{ prefix: whole, list: 'all', reason: '' }]))
    await networkUpToDate(world.ctx)
    expect(await compare(8)).toBeGreaterThan(10)
    await placeMarket.run(world.ctx, {})
    const after = await state()
    expect(after?.places).toBe(before?.places)
    expect(after?.lists).not.toBe(before?.lists)
    expect(await compare(9)).toBeGreaterThan(10)
    expect(await breaches()).toEqual([])
  })
})

describe('keeping places', () => {
  it('begins again where somebody has died in the midst of it, once they have been silent for long enough', async () => {
    const { pool } = world.house
    await pool.query(
      `update place_state set places = null, lists = null, building = gen_random_uuid(), building_at = clock_timestamp()`,
    )
    await pool.query(`delete from free_place where block in (select block from free_place order by block limit 20)`)
    await placeMarket.run(world.ctx, {})
    expect(await state()).toMatchObject({ places: null })
    expect(await compare(10)).toBeGreaterThan(10)
    await pool.query(`update place_state set building_at = clock_timestamp() - interval '31 seconds'`)
    // The minute's job finds no stamp, and has all made anew.
    await placeFreeBlocks.run(world.ctx, {})
    const { rows } = await pool.query(`select from graphile_worker.jobs where task_identifier = 'place_market'`)
    expect(rows).toHaveLength(1)
    await placeMarket.run(world.ctx, {})
    expect(await state()).toMatchObject({ places: expect.any(String), building: null })
    expect(await breaches()).toEqual([])
  })

  it('need not be exact about prices that have outlived their blocks', async () => {
    await world.house.pool.query(`insert into shelf_place (pricing_uuid, key, offer_uuid, length, price_minor)
      select p.uuid, k.id, p.offer_uuid, p.length, p.price_minor from pricing p cross join place_key k where p.on_shelf
      on conflict do nothing`)
    expect(await breaches()).toEqual([])
    expect(await compare(11)).toBeGreaterThan(10)
    expect(await compare(12)).toBeGreaterThan(10)
  })

  it('is asked for by who finds many blocks whose places are not kept', async () => {
    const { pool } = world.house
    await pool.query(`delete from graphile_worker._private_jobs`)
    await pool.query(`update free_block set placed = false`)
    await searchMarket(
      world.ctx,
      searchFor({ ...(fc.sample(wishes, 1)[0] as Wish), area: null, octets: [], reputation: 'listed' }),
    )
    const { rows } = await pool.query(`select from graphile_worker.jobs where task_identifier = 'place_free_blocks'`)
    expect(rows).toHaveLength((await unplaced()) > 64 ? 1 : 0)
    await placeFreeBlocks.run(world.ctx, {})
    expect(await unplaced()).toBe(0)
  })

  it('names what is wrong in it', async () => {
    const { pool } = world.house
    await pool.query(`delete from free_place where ctid = (select min(ctid) from free_place)`)
    expect(await breaches()).toHaveLength(1)
    await pool.query(`update place_state set places = null`)
    await placeMarket.run(world.ctx, {})
    expect(await breaches()).toEqual([])
  })

  it.each([
    [
      'lacks one',
      `delete from shelf_place where ctid = (select ctid from asked)`,
      /^a \/24 .*: asked is \d+, kept nothing$/,
    ],
    [
      'has another',
      `update shelf_place set price_minor = 7 where ctid = (select ctid from asked)`,
      /^a \/24 .*: asked is \d+, kept 7$/,
    ],
    [
      'has one that nobody asks',
      `update pricing set on_shelf = false where uuid = (select pricing_uuid from asked)`,
      /^a \/24 .*: asked is nothing, kept \d+$/,
    ],
  ])('names where a kept price is wrong: it %s', async (_what, harm, said) => {
    const { pool } = world.house
    await pool.query(`with asked as (select s.ctid, s.pricing_uuid from shelf_place s where s.length = 24
      and exists (select from free_place k where k.offer_uuid = s.offer_uuid and k.key = s.key and k.sizes & (1 << 24) <> 0)
      order by pricing_uuid, key limit 1) ${harm}`)
    // Nobody has marked it: a change that is marked is brought up to date first.
    await pool.query(`delete from shelf_change`)
    const [first, ...others] = await breaches()
    expect(first).toMatch(said)
    expect(others.every((breach) => said.test(breach))).toBe(true)
    await pool.query(`update pricing p set on_shelf = true from offer o where o.uuid = p.offer_uuid and p.length = 24
      and o.status = 'validity_active' and not o.hidden`)
    await pool.query(`insert into shelf_change (offer_uuid) select uuid from offer`)
    expect(await breaches()).toEqual([])
  })
})
