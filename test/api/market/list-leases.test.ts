import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crowdMarket } from '../../support/market/crowd.ts'
import { makeLease, makeOffer, type MadeLease, type MadeOffer } from '../../support/market/market.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** GET /billing/v1/{tenantUUID}/market/ipv4/services (listLeases). */

interface Item {
  readonly billing_service: { readonly uuid: string; readonly address: string; readonly cidr: number }
}

type Client = Awaited<ReturnType<World['client']>>

let world: World
let lessee: Client
let neighbour: Client
let european: MadeOffer
let first: MadeLease
let neighbours: MadeLease

beforeAll(async () => {
  world = await openWorld()
  const holder = await world.tenant('Holder', 'holder')
  lessee = await world.client()
  neighbour = await world.client()
  const pricings = [22, 23, 24].map((length) => ({ length, priceMinor: 10_000, periods: [3, 12], negotiable: true }))
  european = await makeOffer(world, holder, { block: '45.8.0.0/20', pricings })
  const american = await makeOffer(world, holder, { block: '23.128.0.0/22', registry: 'arin' })
  const { tenant } = lessee
  first = await makeLease(world, european, tenant, '45.8.0.0/22', { priceMinor: 40_050 })
  await change(first, `asns = '{64500}', created_at = '2026-01-01Z'`)
  await setDue(first, '2026-12-01T10:00:00Z')
  await change(await makeLease(world, european, tenant, '45.8.8.0/23', { priceMinor: 20_000 }), `status = 'suspended'`)
  await change(await makeLease(world, european, tenant, '45.8.10.0/24'), `asns = '{64500,4200000000}'`)
  const waiting = await makeLease(world, american, tenant, '23.128.1.0/24')
  await change(waiting, `status = 'pending'`)
  await setDue(waiting, null)
  await change(await makeLease(world, american, tenant, '23.128.0.0/24'), `status = 'terminated'`)
  neighbours = await makeLease(world, american, neighbour.tenant, '23.128.2.0/24')
})
afterAll(() => world.close())

const change = ({ uuid }: MadeLease, set: string) =>
  world.house.pool.query(`update lease set ${set} where uuid = $1`, [uuid])

const setDue = ({ uuid }: MadeLease, at: string | null) =>
  world.house.pool.query('update lease_term set next_due_at = $2 where uuid = $1', [uuid, at])

const list = (query = '', { tenant, bearer }: Client = lessee) =>
  world.call('GET', `/billing/v1/${tenant}/market/ipv4/services?${query}`, { headers: bearer })

const blocks = async (query: string) =>
  (await list(query)).body.data.map(
    ({ billing_service: { address, cidr } }: Item) => `${address}/${cidr}`,
  ) as readonly string[]

describe('an item', () => {
  it('has every field of the specification, at the price the lease was made at', async () => {
    await world.house.pool.query(`update pricing set price_minor = 99999 where uuid = $1`, [european.pricingOf[22]])
    await world.house.pool.query(`update offer set expires_at = '2027-01-01Z' where uuid = $1`, [european.uuid])
    const { status, body } = await list(`uuid=${first.uuid}`)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        billing_service: {
          address: '45.8.0.0',
          cidr: 22,
          next_due_date: Date.UTC(2026, 11, 1, 10) / 1_000,
          recurring_amount: 400.5,
          status: 'active',
          pricing: {
            uuid: european.pricingOf[22],
            subnet_size: 22,
            ip_count: 1_024,
            price: 400.5,
            commission: 20.03,
            wants_to_negotiate: true,
            selected_commitment_periods: [3, 12],
          },
          uuid: first.uuid,
          ecommerce_subscription_uuid: null,
        },
        loa: [],
        market_service: { expires_at: Date.UTC(2027, 0, 1) / 1_000, registry: 'ripencc', uuid: european.uuid },
        ecommerce_subscription_uuid: null,
        ecommerce_pending_order: null,
      },
    ])
  })

  it('names its subscription in both places, and has no due date while it has none', async () => {
    const subscription = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    await change(first, `subscription_uuid = '${subscription}'`)
    const [item] = (await list(`uuid=${first.uuid}`)).body.data
    expect(item.ecommerce_subscription_uuid).toBe(subscription)
    expect(item.billing_service.ecommerce_subscription_uuid).toBe(subscription)
    expect((await list('status=pending')).body.data[0].billing_service.next_due_date).toBeNull()
  })
})

describe('filters', () => {
  const all = ['23.128.0.0/24', '23.128.1.0/24', '45.8.0.0/22', '45.8.8.0/23', '45.8.10.0/24']

  it.each([
    ['', all],
    ['status=&display=&direction=&sort=', all],
    ['unknown=1', all],
    ['address=45.8.8.0', ['45.8.8.0/23']],
    ['address=45.8.0.0', ['45.8.0.0/22']],
    ['address=45.8.9.0', []],
    ['address=45.8.0.1', []],
    ['address=45.8.8.0/22', ['45.8.8.0/23', '45.8.10.0/24']],
    ['address=45.8.8.0%2F23', ['45.8.8.0/23']],
    ['address=45.8.8.0/24', []],
    ['address=0.0.0.0/0', all],
    ['cidr=24', ['23.128.0.0/24', '23.128.1.0/24', '45.8.10.0/24']],
    ['cidr=8', []],
    ['registry=arin', ['23.128.0.0/24', '23.128.1.0/24']],
    ['registry=lacnic', []],
    ['status=active', ['45.8.0.0/22', '45.8.10.0/24']],
    ['status=active,suspended', ['45.8.0.0/22', '45.8.8.0/23', '45.8.10.0/24']],
    ['status[]=pending&status[]=terminated', ['23.128.0.0/24', '23.128.1.0/24']],
    ['display=assigned', ['45.8.0.0/22', '45.8.10.0/24']],
    ['display=unassigned', ['23.128.0.0/24', '23.128.1.0/24', '45.8.8.0/23']],
    ['display=assigned,unassigned', all],
    ['asn=64500', ['45.8.0.0/22', '45.8.10.0/24']],
    ['asn=4200000000', ['45.8.10.0/24']],
    ['asn=1', []],
    ['asn=64500&cidr=24&status=active&registry=ripencc&address=45.8.10.0', ['45.8.10.0/24']],
    ['cidr=24&status=active&registry=arin', []],
    ['uuid=019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f', []],
  ])('%s', async (query, found) => {
    const { status, body } = await list(query)
    expect(status).toBe(200)
    expect(await blocks(query)).toEqual(found)
    expect(body.meta.total).toBe(found.length)
  })

  it('finds leases by how their routing stood, among those that run', async () => {
    await world.house.pool.query(`insert into prefix_health
        (block, criticality, bgp, rpki, irr, bgp_level, why_digest, since)
      values ('45.8.0.0/22', 'critical', 'bogon', 'unknown', 'unknown', 'critical', sha256(''), now()),
        ('45.8.8.0/23', 'warning', 'bogon', 'unknown', 'unknown', 'warning', sha256(''), now()),
        ('45.8.10.0/24', 'info', 'announced', 'valid', 'valid', 'info', sha256(''), now()),
        ('23.128.0.0/24', 'critical', 'bogon', 'unknown', 'unknown', 'critical', sha256(''), now()),
        ('23.128.2.0/24', 'critical', 'bogon', 'unknown', 'unknown', 'critical', sha256(''), now())`)
    const stands = async (routing: string) => {
      const { body } = await list(`routing=${routing}`)
      const blocks = body.data.map(({ billing_service: { address, cidr } }: Item) => `${address}/${cidr}`)
      expect(body.meta.total).toBe(blocks.length)
      return blocks
    }
    expect(await stands('critical')).toEqual(['45.8.0.0/22'])
    expect(await stands('warning')).toEqual(['45.8.8.0/23'])
    expect(await stands('ok')).toEqual(['45.8.10.0/24'])
    expect(await stands('unknown')).toEqual(['23.128.1.0/24'])
    expect(outcomeOf(await list('routing=well'))).toBe('400 invalid_fields')
  })

  it('find a lease by its uuid in any case', async () => {
    expect(await blocks(`uuid=${first.uuid.toUpperCase()}`)).toEqual(['45.8.0.0/22'])
  })

  it.each([
    ['uuid=1', 'uuid'],
    ['address=', 'address'],
    ['address=here', 'address'],
    ['address=45.8.0', 'address'],
    ['address=45.8.0.0/33', 'address'],
    ['address=45.8.0.1/22', 'address'],
    ['address=2001:db8::/32', 'address'],
    ['address=45.8.0.0&address=45.8.4.0', 'address'],
    ['cidr=7', 'cidr'],
    ['cidr=25', 'cidr'],
    ['cidr=x', 'cidr'],
    ['registry=iana', 'registry'],
    ['status=gone', 'status.0'],
    ['status=active,gone', 'status.1'],
    ['display=all', 'display.0'],
    ['direction=up', 'direction.0'],
    ['direction=asc,desc', 'direction'],
    ['sort=address,cidr&direction=asc,desc,asc', 'direction'],
    ['sort=size', 'sort'],
    ['sort=address,', 'sort'],
    ['asn=0', 'asn'],
    ['asn=4294967296', 'asn'],
    ['filter[status]=active', 'filter.status'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await list(query)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'invalid_fields', [field]])
  })
})

describe('sorting', () => {
  const byAddress = ['23.128.0.0/24', '23.128.1.0/24', '45.8.0.0/22', '45.8.8.0/23', '45.8.10.0/24']

  it.each([
    ['sort=address', [0, 1, 2, 3, 4]],
    ['sort=-address', [4, 3, 2, 1, 0]],
    ['sort=address&direction=desc', [4, 3, 2, 1, 0]],
    ['direction=desc', [4, 3, 2, 1, 0]],
    ['sort=-address&direction=asc', [0, 1, 2, 3, 4]],
    ['sort=cidr,address', [2, 3, 0, 1, 4]],
    ['sort=-cidr,-address', [4, 1, 0, 3, 2]],
    ['sort=registry,address&direction=desc', [2, 3, 4, 0, 1]],
    ['sort=registry,address&direction[]=asc&direction[]=desc', [1, 0, 4, 3, 2]],
    ['sort=status,address', [2, 4, 1, 3, 0]],
    ['sort=-recurring_amount,address', [2, 3, 0, 1, 4]],
  ])('%s', async (query, found) => {
    expect(await blocks(query)).toEqual(found.map((i) => byAddress[i]))
  })

  it('puts leases without a due date behind all others, and in front when it is turned', async () => {
    expect((await blocks('sort=next_due_date')).at(-1)).toBe('23.128.1.0/24')
    expect((await blocks('sort=-next_due_date'))[0]).toBe('23.128.1.0/24')
    expect((await blocks('sort=created_at'))[0]).toBe('45.8.0.0/22')
  })

  it('names what it can sort by', async () => {
    expect((await list('sort=size')).body.errors.sort[0]).toContain(
      'known: address, cidr, registry, status, next_due_date, recurring_amount, created_at',
    )
  })
})

describe('pages', () => {
  let many: Client
  beforeAll(async () => {
    many = await world.client()
    await crowdMarket(world, [many.tenant, await world.tenant()], 40)
  })

  /** What each key means, written down a second time. */
  const meaning: Readonly<Record<string, string>> = {
    address: `host(block)::inet - '0.0.0.0'::inet`,
    cidr: 'masklen(block)',
    registry: 'registry',
    status: 'status',
    next_due_date: `coalesce(next_due_at, 'infinity')`,
    recurring_amount: 'price_minor',
    created_at: 'created_at',
  }

  const orders = Object.keys(meaning).flatMap((key) => [
    [key],
    [`-${key}`],
    ['registry', `-${key}`],
    [`-${key}`, 'status'],
  ])

  it.each(orders)('give every lease once, sorted by %s %s', async (...keys) => {
    const sort = keys.filter((key) => typeof key === 'string')
    const direction = (key: string) => (key.startsWith('-') ? 'desc' : 'asc')
    const by = sort.map((key) => `${meaning[key.replace('-', '')]} ${direction(key)}`)
    const { rows } = await world.house.pool.query<{ uuid: string }>(
      `select uuid from lease join lease_term using (uuid, tenant_uuid) where tenant_uuid = $1 order by ${by.join(', ')}, uuid ${direction(sort.at(-1) ?? '')}`,
      [many.tenant],
    )
    expect(rows).toHaveLength(60)
    const walked = (await walkPages((query) => list(`sort=${sort.join(',')}&${query}`, many), 7)) as unknown as Item[]
    expect(walked.map((item) => item.billing_service.uuid)).toEqual(rows.map(({ uuid }) => uuid))
  })

  it('are 25 long unless said otherwise, with all six facts', async () => {
    const { body } = await list('', many)
    expect(body.data).toHaveLength(25)
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 3, per_page: 25, to: 25, total: 60 })
    const last = (await list('page=3&status=active', many)).body
    expect([last.data, last.meta.total]).toEqual([[], (await list('status=active', many)).body.meta.total])
  })

  it('are empty past the end, and know the total all the same', async () => {
    const past = { current_page: 99, from: null, last_page: 3, per_page: 25, to: null, total: 60 }
    expect((await list('page=99', many)).body).toEqual({ data: [], meta: past })
    const { status, body } = await list('page=2147483647&per_page=1000&asn=64500', many)
    expect([status, body.data, body.meta.total > 0]).toEqual([200, [], true])
  })

  it.each(refusedPages)('refuse %s', async (query) => {
    expect(outcomeOf(await list(query))).toBe('400 invalid_fields')
  })
})

describe('companies', () => {
  it('see their own leases and nobody else’s, whatever they ask for', async () => {
    expect((await list('', neighbour)).body.data.map((item: Item) => item.billing_service.uuid)).toEqual([
      neighbours.uuid,
    ])
    for (const query of [`uuid=${first.uuid}`, 'address=45.8.0.0/20', 'asn=64500', 'cidr=22', 'status=suspended'])
      expect((await list(query, neighbour)).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('that hold a block see no lease of it here', async () => {
    const key = await world.key(european.tenant_uuid)
    const bearer = { authorization: `Bearer ${await world.token(key)}` }
    expect((await list('', { ...lessee, tenant: european.tenant_uuid, bearer })).body.data).toEqual([])
  })

  it('may look with the read form of the scope', async () => {
    const { tenant, bearer } = await world.client(['billing:read'])
    const answer = await list('', { ...lessee, tenant, bearer })
    expect([answer.status, answer.body.meta.total]).toEqual([200, 0])
  })
})
