import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { know } from '../../support/market/offers.ts'
import type { Company } from '../../support/market/reservations.ts'
import { blocksOf, searchIn } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

/** What a search shows, and in which order. Others that may not be shown are beside it all the time. */

let world: World
let holder: Company
let lessee: Company
let search: ReturnType<typeof searchIn>
let large: MadeOffer
let cheap: MadeOffer
let single: MadeOffer
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  search = searchIn(world)
  large = await makeOffer(world, holder.tenant, {
    block: '45.8.0.0/20',
    pricings: [
      { length: 20, priceMinor: 150_000 },
      { length: 22, priceMinor: 38_000 },
      { length: 24, priceMinor: 10_000, negotiable: true, periods: [6, 12] },
    ],
  })
  await makeLease(world, large, lessee.tenant, '45.8.5.0/24')
  const priced = (priceMinor: number) => [{ length: 24, priceMinor }]
  cheap = await makeOffer(world, holder.tenant, { block: '46.0.0.0/22', registry: 'arin', pricings: priced(9_000) })
  single = await makeOffer(world, holder.tenant, { block: '62.4.0.0/24', registry: 'apnic', pricings: priced(12_000) })
  await makeOffer(world, holder.tenant, { block: '77.1.0.0/24', hidden: true })
  for (const [block, status] of [
    ['77.2.0.0/24', 'auth_pending'],
    ['77.3.0.0/24', 'validity_pending'],
    ['77.4.0.0/24', 'validity_invalid'],
    ['77.5.0.0/24', 'validity_terminated'],
  ] as const)
    await makeOffer(world, holder.tenant, { block, status })
  await makeOffer(world, holder.tenant, { block: '77.6.0.0/22', pricings: [{ length: 22, priceMinor: 5_000 }] })
})
afterAll(() => world.close())

const found = async (query: string) => blocksOf(await search(lessee, query))
const children = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `45.8.${first + n}.0/24`)
const ofCheap = ['46.0.0.0/24', '46.0.1.0/24', '46.0.2.0/24', '46.0.3.0/24']

describe('GET /billing/v1/{tenantUUID}/market/search', () => {
  it('offers the smallest free block that fits first, and cuts larger ones into children', async () => {
    expect(await found('prefix_length=24')).toEqual([
      '45.8.4.0/24',
      '62.4.0.0/24',
      ...children(6, 7),
      ...children(0, 3),
      ...ofCheap,
      ...children(8, 15),
    ])
  })

  it('says of each block what it is and under which terms it is let', async () => {
    const { status, body } = await search(lessee, 'prefix_length=24&limit=1')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          uuid: large.uuid,
          pricing_uuid: large.pricingOf[24],
          address: '45.8.4.0',
          last_address: '45.8.4.255',
          cidr: 24,
          ip_count: 256,
          price: 100,
          price_per_ip: '0.390625',
          currency: 'USD',
          wants_to_negotiate: true,
          selected_commitment_periods: [6, 12],
          commitment_discounts: [],
          registry: 'ripencc',
          geo_data: {},
          geo_country_code: null,
          reputation: 'unknown',
          rpki_status: 'unknown',
          skipped_checks: [],
        },
      ],
      meta: { current_page: 1, from: 1, last_page: 1, per_page: 1, to: 1, total: 1 },
    })
  })

  it('shows blocks of the size asked for, at the price of that size', async () => {
    const { body } = await search(lessee, 'prefix_length=22')
    expect(body.data.map(({ address, price }: { address: string; price: number }) => `${address} ${price}`)).toEqual([
      '45.8.0.0 380',
      '77.6.0.0 50',
      '45.8.8.0 380',
      '45.8.12.0 380',
    ])
    expect(body.data[0]).toMatchObject({ last_address: '45.8.3.255', ip_count: 1_024, price_per_ip: '0.371094' })
    expect(await found('prefix_length=23')).toEqual([])
    expect(await found('prefix_length=20')).toEqual([])
  })

  it('answers on one page, up to the limit', async () => {
    const { body } = await search(lessee, 'prefix_length=24&limit=5')
    expect(body.data).toHaveLength(5)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 5, to: 5, total: 5 })
    const none = await search(lessee, 'prefix_length=8')
    expect(none.body).toEqual({
      data: [],
      meta: { current_page: 1, from: null, last_page: 1, per_page: 100, to: null, total: 0 },
    })
  })

  it('sorts by price, in each offer the best fit first', async () => {
    const rest = ['45.8.4.0/24', ...children(6, 7), ...children(0, 3), ...children(8, 15)]
    expect(await found('prefix_length=24&sort=price')).toEqual([...ofCheap, ...rest, '62.4.0.0/24'])
    expect(await found('prefix_length=24&sort=-price')).toEqual(['62.4.0.0/24', ...rest, ...ofCheap])
    expect(await found('prefix_length=24&sort=price&limit=6')).toEqual([...ofCheap, ...rest.slice(0, 2)])
  })

  it('sorts by address, from either end', async () => {
    const all = [...children(0, 4), ...children(6, 15), ...ofCheap, '62.4.0.0/24']
    expect(await found('prefix_length=24&sort=address')).toEqual(all)
    expect(await found('prefix_length=24&sort=-address')).toEqual(all.toReversed())
    expect(await found('prefix_length=24&sort=-address&limit=3')).toEqual(all.toReversed().slice(0, 3))
  })

  it.each([
    ['inside a prefix', 'address=45.8.4.0/22', ['45.8.4.0/24', '45.8.6.0/24', '45.8.7.0/24']],
    ['inside a prefix that is part of a larger hole', 'address=45.8.10.0/23', ['45.8.10.0/24', '45.8.11.0/24']],
    ['around an address', 'address=45.8.9.77', ['45.8.9.0/24']],
    ['around what is smaller', 'address=45.8.9.64/26', ['45.8.9.0/24']],
    ['around an address that is leased', 'address=45.8.5.1', []],
    ['where nothing is on offer', 'address=47.0.0.0/8', []],
    ['everywhere', 'address=0.0.0.0/0&limit=2', ['45.8.4.0/24', '62.4.0.0/24']],
    ['in octets', 'octets[]=46&octets[]=62&octets[]=77', ['62.4.0.0/24', ...ofCheap]],
    ['in octets, repeated and in another spelling', 'octets=62,46,46&limit=2', ['62.4.0.0/24', '46.0.0.0/24']],
    ['in octets and a prefix', 'octets=46&address=46.0.2.0/23', ['46.0.2.0/24', '46.0.3.0/24']],
    ['in octets apart from the prefix', 'octets=62&address=46.0.2.0/23', []],
    ['in an area, backwards', 'address=45.8.10.0/23&sort=-address', ['45.8.11.0/24', '45.8.10.0/24']],
    ['in an area, by price', 'address=45.8.10.0/23&sort=price', ['45.8.10.0/24', '45.8.11.0/24']],
    ['in octets, by price', 'octets=62,46&sort=-price&limit=2', ['62.4.0.0/24', '46.0.0.0/24']],
    ['in octets, by address', 'octets=62,46&sort=-address&limit=2', ['62.4.0.0/24', '46.0.3.0/24']],
  ])('finds blocks %s', async (_where, query, blocks) => {
    expect(await found(`prefix_length=24&${query}`)).toEqual(blocks)
  })

  it.each([
    ['registrars=arin', [...ofCheap]],
    ['registrars[]=arin&registrars[]=apnic&limit=2', ['62.4.0.0/24', '46.0.0.0/24']],
    ['registrars=lacnic', []],
    ['price_max=99.99', [...ofCheap]],
    ['price_max=90', [...ofCheap]],
    ['price_min=100.01', ['62.4.0.0/24']],
    ['price_min=90&price_max=90', [...ofCheap]],
    ['price_min=90.01&price_max=119.99&limit=1', ['45.8.4.0/24']],
    ['price_min=121', []],
    ['price_negotiable=true&limit=1', ['45.8.4.0/24']],
    ['price_negotiable=false', ['62.4.0.0/24', ...ofCheap]],
    ['price_negotiable=0&registrars=apnic', ['62.4.0.0/24']],
    ['price_negotiable=1&registrars=apnic', []],
  ])('filters by %s', async (query, blocks) => {
    expect(await found(`prefix_length=24&${query}`)).toEqual(blocks)
    const unlimited = `prefix_length=24&${query.replace(/&?limit=\d+/, '')}`
    const all = (await found(unlimited)).toSorted()
    for (const sort of ['price', '-price', 'address', '-address'])
      expect((await found(`${unlimited}&sort=${sort}`)).toSorted()).toEqual(all)
  })

  it("shows the caller's own blocks as anyone else's", async () => {
    expect((await search(holder, 'prefix_length=24')).body).toEqual((await search(lessee, 'prefix_length=24')).body)
  })

  it('shows nothing at a price that was withdrawn', async () => {
    const { rows } = await world.house.pool.query(
      `update pricing set withdrawn_at = now(), on_shelf = false where uuid = $1 returning uuid`,
      [single.pricingOf[24]],
    )
    expect(rows).toHaveLength(1)
    expect(await found('prefix_length=24&octets=62')).toEqual([])
  })
})

describe('what is known of a block', () => {
  const dutch = { countryName: 'Netherlands', countryCode: 'NL', state: null, date: '2026-11-01' }
  const german = { countryName: 'Germany', countryCode: 'DE', state: null, date: '2026-10-30' }

  it('is in its row', async () => {
    await know(world, 'blocklists', [{ prefix: '46.0.1.64/26', list: 'drop' }])
    await know(world, 'vrps', [
      { prefix: '46.0.0.0/24', asn: 0, maxLength: 24 },
      { prefix: '46.0.2.128/25', asn: 64_500, maxLength: 25 },
    ])
    await know(world, 'geodata', [
      { prefix: '46.0.0.0/16', provider: 'atlas', cityName: 'Delft', ...dutch },
      { prefix: '46.0.0.0/16', provider: 'meridian', cityName: null, ...german },
      { prefix: '46.0.3.0/24', provider: 'atlas', cityName: 'Bonn', ...german },
    ])
    const { body } = await search(lessee, 'prefix_length=24&octets=46')
    const facts = body.data.map((row: Record<string, unknown>) => [
      row['reputation'],
      row['rpki_status'],
      row['geo_country_code'],
    ])
    expect(facts).toEqual([
      ['clean', 'protected', 'NL'],
      ['listed', 'unprotected', 'NL'],
      ['clean', 'covered', 'NL'],
      ['clean', 'unprotected', 'DE'],
    ])
    expect(body.data[0].geo_data).toEqual({
      atlas: { country_code: 'NL', country_name: 'Netherlands', city_name: 'Delft', date: '2026-11-01' },
      meridian: { country_code: 'DE', country_name: 'Germany', city_name: null, date: '2026-10-30' },
    })
    expect(body.data.every((row: { uuid: string }) => row.uuid === cheap.uuid)).toBe(true)
  })
})
