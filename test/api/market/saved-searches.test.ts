import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer } from '../../support/market/market.ts'
import { recheck, type Client } from '../../support/market/offers.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { look, save, saved, searchesPath } from '../../support/market/saved-searches.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let holder: Client
let lessee: Client
let other: Client
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  ;[holder, lessee, other] = [await world.client(), await world.client(), await world.client()]
  await makeOffer(world, holder.tenant, { block: '45.8.0.0/22' })
})
afterAll(() => world.close())

const get = (rest = '', { tenant, bearer }: Client = lessee) =>
  world.call('GET', searchesPath(tenant, rest), { headers: bearer })
const change = (uuid: string, payload: object, { tenant, bearer }: Client = lessee) =>
  world.call('PATCH', searchesPath(tenant, `/${uuid}`), { headers: bearer, payload })
const remove = (uuid: string, { tenant, bearer }: Client = lessee) =>
  world.call('DELETE', searchesPath(tenant, `/${uuid}`), { headers: bearer })

const nobodys = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'

describe('POST /billing/v1/{tenantUUID}/market/saved-searches', () => {
  it('saves what is looked for, and shows what fits now', async () => {
    const filters = { prefix_length: 24, address: '45.8.0.0/23', price_max: 100, contract_length: 1 }
    const { status, body } = await save(world, lessee, '  A /24 near us ', { ...filters, sort: 'price', unheard: 1 })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      uuid: expect.any(String),
      name: 'A /24 near us',
      filters,
      status: 'active',
      created_at: expect.any(Number),
      told: 0,
      told_at: null,
      matching: {
        count: 2,
        complete: true,
        first: ['45.8.0.0', '45.8.1.0'].map((address) => ({
          address,
          cidr: 24,
          pricing_uuid: expect.any(String),
          price: 100,
          currency: 'USD',
        })),
      },
    })
  })

  it('takes what a search takes, and refuses what it refuses', async () => {
    const refused = async (filters: object) => outcomeOf(await save(world, lessee, 'Refused', filters as never))
    expect(await refused({})).toBe('422 invalid_fields')
    expect(await refused({ prefix_length: 25 })).toBe('422 invalid_fields')
    expect(await refused({ prefix_length: 24, address: '45.8.0.1/24' })).toBe('422 invalid_fields')
    expect(await refused({ prefix_length: 24, price_min: 2, price_max: 1 })).toBe('422 invalid_fields')
    expect(await refused({ prefix_length: 24, contract_length: 5 })).toBe('422 invalid_fields')
    expect(await refused({ prefix_length: 24, geo_country_code: 'Netherlands' })).toBe('422 invalid_fields')
    expect(outcomeOf(await save(world, lessee, '   '))).toBe('422 invalid_fields')
  })

  it('has each name once, in any case', async () => {
    await saved(world, other, 'Twice')
    expect(outcomeOf(await save(world, other, 'tWICE'))).toBe('422 saved_search_name_taken')
    expect((await save(world, lessee, 'Twice')).status).toBe(201)
  })

  it('lets a company have fifty, also when they come together', async () => {
    const company = await world.client()
    const answers = await Promise.all(Array.from({ length: 53 }, (_, n) => save(world, company, `Search ${n}`)))
    expect(Map.groupBy(answers.map(outcomeOf), (outcome) => outcome)).toEqual(
      new Map<unknown, unknown>([
        [201, Array.from({ length: 50 }, () => 201)],
        ['422 too_many_saved_searches', Array.from({ length: 3 }, () => '422 too_many_saved_searches')],
      ]),
    )
    const { body } = await get('', company)
    expect((await remove(body.data[0].uuid, company)).status).toBe(204)
    expect((await save(world, company, 'One more')).status).toBe(201)
  })

  it('needs a key that may change things', async () => {
    const reader = await world.client(['billing:read'])
    expect(outcomeOf(await save(world, reader, 'Reader'))).toBe('403 read_only_scope')
  })
})

describe('GET /billing/v1/{tenantUUID}/market/saved-searches', () => {
  it('lists those of the company in pages, the oldest first', async () => {
    const company = await world.client()
    const uuids: string[] = []
    for (const name of ['One', 'Two', 'Three']) uuids.push(await saved(world, company, name))
    const { body } = await get('', company)
    expect(body.meta).toMatchObject({ total: 3, per_page: 25 })
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(uuids)
    expect(body.data[0]).not.toHaveProperty('matching')
    const pages = await walkPages((query) => get(`?${query}`, company), 2)
    expect(pages).toEqual(body.data)
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    expect((await get(`?${query}`)).status).toBe(422)
  })
})

describe('GET /billing/v1/{tenantUUID}/market/saved-searches/{searchUUID}', () => {
  it('says how much fits now', async () => {
    const uuid = await saved(world, lessee, 'How many', { prefix_length: 24, octets: [45] })
    expect((await get(`/${uuid}`)).body.data.matching).toMatchObject({ count: 4, complete: true })
    const none = await saved(world, lessee, 'None', { prefix_length: 24, octets: [46], address: '45.8.0.0/22' })
    expect((await get(`/${none}`)).body.data.matching).toEqual({ count: 0, complete: true, first: [] })
  })

  it("is not there for others, nor is what is nobody's", async () => {
    const uuid = await saved(world, lessee, 'Mine')
    for (const answer of [
      await get(`/${uuid}`, other),
      await get(`/${uuid}/matches`, other),
      await change(uuid, { paused: true }, other),
      await remove(uuid, other),
      await get(`/${nobodys}`),
      await get(`/${nobodys}/matches`),
      await change(nobodys, { name: 'x' }),
      await remove(nobodys),
    ])
      expect(outcomeOf(answer)).toBe('404 not_found')
    expect((await get(`/${uuid}`)).body.data).toMatchObject({ name: 'Mine', status: 'active' })
  })
})

describe('PATCH /billing/v1/{tenantUUID}/market/saved-searches/{searchUUID}', () => {
  it('renames, pauses and resumes, and logs what it did', async () => {
    const uuid = await saved(world, lessee, 'Before')
    expect((await change(uuid, { name: ' After ' })).body.data).toMatchObject({ name: 'After', status: 'active' })
    expect((await change(uuid, { paused: true })).body.data.status).toBe('paused')
    expect((await change(uuid, { paused: true, name: 'After' })).body.data.status).toBe('paused')
    expect((await change(uuid, { paused: false })).body.data.status).toBe('active')
    expect((await change(uuid, {})).status).toBe(200)
    const { rows } = await world.house.pool.query(
      'select action from audit_entry where subject_uuid = $1 order by uuid',
      [uuid],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'saved_search.created',
      'saved_search.renamed',
      'saved_search.paused',
      'saved_search.resumed',
    ])
  })

  it('takes no name that another has, and its own in another case', async () => {
    const uuid = await saved(world, lessee, 'Renamed')
    await saved(world, lessee, 'Taken')
    expect(outcomeOf(await change(uuid, { name: 'taken' }))).toBe('422 saved_search_name_taken')
    expect((await change(uuid, { name: 'RENAMED' })).body.data.name).toBe('RENAMED')
  })
})

describe('DELETE /billing/v1/{tenantUUID}/market/saved-searches/{searchUUID}', () => {
  it('ends the search and what it has found', async () => {
    const uuid = await saved(world, lessee, 'Short-lived', { prefix_length: 24, octets: [77] })
    const made = await makeOffer(world, holder.tenant, { block: '77.0.0.0/24', status: 'validity_pending' })
    await recheck(world, holder, made.uuid)
    await look(world)
    expect((await get(`/${uuid}/matches`)).body.data).toHaveLength(1)
    expect((await remove(uuid)).status).toBe(204)
    expect(outcomeOf(await get(`/${uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await remove(uuid))).toBe('404 not_found')
  })
})

describe('GET /billing/v1/{tenantUUID}/market/saved-searches/{searchUUID}/matches', () => {
  it('lists what was told, the newest first, in pages', async () => {
    const uuid = await saved(world, lessee, 'Told', { prefix_length: 24, octets: [78] })
    for (const [n, step] of ['0 minutes', '15 minutes', '15 minutes'].entries()) {
      await world.travel(step)
      const made = await makeOffer(world, holder.tenant, { block: `78.0.${n}.0/24`, status: 'validity_pending' })
      await recheck(world, holder, made.uuid)
      await look(world)
    }
    const { body } = await get(`/${uuid}/matches`)
    expect(body.data.map(({ address }: { address: string }) => address)).toEqual(['78.0.2.0', '78.0.1.0', '78.0.0.0'])
    expect(body.data[0]).toEqual({
      address: '78.0.2.0',
      cidr: 24,
      pricing_uuid: expect.any(String),
      price: 100,
      currency: 'USD',
      told_at: expect.any(Number),
    })
    expect((await get(`/${uuid}`)).body.data).toMatchObject({ told: 3, told_at: body.data[0].told_at })
    expect((await get(`/${uuid}/matches?per_page=2&page=2`)).body.data).toHaveLength(1)
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    const uuid = (await get()).body.data[0].uuid
    expect((await get(`/${uuid}/matches?${query}`)).status).toBe(422)
  })
})
