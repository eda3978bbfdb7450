import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { know } from '../../support/market/offers.ts'
import { outcomeOf } from '../../support/portal.ts'
import type { Company } from '../../support/market/reservations.ts'
import { blocksOf, searchIn } from '../../support/market/search.ts'
import { openWorld, type World } from '../../support/world.ts'

/** searchMarket: places, reputation, what it refuses, and how often it may be asked. */

let world: World
let lessee: Company
let search: ReturnType<typeof searchIn>
beforeAll(async () => {
  world = await openWorld()
  lessee = await world.client()
  search = searchIn(world)
})
afterAll(() => world.close())

describe('places', () => {
  const places = [
    { prefix: '45.8.0.0/22', provider: 'atlas', country: 'NL', city: 'Delft' },
    { prefix: '45.8.0.0/22', provider: 'meridian', country: 'NL', city: null },
    { prefix: '45.8.2.0/24', provider: 'atlas', country: 'DE', city: 'Bonn' },
    { prefix: '46.0.0.0/24', provider: 'atlas', country: 'DE', city: 'Bonn' },
    { prefix: '46.0.0.0/24', provider: 'meridian', country: 'DE', city: 'Köln' },
  ]

  /** As checking an offer would write it. */
  const seen = async (offer: MadeOffer, octet: string) => {
    for (const { provider, country, city } of places.filter(({ prefix }) => prefix.startsWith(octet)))
      await world.house.pool.query('insert into offer_place values ($1, $2, $3, $4, $5)', [
        offer.uuid,
        offer.tenant_uuid,
        provider,
        country,
        city ?? '',
      ])
  }

  beforeAll(async () => {
    const holder = await world.tenant('Holder', 'holder')
    await seen(await makeOffer(world, holder, { block: '45.8.0.0/22' }), '45.')
    await seen(await makeOffer(world, holder, { block: '46.0.0.0/24' }), '46.')
    await makeOffer(world, holder, { block: '62.4.0.0/24' })
    await know(
      world,
      'geodata',
      places.map(({ prefix, provider, country, city }) => ({
        prefix,
        provider,
        countryCode: country,
        countryName: country,
        cityName: city,
        state: null,
        date: '2026-11-01',
      })),
    )
  })

  const dutch = ['45.8.0.0/24', '45.8.1.0/24', '45.8.3.0/24']
  const all = ['45.8.0.0/24', '45.8.1.0/24', '45.8.2.0/24', '45.8.3.0/24', '46.0.0.0/24']

  it.each([
    ['geo_country_code=NL', ['45.8.0.0/24', '45.8.1.0/24', '45.8.2.0/24', '45.8.3.0/24']],
    ['geo_country_code=nl&geo_provider_match_type=and', dutch],
    ['geo_country_code=NL&geo_providers[]=atlas', dutch],
    ['geo_country_code=de', ['45.8.2.0/24', '46.0.0.0/24']],
    ['geo_country_code=DE&geo_provider_match_type=and', ['46.0.0.0/24']],
    ['geo_country_code=DE&geo_providers=meridian', ['46.0.0.0/24']],
    ['geo_country_code=SE', []],
    ['geo_city_name=delft', dutch],
    ['geo_city_name=BONN', ['45.8.2.0/24', '46.0.0.0/24']],
    ['geo_city_name=K%C3%B6ln&geo_country_code=DE', ['46.0.0.0/24']],
    ['geo_city_name=K%C3%96LN', ['46.0.0.0/24']],
    ['geo_city_name=Delft&geo_country_code=DE', []],
    ['geo_city_name=Bonn&geo_provider_match_type=and', []],
    ['geo_providers=meridian', all],
    ['geo_providers=atlas,unheard', all],
    ['geo_providers=atlas,unheard&geo_provider_match_type=and', []],
    ['geo_providers=atlas,meridian&geo_provider_match_type=and', all],
    ['geo_provider_match_type=and', [...all, '62.4.0.0/24']],
    ['geo_country_code=NL&limit=1', ['45.8.0.0/24']],
    ['geo_country_code=NL&address=45.8.2.0/23', ['45.8.2.0/24', '45.8.3.0/24']],
    ['geo_country_code=DE&octets=45', ['45.8.2.0/24']],
  ])('%s', async (query, blocks) => {
    expect(blocksOf(await search(lessee, `prefix_length=24&sort=address&${query}`))).toEqual(blocks)
  })

  it('are those of the very block, in every order', async () => {
    const query = 'prefix_length=24&geo_city_name=bonn'
    expect(blocksOf(await search(lessee, query))).toEqual(['46.0.0.0/24', '45.8.2.0/24'])
    expect(blocksOf(await search(lessee, `${query}&sort=-address`))).toEqual(['46.0.0.0/24', '45.8.2.0/24'])
    expect(blocksOf(await search(lessee, `${query}&sort=price`)).toSorted()).toEqual(['45.8.2.0/24', '46.0.0.0/24'])
  })

  it('are looked for behind as many blocks that are elsewhere as it takes', async () => {
    const holder = await world.tenant('Far away', 'holder')
    const offer = await makeOffer(world, holder, { block: '47.0.0.0/10' })
    await world.house.pool.query(
      `with gone as (delete from free_block where offer_uuid = $1)
       insert into free_block (block, offer_uuid, tenant_uuid, hidden)
       select set_masklen('47.0.0.0'::inet + n * 512, 24)::cidr, $1, $2, false from generate_series(0, 4999) n`,
      [offer.uuid, holder],
    )
    await world.house.pool.query(`insert into offer_place values ($1, $2, 'atlas', 'FR', 'Lyon')`, [offer.uuid, holder])
    const fact = { provider: 'atlas', countryCode: 'FR', countryName: 'France', cityName: 'Lyon', state: null }
    await know(world, 'geodata', [{ prefix: '47.39.14.0/24', ...fact, date: '2026-11-01' }])
    for (const sort of ['', '&sort=price', '&sort=address'])
      expect(blocksOf(await search(lessee, `prefix_length=24&limit=1&geo_city_name=lyon${sort}`))).toEqual([
        '47.39.14.0/24',
      ])
  })
})

describe('reputation', () => {
  const search48 = async (query: string) =>
    blocksOf(await search(lessee, `prefix_length=24&address=48.0.0.0/22&sort=address&${query}`))
  const all = ['48.0.0.0/24', '48.0.1.0/24', '48.0.2.0/24', '48.0.3.0/24']

  it('is that of the very block, and unknown where no list was imported', async () => {
    const holder = await world.tenant('Listed', 'holder')
    await makeOffer(world, holder, { block: '48.0.0.0/22' })
    expect(await search48('reputation=unknown')).toEqual(all)
    expect(await search48('reputation=clean')).toEqual([])
    await know(world, 'blocklists', [{ prefix: '48.0.2.128/25', list: 'drop' }])
    expect(await search48('reputation=listed')).toEqual(['48.0.2.0/24'])
    expect(await search48('reputation=clean')).toEqual(['48.0.0.0/24', '48.0.1.0/24', '48.0.3.0/24'])
    expect(await search48('reputation=unknown')).toEqual([])
    expect(await search48('reputation=clean&geo_country_code=NL')).toEqual([])
  })
})

describe('refusals', () => {
  it.each([
    ['', ['prefix_length']],
    ['prefix_length=7', ['prefix_length']],
    ['prefix_length=25', ['prefix_length']],
    ['prefix_length=24.5', ['prefix_length']],
    ['prefix_length=24&limit=0', ['limit']],
    ['prefix_length=24&limit=1001', ['limit']],
    ['prefix_length=24&address=45.8.0.1/16', ['address']],
    ['prefix_length=24&address=45.8.0/16', ['address']],
    ['prefix_length=24&address=045.8.0.0/16', ['address']],
    ['prefix_length=24&address=45.8.0.0/33', ['address']],
    ['prefix_length=24&address=2001:db8::/32', ['address']],
    ['prefix_length=24&address=2001:db8::1', ['address']],
    ['prefix_length=24&address=::', ['address']],
    ['prefix_length=24&address=', ['address']],
    ['prefix_length=24&octets=0', ['octets.0']],
    ['prefix_length=24&octets=45,224', ['octets.1']],
    ['prefix_length=24&octets=x', ['octets.0']],
    [`prefix_length=24&octets=${Array.from({ length: 33 }, (_, n) => n + 1).join()}`, ['octets']],
    ['prefix_length=24&registrars=arin,internic', ['registrars.1']],
    ['prefix_length=24&sort=size', ['sort']],
    ['prefix_length=24&sort=price,address', ['sort']],
    ['prefix_length=24&price_min=-1', ['price_min']],
    ['prefix_length=24&price_min=1.005', ['price_min']],
    ['prefix_length=24&price_max=x', ['price_max']],
    ['prefix_length=24&price_min=2&price_max=1', ['price_max']],
    ['prefix_length=24&price_negotiable=maybe', ['price_negotiable']],
    ['prefix_length=24&geo_country_code=DEU', ['geo_country_code']],
    ['prefix_length=24&geo_country_code=1', ['geo_country_code']],
    [`prefix_length=24&geo_city_name=${'x'.repeat(101)}`, ['geo_city_name']],
    ['prefix_length=24&geo_provider_match_type=xor', ['geo_provider_match_type']],
    ['prefix_length=24&reputation=spotless', ['reputation']],
    [`prefix_length=24&reservation_id=${'x'.repeat(129)}`, ['reservation_id']],
    ['prefix_length=4&limit=0&sort=x', ['limit', 'prefix_length', 'sort']],
  ])('%s', async (query, fields) => {
    const answer = await search(lessee, query)
    expect(outcomeOf(answer)).toBe('422 invalid_fields')
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(fields)
  })

  it('say what is wrong with a prefix', async () => {
    const { body } = await search(lessee, 'prefix_length=24&address=45.8.0.1/16')
    expect(body.errors).toEqual({ address: ['has host bits set; the block around it is 45.8.0.0/16'] })
  })

  it('meet who asks for another company, or without the scope', async () => {
    const other = await world.client(['ecommerce'])
    expect(outcomeOf(await search({ ...lessee, tenant: other.tenant }, 'prefix_length=24'))).toBe('403 tenant_mismatch')
    expect(outcomeOf(await search(other, 'prefix_length=24'))).toBe('403 scope_missing')
    const reader = await world.client(['billing:read'])
    expect(outcomeOf(await search(reader, 'prefix_length=24'))).toBe(200)
  })

  it('meet who asks too often, by a limit of its own', async () => {
    const busy = await openWorld({ beside: world, env: { SUBLET_SEARCH_RATE_LIMIT: '2', SUBLET_RATE_LIMIT: '600' } })
    const ask = () => searchIn(busy)(lessee, 'prefix_length=24&limit=1')
    expect([outcomeOf(await ask()), outcomeOf(await ask())]).toEqual([200, 200])
    const third = await ask()
    expect(outcomeOf(third)).toBe('429 rate_limited')
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect(third.headers['ratelimit-limit']).toBe('2')
    const company = await busy.call('GET', `/billing/v1/${lessee.tenant}`, { headers: lessee.bearer })
    expect([company.status, company.headers['ratelimit-limit']]).toEqual([200, '600'])
    await busy.close()
  })
})
