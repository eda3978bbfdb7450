import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyerIn, type Buyer } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { makeSubscription, type MadeSubscription } from '../../support/market/subscriptions.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let buyer: Buyer
let made: MadeSubscription[]
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  buyer = await buyerIn(world)
  made = []
  for (const n of [0, 1, 2])
    made.push(await makeSubscription(world, { lessee: buyer.tenant, block: `45.8.${n}.0/24`, country: 'NL' }))
  await makeSubscription(world, { lessee: (await buyerIn(world)).tenant, block: '45.8.9.0/24' })
})
afterAll(() => world.close())

const names = ({ body }: Awaited<ReturnType<Buyer['get']>>) => body.data.map(({ name }: { name: string }) => name)

describe('GET /ecommerce/public/{user_id}/subscriptions/{subscription_uuid}', () => {
  it('shows every field', async () => {
    const one = made[0] as MadeSubscription
    const { status, body } = await buyer.get(`/subscriptions/${one.uuid}`)
    const iso = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`
    expect([status, body.data]).toEqual([
      200,
      {
        uuid: one.uuid,
        name: '45.8.0.0/24',
        short_description: 'IPv4 /24, 256 addresses',
        status: 'active',
        product_type: 'ipv4',
        current_period_start: iso(one.period_start),
        current_period_end: iso(one.period_end),
        started_at: iso(one.started_at),
        terminated_at: null,
        billing_anchor_day: one.started_at.getUTCDate(),
        total: { currency: 'USD', amount: '121.00', amount_minor: 12_100 },
        sub_total: { currency: 'USD', amount: '100.00', amount_minor: 10_000 },
        has_immediate_termination: false,
        is_in_grace_period: false,
        expires_at: null,
        service_uuid: one.lease_uuid,
      },
    ])
  })

  it("is the same for another company's and for none at all", async () => {
    const other = await buyerIn(world)
    const foreign = await other.get(`/subscriptions/${made[0]?.uuid}`)
    const unknown = await other.get('/subscriptions/019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')
    expect([outcomeOf(foreign), outcomeOf(unknown)]).toEqual(['404 not_found', '404 not_found'])
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect(outcomeOf(await other.get('/subscriptions/none'))).toBe('404 not_found')
  })
})

describe('GET /ecommerce/public/{user_id}/subscriptions', () => {
  it("lists the company's, the newest first, by page", async () => {
    expect(names(await buyer.get('/subscriptions'))).toEqual(['45.8.2.0/24', '45.8.1.0/24', '45.8.0.0/24'])
    expect(names(await buyer.get('/subscriptions?sort=name'))).toEqual(['45.8.0.0/24', '45.8.1.0/24', '45.8.2.0/24'])
    const page = await buyer.get('/subscriptions?per_page=2&page=2&sort=current_period_end')
    expect(page.body.meta).toEqual({ current_page: 2, from: 3, last_page: 2, per_page: 2, to: 3, total: 3 })
    expect((await buyer.get('/subscriptions?page=9')).body.data).toEqual([])
  })

  it('filters by status and name', async () => {
    expect(names(await buyer.get('/subscriptions?filter[name]=45.8.1'))).toEqual(['45.8.1.0/24'])
    expect(names(await buyer.get('/subscriptions?filter[status]=suspended,terminated'))).toEqual([])
    expect(names(await buyer.get('/subscriptions?filter[status]=active'))).toHaveLength(3)
  })

  it.each(['sort=price', 'filter[status]=gone', 'filter[price]=1', 'per_page=0', 'per_page=1001', 'page=0'])(
    'refuses %s',
    async (query) => {
      expect(outcomeOf(await buyer.get(`/subscriptions?${query}`))).toBe('422 invalid_fields')
    },
  )
})

describe('POST /ecommerce/public/{user_id}/subscriptions/search', () => {
  const search = (body: object) => buyer.send('POST', '/subscriptions/search', body)

  it('takes the same filters and more, and numbers in strings', async () => {
    expect(names(await search({}))).toHaveLength(3)
    const page = await search({ page: '2', per_page: '2', sort: 'name', unknown: true })
    expect([names(page), page.body.meta.total]).toEqual([['45.8.2.0/24'], 3])
    expect(names(await search({ filter: { status: 'active', name: '45.8.0' } }))).toEqual(['45.8.0.0/24'])
    const uuids = [made[2]?.uuid, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f']
    expect(names(await search({ filter: { status: ['active'], uuids }, sort: '-started_at,name' }))).toEqual([
      '45.8.2.0/24',
    ])
    expect(names(await search({ filter: { uuids: [] } }))).toEqual([])
  })

  it.each([
    [{ per_page: 1_001 }, 'per_page'],
    [{ per_page: 'many' }, 'per_page'],
    [{ page: 0 }, 'page'],
    [{ sort: 'price' }, 'sort'],
    [{ filter: { status: 'gone' } }, 'filter.status'],
    [{ filter: { uuids: ['none'] } }, 'filter.uuids.0'],
    [{ filter: { name: 'x'.repeat(65) } }, 'filter.name'],
    [{ filter: { price: 1 } }, 'filter.price'],
  ])('refuses %j', async (body, field) => {
    const answer = await search(body)
    expect(outcomeOf(answer)).toBe('422 invalid_fields')
    expect(Object.keys(answer.body.errors)).toContain(field)
  })
})
