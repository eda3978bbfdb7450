import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showOffers } from '../../../src/market/offer/listing.actions.ts'
import { makeOffer } from '../../support/market/market.ts'
import { offersPath, shown, type Client } from '../../support/market/offers.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { statementsIn } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** listOffers: GET /billing/v1/{tenantUUID}/market/services. */

let world: World
let holder: Client
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  const make = (block: string, given = {}) => makeOffer(world, holder.tenant, { block, ...given })
  await make('45.8.16.0/20')
  await make('45.8.0.0/24', { hidden: true })
  await make('45.8.1.0/24', { status: 'validity_invalid', pricings: [] })
  await make('9.0.0.0/16', { registry: 'arin' })
  await make('45.100.0.0/22', { status: 'object_terminated' })
  await makeOffer(world, await world.tenant('Other'), { block: '45.8.2.0/24' })
})
afterAll(() => world.close())

const get = (query = '') => world.call('GET', `${offersPath(holder.tenant)}?${query}`, { headers: holder.bearer })
const everything = { status: [], registry: [], hidden: null, at: null, sort: [] }
const blocks = async (query = '') =>
  (await get(query)).body.data.map(({ address, cidr }: { address: string; cidr: number }) => `${address}/${cidr}`)

describe('the list', () => {
  it("shows the company's own offers, the newest first, with everything about each", async () => {
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(await blocks()).toEqual(['45.100.0.0/22', '9.0.0.0/16', '45.8.1.0/24', '45.8.0.0/24', '45.8.16.0/20'])
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 25, to: 5, total: 5 })
    expect(body.data[2]).toMatchObject({
      status: 'validity_invalid',
      pricings: { data: [] },
      auth: { status: 'passed' },
    })
    expect(body.data[3]).toMatchObject({ hidden: true, pricings: { data: [{ subnet_size: 24, price: 100 }] } })
    expect(await shown(world, holder, body.data[3].uuid)).toEqual(body.data[3])
  })

  it.each([
    ['address', ['9.0.0.0/16', '45.8.0.0/24', '45.8.1.0/24', '45.8.16.0/20', '45.100.0.0/22']],
    ['-address', ['45.100.0.0/22', '45.8.16.0/20', '45.8.1.0/24', '45.8.0.0/24', '9.0.0.0/16']],
    ['cidr,-address', ['9.0.0.0/16', '45.8.16.0/20', '45.100.0.0/22', '45.8.1.0/24', '45.8.0.0/24']],
    ['created_at', ['45.8.16.0/20', '45.8.0.0/24', '45.8.1.0/24', '9.0.0.0/16', '45.100.0.0/22']],
    ['status,address', ['45.100.0.0/22', '9.0.0.0/16', '45.8.0.0/24', '45.8.16.0/20', '45.8.1.0/24']],
  ])('sorts by %s', async (sort, expected) => {
    expect(await blocks(`sort=${sort}`)).toEqual(expected)
  })

  it.each([
    ['filter[status]=validity_invalid', ['45.8.1.0/24']],
    ['filter[status]=validity_invalid,object_terminated', ['45.100.0.0/22', '45.8.1.0/24']],
    ['filter[registry]=arin', ['9.0.0.0/16']],
    ['filter[hidden]=true', ['45.8.0.0/24']],
    ['filter[hidden]=0&filter[status]=validity_active', ['9.0.0.0/16', '45.8.16.0/20']],
    ['filter[address]=45.8.0.0/16', ['45.8.1.0/24', '45.8.0.0/24', '45.8.16.0/20']],
    ['filter[address]=45.8.1.0/24', ['45.8.1.0/24']],
    ['filter[address]=45.8.1.0%2F25', []],
    ['filter[address]=0.0.0.0/0&filter[registry]=arin', ['9.0.0.0/16']],
    ['filter[address]=45.8.16.0', ['45.8.16.0/20']],
    ['filter[address]=45.8.17.0', []],
  ])('keeps to %s', async (query, expected) => {
    expect(await blocks(query)).toEqual(expected)
  })

  it.each([
    'filter[status]=active',
    'filter[registry]=iana',
    'filter[hidden]=maybe',
    'filter[address]=nonsense',
    'filter[address]=45.8.0.1/16',
    'filter[address]=2001:db8::/32',
    'filter[price]=1',
    'sort=price',
    ...refusedPages,
  ])('refuses %s', async (query) => {
    expect(outcomeOf(await get(query))).toBe('422 invalid_fields')
  })

  it('is walked page by page, each offer once', async () => {
    const all = (await get('per_page=1000')).body.data.map(({ uuid }: { uuid: string }) => uuid)
    for (const perPage of [1, 2, 5]) expect((await walkPages(get, perPage)).map(({ uuid }) => uuid)).toEqual(all)
    expect((await get('page=9')).body).toMatchObject({ data: [], meta: { current_page: 9, from: null, total: 5 } })
  })

  it('asks the database as often for many as for one', async () => {
    const page = (perPage: number) =>
      showOffers(world.ctx, { ...everything, tenant: holder.tenant, page: 1, perPage, offset: 0 })
    expect((await page(5)).rows).toHaveLength(5)
    expect(await statementsIn(() => page(5))).toBe(await statementsIn(() => page(1)))
  })

  it('is empty for a company without offers, and closed to others', async () => {
    const other = await world.client()
    const own = await world.call('GET', offersPath(other.tenant), { headers: other.bearer })
    expect([own.status, own.body.data, own.body.meta.total]).toEqual([200, [], 0])
    const foreign = await world.call('GET', offersPath(holder.tenant), { headers: other.bearer })
    expect(outcomeOf(foreign)).toBe('403 tenant_mismatch')
  })
})
