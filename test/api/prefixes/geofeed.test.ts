import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLease, makeOffer, type MadeLease } from '../../support/market/market.ts'
import { outcomeOf } from '../../support/portal.ts'
import type { Client } from '../../support/market/prefixes.ts'
import { refusedPages } from '../../support/paging.ts'
import { openWorld, type World } from '../../support/world.ts'

/**
 * PUT, DELETE …/market/ipv4/services/{serviceUUID}/geofeed (setLeaseGeofeed, removeLeaseGeofeed), listGeofeed and
 * readGeofeed.
 */

let world: World
let holder: Client
let lessee: Client
let wide: MadeLease
let small: MadeLease
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  const pricings = [22, 24].map((length) => ({ length, priceMinor: 10_000 }))
  const offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20', pricings })
  wide = await makeLease(world, offer, lessee.tenant, '45.8.4.0/22')
  small = await makeLease(world, offer, lessee.tenant, '45.8.1.0/24')
})
afterAll(() => world.close())

const path = (client: Client, lease: string) => `/billing/v1/${client.tenant}/market/ipv4/services/${lease}/geofeed`

const put = (lines: unknown, lease = wide.uuid, client: Client = lessee) =>
  world.call('PUT', path(client, lease), { headers: client.bearer, payload: { lines } })

const remove = (lease: string, client: Client = lessee) =>
  world.call('DELETE', path(client, lease), { headers: client.bearer })

const list = (query = '', client: Client = lessee) =>
  world.call('GET', `/billing/v1/${client.tenant}/market/ipv4/geofeed?${query}`, { headers: client.bearer })

const feed = (tenant = lessee.tenant) => world.call('GET', `/geofeed/${tenant}.csv`)

const amsterdam = { country_code: 'NL', region_code: 'NL-NH', city_name: 'Amsterdam', postal_code: null }

describe('a geofeed', () => {
  it('is empty until something is said, and the same for who does not exist', async () => {
    const answer = await feed()
    expect([answer.status, answer.text, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8',
      'public, max-age=3600',
    ])
    const unknown = await feed('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')
    expect([unknown.status, unknown.text]).toEqual([200, ''])
  })

  it('says of each block what its lessee says', async () => {
    const whole = await put([{ country_code: 'DE' }], small.uuid)
    expect([whole.status, whole.body]).toEqual([
      200,
      {
        data: [{ notation: '45.8.1.0/24', country_code: 'DE', region_code: null, city_name: null, postal_code: null }],
      },
    ])
    await put([
      { ...amsterdam, notation: '45.8.5.0/24' },
      {
        country_code: 'US',
        region_code: 'US-AL',
        city_name: 'St. "Mary", AL',
        postal_code: '35007',
        notation: '45.8.4.0/24',
      },
    ])
    expect((await feed()).text).toBe(
      [
        '45.8.1.0/24,DE,,,',
        '45.8.4.0/24,US,US-AL,"St. ""Mary"", AL",35007',
        '45.8.5.0/24,NL,NL-NH,Amsterdam,',
        '',
      ].join('\r\n'),
    )
    expect((await feed(holder.tenant)).text).toBe('')
  })

  it('holds no formula: none is taken, and one taken before is left out', async () => {
    const formula = '=HYPERLINK("http://elsewhere.example","look")'
    for (const place of [{ city_name: formula }, { postal_code: '=1+1' }])
      expect(outcomeOf(await put([{ country_code: 'DE', ...place }], small.uuid))).toBe('422 geofeed_invalid')
    await put([{ country_code: 'DE', city_name: 'Berlin' }], small.uuid)
    await world.house.pool.query('update geofeed_entry set city_name = $1 where lease_uuid = $2', [formula, small.uuid])
    expect((await feed()).text).toContain('45.8.1.0/24,DE,,,\r\n')
    await put([{ country_code: 'DE' }], small.uuid)
  })

  it('is replaced lease by lease, and removed', async () => {
    await put([amsterdam])
    expect((await feed()).text).toBe('45.8.1.0/24,DE,,,\r\n45.8.4.0/22,NL,NL-NH,Amsterdam,\r\n')
    expect((await remove(small.uuid)).status).toBe(204)
    expect((await remove(small.uuid)).status).toBe(204)
    expect((await feed()).text).toBe('45.8.4.0/22,NL,NL-NH,Amsterdam,\r\n')
  })

  it('is logged and told', async () => {
    await put([amsterdam], small.uuid)
    await remove(small.uuid)
    const { rows } = await world.house.pool.query(
      `select action, tenant_uuid from audit_entry where subject_uuid = $1 and action like 'geofeed%' order by happened_at, uuid`,
      [small.uuid],
    )
    expect(rows.slice(-2)).toEqual([
      { action: 'geofeed.set', tenant_uuid: lessee.tenant },
      { action: 'geofeed.removed', tenant_uuid: lessee.tenant },
    ])
    const told = await world.house.pool.query(`select count(*) from outbox_event where type = 'geofeed.changed'`)
    expect(told.rows[0].count).toBeGreaterThanOrEqual(2)
  })

  it('takes two who write at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => put([amsterdam])))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await list()).body.data).toHaveLength(1)
  })

  it('is there for HEAD and not for what is no company', async () => {
    const head = await world.call('HEAD', `/geofeed/${lessee.tenant}.csv`)
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['none', 'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz'])
      expect(outcomeOf(await feed(name))).toBe('404 not_found')
    expect((await world.call('GET', `/geofeed/${lessee.tenant}`)).status).toBe(404)
  })
})

describe('the list', () => {
  it('has the lines in address order, with their leases, in pages', async () => {
    await put(['45.8.7.0/24', '45.8.4.0/24', '45.8.6.0/24'].map((notation) => ({ ...amsterdam, notation })))
    await put([{ country_code: 'DE' }], small.uuid)
    const { body } = await list()
    expect(body.data.map((line: { notation: string }) => line.notation)).toEqual([
      '45.8.1.0/24',
      '45.8.4.0/24',
      '45.8.6.0/24',
      '45.8.7.0/24',
    ])
    expect(body.data[1]).toEqual({
      service_uuid: wide.uuid,
      notation: '45.8.4.0/24',
      ...amsterdam,
      changed_at: expect.any(Number),
    })
    expect(body.meta).toMatchObject({ total: 4, last_page: 1 })
    const second = (await list('page=2&per_page=3')).body
    expect([second.data.length, second.meta.from, second.data[0].notation]).toEqual([1, 4, '45.8.7.0/24'])
    expect((await list('page=9')).body.data).toEqual([])
    const ofOne = (await list(`filter[service_uuid]=${small.uuid}`)).body
    expect([ofOne.data.length, ofOne.meta.total]).toEqual([1, 1])
    expect((await list('', holder)).body.data).toEqual([])
  })

  it.each([...refusedPages, 'sort=notation', 'filter[country]=NL', 'filter[service_uuid]=1'])(
    'refuses %s',
    async (query) => {
      expect(outcomeOf(await list(query))).toBe('422 invalid_fields')
    },
  )
})

describe('lines', () => {
  it.each([
    ['no country of ours', [{ country_code: 'XX' }], 'lines.0.country_code'],
    ['no region of ours', [{ country_code: 'NL', region_code: 'NL-ZZ' }], 'lines.0.region_code'],
    ['a region elsewhere', [{ country_code: 'NL', region_code: 'DE-BE' }], 'lines.0.region_code'],
    ['a block outside', [amsterdam, { ...amsterdam, notation: '45.8.8.0/24' }], 'lines.1.notation'],
    ['a larger block', [{ ...amsterdam, notation: '45.8.0.0/20' }], 'lines.0.notation'],
    ['host bits', [{ ...amsterdam, notation: '45.8.4.1/24' }], 'lines.0.notation'],
    ['a block twice', [amsterdam, { ...amsterdam, notation: '45.8.4.0/22' }], 'lines.1.notation'],
  ])('are refused for %s', async (_what, lines, field) => {
    const before = (await feed()).text
    const answer = await put(lines)
    expect(outcomeOf(answer)).toBe('422 geofeed_invalid')
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect((await feed()).text).toBe(before)
  })

  it.each([
    [[]],
    [[{}]],
    [[{ country_code: 'nl' }]],
    [[{ country_code: 'NLD' }]],
    [[{ country_code: 'NL', city_name: 'a\nb' }]],
    [[{ country_code: 'NL', city_name: 'x'.repeat(129) }]],
    [[{ country_code: 'NL', postal_code: '' }]],
    [Array.from({ length: 257 }, () => amsterdam)],
    ['NL'],
  ])('are refused when they are %j', async (lines) => {
    expect(outcomeOf(await put(lines))).toBe('422 invalid_fields')
  })
})

describe('who may', () => {
  it('is the lessee alone, while it leases', async () => {
    for (const [lease, client] of [
      [wide.uuid, holder],
      [wide.uuid, await world.client()],
      ['019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', lessee],
    ] as const) {
      expect(outcomeOf(await put([amsterdam], lease, client))).toBe('404 not_found')
      expect(outcomeOf(await remove(lease, client))).toBe('404 not_found')
    }
    expect(outcomeOf(await put([amsterdam], wide.uuid, { ...holder, tenant: lessee.tenant }))).toBe(
      '403 tenant_mismatch',
    )
  })

  it('is nobody once the lease has ended, and the feed says nothing of it', async () => {
    await world.house.pool.query(`update lease set status = 'terminated' where uuid = $1`, [small.uuid])
    expect((await feed()).text).not.toContain('45.8.1.0/24')
    expect((await list()).body.data).toHaveLength(3)
    expect(outcomeOf(await put([amsterdam], small.uuid))).toBe('404 not_found')
  })
})
