import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { know as knowFacts } from '../../support/market/facts.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/market/ipv4/services/{serviceUUID}/geodata (getLeaseGeodata). */

type Client = Awaited<ReturnType<World['client']>>

let world: World
let holder: Client
let lessee: Client
let lease: string
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20' })
  lease = (await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')).uuid
})
afterAll(() => world.close())

const get = (uuid = lease, { tenant, bearer }: Client = lessee) =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/services/${uuid}/geodata`, { headers: bearer })

const berlin = {
  prefix: '45.8.1.0/24',
  provider: 'ipinfo',
  countryCode: 'DE',
  countryName: 'Germany',
  cityName: 'Berlin',
  state: 'Land Berlin',
  date: '2026-11-01',
}
const somewhere = {
  ...berlin,
  prefix: '45.8.0.0/16',
  provider: 'dbip',
  countryCode: 'NL',
  countryName: 'Netherlands',
  cityName: null,
  state: null,
  date: '2026-10-01',
}

const know = (facts: Parameters<typeof knowFacts<'geodata'>>[2]) => knowFacts(world, 'geodata', facts)

describe('geodata', () => {
  it('is nothing where no data has been imported', async () => {
    const { status, body } = await get()
    expect([status, body]).toEqual([200, { data: [] }])
  })

  it('is one row for each provider that knows the block, the nearest it knows', async () => {
    await know([berlin, { ...somewhere, provider: 'ipinfo' }, somewhere, { ...berlin, prefix: '45.8.2.0/24' }])
    expect((await get()).body).toEqual({
      data: [
        {
          provider: 'dbip',
          country_code: 'NL',
          country_name: 'Netherlands',
          city_name: null,
          state: null,
          date: '2026-10-01',
        },
        {
          provider: 'ipinfo',
          country_code: 'DE',
          country_name: 'Germany',
          city_name: 'Berlin',
          state: 'Land Berlin',
          date: '2026-11-01',
        },
      ],
    })
  })

  it('is nothing where providers know only other blocks, or a part of this one', async () => {
    await know([
      { ...berlin, prefix: '45.8.2.0/24' },
      { ...somewhere, prefix: '45.8.1.0/25' },
    ])
    expect((await get()).body).toEqual({ data: [] })
  })

  it('is told to the lessee alone', async () => {
    expect(outcomeOf(await get(lease, holder))).toBe('404 not_found')
    expect(outcomeOf(await get('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'))).toBe('404 not_found')
    expect(outcomeOf(await get('x'))).toBe('404 not_found')
  })
})
