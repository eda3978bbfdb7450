import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../../src/app/routes.ts'
import { contextOf, system } from '../../../src/kernel/context.ts'
import { Content } from '../../../src/kernel/endpoint.ts'
import { crowdMarket } from '../../support/market/crowd.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { refusedPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/market/ipv4/csv (exportLeases). */

type Client = Awaited<ReturnType<World['client']>>

let world: World
let lessee: Client
let neighbour: Client
let large: string
beforeAll(async () => {
  world = await openWorld()
  lessee = await world.client()
  neighbour = await world.client()
  large = await world.tenant('Large')
  // Of every five leases, one is the lessee's, one the neighbour's and three the large company's: 1,200 to 3,600.
  await crowdMarket(world, [lessee.tenant, neighbour.tenant, large, large, large], 2_000)
})
afterAll(() => world.close())

const get = (query = '', { tenant, bearer }: Client = lessee) =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/csv?${query}`, { headers: bearer })

const columns =
  'uuid,address,cidr,registry,status,next_due_date,recurring_amount,currency,asn,market_service_uuid,expires_at,ecommerce_subscription_uuid'

/** Nothing here needs quotes; the writer's own tests have what does. */
async function rowsOf(query = '', client: Client = lessee): Promise<string[][]> {
  const { text } = await get(query, client)
  const [head, ...lines] = text.split('\r\n')
  expect(head).toBe(columns)
  expect(lines.pop()).toBe('')
  return lines.map((line) => line.split(','))
}

interface Item {
  readonly billing_service: Readonly<Record<string, string | number | null>>
  readonly market_service: Readonly<Record<string, string | number | null>>
}

/** A line as the list's item has it; the list shows neither the currency nor ASNs. */
const lineOf = ({ billing_service: lease, market_service: offer }: Item) =>
  [
    lease['uuid'],
    lease['address'],
    lease['cidr'],
    offer['registry'],
    lease['status'],
    lease['next_due_date'],
    Number(lease['recurring_amount']).toFixed(2),
    'USD',
    offer['uuid'],
    offer['expires_at'],
    lease['ecommerce_subscription_uuid'],
  ].map((value) => String(value ?? ''))

async function listed(query: string): Promise<string[][]> {
  const pages = [1, 2].map(async (page) => {
    const url = `/billing/v1/${lessee.tenant}/market/ipv4/services?${query}&per_page=1000&page=${page}`
    return (await world.call('GET', url, { headers: lessee.bearer })).body.data as Item[]
  })
  return (await Promise.all(pages)).flat().map(lineOf)
}

const withoutAsn = (row: readonly string[]) => row.toSpliced(8, 1)

describe('the file', () => {
  it('is CSV, named after the company and the day', async () => {
    const { status, headers, text } = await get()
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const day = new Date().toISOString().slice(0, 10)
    expect(headers['content-disposition']).toBe(`attachment; filename="ipv4-services-${lessee.tenant}-${day}.csv"`)
    expect(text.endsWith('\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it.each(['', 'sort=-status', 'sort=next_due_date,-address', 'sort=-registry,recurring_amount,-created_at'])(
    'has 1,200 leases as the list has them: %s',
    async (query) => {
      const rows = await rowsOf(query)
      expect(rows).toHaveLength(1_200)
      expect(rows.map(withoutAsn)).toEqual(await listed(query))
    },
  )

  it('names the ASNs of live letters, and when the offer ends', async () => {
    const holder = await world.tenant('Holder', 'holder')
    const offer = await makeOffer(world, holder, { block: '45.8.0.0/22' })
    const small = await world.client()
    const { uuid } = await makeLease(world, offer, small.tenant, '45.8.1.0/24', { priceMinor: 9_950 })
    await world.house.pool.query(`update lease set asns = '{64500,64501}' where uuid = $1`, [uuid])
    await world.house.pool.query('update lease_term set next_due_at = null where uuid = $1', [uuid])
    await world.house.pool.query(`update offer set expires_at = '2027-01-01Z' where uuid = $1`, [offer.uuid])
    const expires = String(Date.UTC(2027, 0, 1) / 1_000)
    expect(await rowsOf('', small)).toEqual([
      [uuid, '45.8.1.0', '24', 'ripencc', 'active', '', '99.50', 'USD', '64500 64501', offer.uuid, expires, ''],
    ])
  })

  it('is a header alone where there is nothing', async () => {
    expect((await get('', await world.client())).text).toBe(`${columns}\r\n`)
  })
})

describe('a part', () => {
  it('is a page of the whole, where one is asked for', async () => {
    const whole = await rowsOf('sort=-created_at')
    expect(await rowsOf('sort=-created_at&page=2&per_page=500')).toEqual(whole.slice(500, 1_000))
    expect(await rowsOf('sort=-created_at&page=3')).toEqual(whole.slice(50, 75))
    expect(await rowsOf('sort=-created_at&per_page=1000')).toEqual(whole.slice(0, 1_000))
    expect(await rowsOf('page=2147483647&per_page=1000')).toEqual([])
  })

  it('is what the filters find', async () => {
    const whole = await rowsOf()
    const [some = []] = whole
    expect(await rowsOf(`uuid=${some[0]}`)).toEqual([some])
    expect(await rowsOf(`address=${some[1]}&cidr=24`)).toEqual([some])
    expect(await rowsOf('cidr=23')).toEqual([])
    const inside = whole.filter(([, address = '']) => address.startsWith('11.1.'))
    expect(inside.length).toBeGreaterThan(10)
    expect(await rowsOf('address=11.1.0.0/16')).toEqual(inside)
    const arin = whole.filter(([, , , registry]) => registry === 'arin')
    expect(await rowsOf('registry=arin')).toEqual(arin)
  })

  it('takes what the list takes: states, letters and their ASN', async () => {
    const holder = await world.client()
    const offer = await makeOffer(world, holder.tenant, { block: '46.8.0.0/22' })
    const own = await world.client()
    const [kept] = [
      await makeLease(world, offer, own.tenant, '46.8.0.0/24'),
      await makeLease(world, offer, own.tenant, '46.8.1.0/24'),
    ]
    await world.house.pool.query('update lease set asns = $1 where uuid = $2', [[64_500], kept.uuid])
    const found = async (query: string) => (await rowsOf(query, own)).map(([, address]) => address)
    expect(await found('status=active')).toEqual(['46.8.0.0', '46.8.1.0'])
    expect(await found('status=terminated')).toEqual([])
    expect(await found('display=assigned')).toEqual(['46.8.0.0'])
    expect(await found('display=unassigned')).toEqual(['46.8.1.0'])
    expect(await found('asn=64500')).toEqual(['46.8.0.0'])
    expect(outcomeOf(await get('status=gone', own))).toBe('400 invalid_fields')
  })

  it('is never another company’s', async () => {
    const [own, theirs] = [await rowsOf(), await rowsOf('', neighbour)]
    expect(theirs).toHaveLength(1_200)
    const known = new Set(own.map(([uuid]) => uuid))
    expect(theirs.filter(([uuid]) => known.has(uuid))).toEqual([])
    expect(await rowsOf(`uuid=${theirs[0]?.[0]}`)).toEqual([])
  })

  it.each([
    'uuid=1',
    'address=45.8.0.1/22',
    'cidr=25',
    'registry=iana',
    'sort=size',
    'filter[status]=active',
    ...refusedPages,
  ])('is refused for %s', async (query) => {
    expect(outcomeOf(await get(query))).toBe('400 invalid_fields')
  })
})

describe('the stream', () => {
  /** What the endpoint would pipe to a client. */
  async function open(tenant: string): Promise<Readable> {
    const endpoint = routes.find(({ id }) => id === 'exportLeases')
    const ctx = contextOf(world.house, { actor: system('test'), tenant })
    const answer = await endpoint?.handle(ctx, { query: {} } as never)
    if (!(answer instanceof Content) || typeof answer.body === 'string' || Buffer.isBuffer(answer.body))
      throw new Error('not a stream')
    return answer.body
  }

  const firstChunk = async (stream: Readable): Promise<unknown> => {
    await once(stream, 'readable')
    return stream.read()
  }

  const idle = () => world.house.pool.idleCount === world.house.pool.totalCount

  it('asks for a batch at a time, none ahead of its reader by more than one', async () => {
    let lines = 0
    const statements = await statementsOf(async () => {
      for await (const chunk of await open(large)) lines += String(chunk).split('\r\n').length - 1
    })
    expect(lines).toBe(3_601)
    expect(statements).toHaveLength(8)
    const started = await statementsOf(async () => {
      const stream = await open(large)
      expect(String(await firstChunk(stream)).split('\r\n')).toHaveLength(502)
      await once(stream, 'readable')
      await new Promise(setImmediate)
      expect(idle()).toBe(true)
      stream.destroy()
      await once(stream, 'close')
    })
    expect(started).toHaveLength(2)
  })

  it('stops when its reader has gone', async () => {
    const stream = await open(large)
    await firstChunk(stream)
    stream.destroy()
    await once(stream, 'close')
    const later = await statementsOf(() => new Promise(setImmediate))
    expect([later, stream.destroyed, idle()]).toEqual([[], true, true])
  })

  it('breaks off when the database does, and so does not look complete', async () => {
    const stream = await open(large)
    const end = finished(stream).then(String, String)
    await firstChunk(stream)
    await world.house.pool.query('alter table lease rename to lease_away')
    stream.resume()
    expect(await end).toContain('relation "lease" does not exist')
    expect(stream.destroyed).toBe(true)
    await world.house.pool.query('alter table lease_away rename to lease')
  })

  it('is not begun for HEAD', async () => {
    const { tenant, bearer } = lessee
    const url = `/billing/v1/${tenant}/market/ipv4/csv`
    await world.hear()
    let answer
    const statements = await statementsOf(async () => {
      answer = await world.call('HEAD', url, { headers: bearer })
      await new Promise(setImmediate)
    })
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'text/csv; charset=utf-8' } })
    expect(answer).toMatchObject({ headers: { 'content-disposition': expect.stringContaining(tenant) } })
    expect(statements).toEqual([])
  })

  it('is refused in words when the database fails before its first line', async () => {
    await world.house.pool.query('alter table lease rename to lease_away')
    expect(outcomeOf(await get())).toBe('500 internal')
    await world.house.pool.query('alter table lease_away rename to lease')
  })
})
