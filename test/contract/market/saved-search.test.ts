import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endLease } from '../../../src/market/index.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import { know, recheck, type Client } from '../../support/market/offers.ts'
import { look, newsFor, reprice, save, saved, searchesPath, toldTo } from '../../support/market/saved-searches.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What a saved search is told, and what it is not: each block once, whatever brings it to the market. */

let world: World
let holder: Client
let lessee: Client
let another: string
let octet = 10
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  holder = await world.client()
  lessee = await world.client()
  another = await world.tenant('Another')
})
afterAll(() => world.close())

/** Each test has a /8 of its own, and looks nowhere else. */
let area: string
beforeEach(async () => {
  // What is left of others is told before.
  await look(world)
  await world.travel('16 minutes')
  octet += 1
  area = `${octet}.0.0.0/8`
})

const inArea = (filters: object = {}) => ({ prefix_length: 24, address: area, ...filters })
const at = (rest: string) => `${octet}.${rest}`
const priced = (...lengths: number[]) => lengths.map((length) => ({ length, priceMinor: 100 * 2 ** (32 - length) }))
let names = 0
const watch = (filters: object = {}, client = lessee) => saved(world, client, `Search ${(names += 1)}`, inArea(filters))
const offer = (rest: string, given: Partial<Parameters<typeof makeOffer>[2]> = {}) =>
  makeOffer(world, holder.tenant, { block: at(rest), ...given })

/** On the market a moment from now. */
async function comes(rest: string, given: Partial<Parameters<typeof makeOffer>[2]> = {}): Promise<MadeOffer> {
  const made = await offer(rest, { ...given, status: 'validity_pending' })
  expect((await recheck(world, holder, made.uuid)).status).toBe(200)
  return made
}

const patch = (uuid: string, payload: object) =>
  world.call('PATCH', `/billing/v1/${holder.tenant}/market/services/${uuid}`, { headers: holder.bearer, payload })

describe('a block that comes to the market', () => {
  it('is told once, with its price', async () => {
    const search = await watch()
    await comes('8.0.0/24')
    await look(world)
    await look(world)
    expect(await toldTo(world, search)).toEqual([
      expect.objectContaining({
        uuid: search,
        count: 1,
        currency: 'USD',
        first: [{ block: at('8.0.0/24'), price: '100.00' }],
      }),
    ])
  })

  it('is not told when it was there as the search was saved, but shown', async () => {
    await offer('8.0.0/23')
    const { body } = await save(world, lessee, 'What is there', inArea())
    expect(body.data.matching).toMatchObject({ count: 2, complete: true })
    expect(body.data.matching.first.map(({ address }: { address: string }) => address)).toEqual([
      at('8.0.0'),
      at('8.1.0'),
    ])
    expect(await newsFor(world, body.data.uuid)).toEqual([])
  })

  it('is not told when it came in the moment before, though nobody has compared it yet', async () => {
    await comes('8.0.0/24')
    const search = await watch()
    expect(await newsFor(world, search)).toEqual([])
  })

  it('is told only where size, price, registry, commitment and area fit', async () => {
    const [fits, ...others] = [
      await watch({ price_max: 100, registrars: ['ripencc'], contract_length: 12 }),
      await watch({ price_max: 99.99 }),
      await watch({ price_min: 100.01 }),
      await watch({ registrars: ['arin'] }),
      await watch({ contract_length: 24 }),
      await watch({ prefix_length: 23 }),
      await watch({ price_negotiable: true }),
      await watch({ address: at('9.0.0/16') }),
      await watch({ geo_country_code: 'NL' }),
    ]
    await comes('8.0.0/24', { pricings: [{ length: 24, priceMinor: 10_000, periods: [12] }] })
    await look(world)
    expect((await toldTo(world, fits ?? '')).map(({ count }) => count)).toEqual([1])
    for (const other of others) expect(await toldTo(world, other)).toEqual([])
  })

  it('at the price of a commitment, is told with that price', async () => {
    const search = await watch({ contract_length: 12, price_max: 90 })
    await comes('8.0.0/24', {
      pricings: [{ length: 24, priceMinor: 10_000, periods: [12] }],
      discounts: [{ months: 12, percent: 20 }],
    })
    await look(world)
    expect((await toldTo(world, search))[0]?.first).toEqual([{ block: at('8.0.0/24'), price: '80.00' }])
  })

  it('is told although another search cannot be read any more', async () => {
    const [broken, search] = [await watch(), await watch()]
    await world.house.pool.query(
      `update saved_search set filters = filters || '{"price_max": 1.234}' where uuid = $1`,
      [broken],
    )
    await comes('8.0.0/24')
    expect(await newsFor(world, search)).toEqual([at('8.0.0/24')])
    expect(await toldTo(world, broken)).toEqual([])
  })

  it('of their own company, nobody is told', async () => {
    const search = await watch({}, holder)
    await comes('8.0.0/24')
    expect(await newsFor(world, search)).toEqual([])
  })
})

describe('a block that comes back', () => {
  it('after a hold is not told to who saw it before, and told to who did not', async () => {
    const made = await offer('8.0.0/24')
    const early = await watch()
    await makeReservation(world, made, another, at('8.0.0/24'))
    const late = await watch()
    await world.advance('1 hour')
    await look(world)
    expect(await toldTo(world, early)).toEqual([])
    expect((await toldTo(world, late)).map(({ count }) => count)).toEqual([1])
  })

  it('after a lease is told again', async () => {
    const search = await watch()
    const made = await comes('8.0.0/24')
    expect(await newsFor(world, search)).toEqual([at('8.0.0/24')])
    const lease = await makeLease(world, made, another, at('8.0.0/24'))
    await world.travel('31 days')
    await world.change((ctx) => endLease(ctx, lease.uuid))
    expect(await newsFor(world, search)).toEqual([at('8.0.0/24')])
  })

  it('after two weeks off the market is told again, and not after one', async () => {
    const search = await watch()
    const made = await comes('8.0.0/24')
    expect(await newsFor(world, search)).toEqual([at('8.0.0/24')])
    for (const [away, news] of [
      ['7 days', []],
      ['14 days', [at('8.0.0/24')]],
    ] as const) {
      await patch(made.uuid, { hidden: true })
      await world.travel(away)
      await patch(made.uuid, { hidden: false })
      expect(await newsFor(world, search)).toEqual(news)
    }
  })

  it('completes a larger one, which is told', async () => {
    const made = await offer('8.0.0/23', { pricings: priced(23, 24) })
    const lease = await makeLease(world, made, another, at('8.1.0/24'))
    const search = await watch({ prefix_length: 23 })
    await world.travel('20 days')
    await world.change((ctx) => endLease(ctx, lease.uuid))
    expect(await newsFor(world, search)).toEqual([at('8.0.0/23')])
  })

  it('from being hidden is told', async () => {
    const made = await offer('8.0.0/23')
    await toggle(world, made, at('8.1.0/24'))
    const search = await watch()
    await toggle(world, made, at('8.1.0/24'))
    expect(await newsFor(world, search)).toEqual([at('8.1.0/24')])
  })
})

describe('a price', () => {
  it('that falls below what was asked is told once, however often it moves', async () => {
    const made = await offer('8.0.0/24')
    const search = await watch({ price_max: 90 })
    const dearer = await watch({ price_max: 200 })
    expect((await reprice(world, holder, made, 80)).status).toBe(200)
    expect(await newsFor(world, search)).toEqual([at('8.0.0/24')])
    for (const value of [70, 100, 80]) {
      await world.travel('16 minutes')
      await reprice(world, holder, made, value)
      expect(await newsFor(world, search)).toEqual([])
    }
    expect(await toldTo(world, dearer)).toEqual([])
  })

  it('of a commitment falls by a discount', async () => {
    const made = await offer('8.0.0/24', { pricings: [{ length: 24, priceMinor: 10_000, periods: [12] }] })
    const search = await watch({ contract_length: 12, price_max: 90 })
    await patch(made.uuid, { commitment_discounts: [{ months: 12, percent: 15 }] })
    expect(await newsFor(world, search)).toEqual([at('8.0.0/24')])
  })
})

describe('an import', () => {
  it('that puts a block into the place asked for tells of it, and of no other', async () => {
    await comes('8.0.0/24')
    await comes('9.0.0/24')
    await know(world, 'geodata', [
      { prefix: at('8.0.0/24'), countryCode: 'DE' },
      { prefix: at('9.0.0/24'), countryCode: 'NL' },
    ])
    await world.runJobs()
    const search = await watch({ geo_country_code: 'nl' })
    const city = await watch({ geo_city_name: 'Amsterdam' })
    await know(world, 'geodata', [
      { prefix: at('8.0.0/24'), countryCode: 'NL', cityName: 'Amsterdam' },
      { prefix: at('9.0.0/24'), countryCode: 'NL' },
    ])
    await world.runJobs()
    await look(world)
    await world.runJobs()
    await look(world)
    for (const one of [search, city])
      expect((await toldTo(world, one)).flatMap(({ first }) => first.map(({ block }) => block))).toEqual([
        at('8.0.0/24'),
      ])
  })
})

describe('messages', () => {
  it('a hundred thousand blocks are one, with the count and the first five; a hundred are kept', async () => {
    const search = await saved(world, lessee, 'Everything', { prefix_length: 24, octets: [101, 102] })
    for (const block of ['101.0.0.0/8', '102.0.0.0/8']) {
      const made = await makeOffer(world, holder.tenant, { block, status: 'validity_pending' })
      await recheck(world, holder, made.uuid)
    }
    await look(world)
    const [told, ...others] = await toldTo(world, search)
    expect(others).toEqual([])
    expect(told?.count).toBe(131_072)
    expect(told?.first.map(({ block }) => block)).toEqual([0, 1, 2, 3, 4].map((n) => `101.0.${n}.0/24`))
    const kept = await world.call('GET', searchesPath(lessee.tenant, `/${search}/matches?per_page=40&page=3`), {
      headers: lessee.bearer,
    })
    expect(kept.body.meta).toMatchObject({ total: 100, last_page: 3, from: 81, to: 100 })
    await look(world)
    expect(await toldTo(world, search)).toHaveLength(1)
  })

  it('come a quarter of an hour apart: what appears meanwhile is gathered', async () => {
    const search = await watch()
    await comes('8.0.0/24')
    await look(world)
    await comes('8.1.0/24')
    await look(world)
    await comes('8.2.0/24')
    await look(world)
    expect((await toldTo(world, search)).map(({ count }) => count)).toEqual([1])
    await world.travel('15 minutes')
    await look(world)
    expect((await toldTo(world, search)).map(({ count }) => count)).toEqual([1, 2])
  })

  it('go by mail to who saved it, and to nobody else; not to who does without', async () => {
    const company = await world.tenant('Searchers')
    const [one, other] = [await world.person(company, 'member'), await world.person(company, 'owner')]
    const search = await saved(world, { tenant: company, bearer: one.cookie as never }, 'A /24 up to 100', inArea())
    await comes('8.0.0/24')
    await look(world)
    await world.runJobs()
    const letters = (await mailTo(world, one.email)).filter(({ subject }) => subject.includes('/24'))
    expect(letters.map(({ subject }) => subject)).toEqual([`A /24 up to 100: ${at('8.0.0/24')} on the market`])
    expect(letters[0]?.body).toContain(`${at('8.0.0/24')}, USD 100.00 a month`)
    expect((await mailTo(world, other.email)).filter(({ subject }) => subject.includes('/24'))).toEqual([])
    await world.travel('15 minutes')
    await world.call('PATCH', '/portal/me/notification-settings', {
      headers: one.cookie,
      payload: { kind: 'searches', mail: 'never' },
    })
    await comes('8.1.0/24')
    await look(world)
    await world.runJobs()
    expect(await toldTo(world, search)).toHaveLength(2)
    expect((await mailTo(world, one.email)).filter(({ subject }) => subject.includes('/24'))).toHaveLength(1)
  })

  it('of a paused search do not come, nor of what came meanwhile', async () => {
    const search = await watch()
    const set = (paused: boolean) =>
      world.call('PATCH', searchesPath(lessee.tenant, `/${search}`), { headers: lessee.bearer, payload: { paused } })
    await set(true)
    await comes('8.0.0/24')
    expect(await newsFor(world, search)).toEqual([])
    await comes('8.1.0/24')
    await set(false)
    expect(await newsFor(world, search)).toEqual([])
    await comes('8.2.0/24')
    expect(await newsFor(world, search)).toEqual([at('8.2.0/24')])
  })
})

describe('two nodes at once', () => {
  it('tell of each block once', async () => {
    const beside = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '1' } })
    try {
      const searches = [await watch(), await watch({ price_max: 256 }), await watch({ prefix_length: 23 })]
      for (let round = 0; round < 5; round++) {
        const made = await comes(`${round}.0.0/22`, { pricings: priced(23, 24) })
        await toggle(world, made, at(`${round}.0.0/24`))
        await toggle(world, made, at(`${round}.0.0/24`))
        await Promise.all([look(world), look(beside), look(world), look(beside)])
        await world.travel('15 minutes')
        await Promise.all([look(beside), look(world)])
      }
      const counts = await Promise.all(
        searches.map(async (search) => (await toldTo(world, search)).reduce((sum, { count }) => sum + count, 0)),
      )
      expect(counts).toEqual([20, 20, 10])
    } finally {
      await beside.close()
    }
  })
})
