import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaseReserved, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { actIn, reserveIn, type Company } from '../../support/market/reservations.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let lessee: Company
let holder: Company
let offer: MadeOffer
let reserve: ReturnType<typeof reserveIn>
/** By what became of them. */
const made: Record<string, string> = {}

beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  lessee = await world.client()
  holder = await world.client()
  reserve = reserveIn(world)
  const act = actIn(world)
  const pricings = [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [12] }]
  offer = await makeOffer(world, holder.tenant, { block: '45.8.0.0/20', pricings })
  const wish = async (name: string, n: number, ip_price: string, contract_length = 1): Promise<string> => {
    const { body } = await reserve(lessee, offer, `45.8.${n}.0/24`, { ip_price, contract_length })
    made[name] = body.data.uuid
    return body.data.uuid
  }
  await wish('lapsed', 0, '1')
  await world.travel('30 minutes')
  const bought = await wish('bought', 1, '1', 12)
  await world.change((ctx) => leaseReserved(ctx, bought))
  await act(holder, 'decline', await wish('declined', 2, '0.2'))
  await act(holder, 'accept', await wish('agreed', 3, '0.3'))
  await wish('held', 4, '1')
  await wish('pending', 5, '0.25', 12)
})
afterAll(() => world.close())

const list = (query = '', company: Company = lessee) =>
  world.call('GET', `/billing/v1/${company.tenant}/market/reservations${query && `?${query}`}`, {
    headers: company.bearer,
  })

const namesOf = (rows: readonly { uuid: string }[]) =>
  rows.map(({ uuid }) => Object.keys(made).find((name) => made[name] === uuid))

const all = ['pending', 'held', 'agreed', 'declined', 'bought', 'lapsed']

describe('GET /billing/v1/{tenantUUID}/market/reservations', () => {
  it('shows the lessee its own, the newest first', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(namesOf(body.data)).toEqual(all)
    expect(body.meta).toMatchObject({ total: 6, per_page: 25, current_page: 1 })
    expect(body.data[0]).toEqual({
      uuid: made['pending'],
      reservation_id: expect.stringMatching(/^rsv_/),
      address: '45.8.5.0',
      cidr: 24,
      ip_price: '0.25',
      counter_ip_price: null,
      counter_price: null,
      contract_length: 12,
      status: 'pending',
      expires_at: body.data[0].created_at + 72 * 3_600,
      side: 'lessee',
      market_service_uuid: offer.uuid,
      price: 64,
      list_price: 100,
      negotiated: true,
      tenant: null,
      created_at: expect.any(Number),
      decided_at: null,
      bought_at: null,
    })
  })

  it('shows the holder who wishes, and the lessee not of whom', async () => {
    const { body } = await list('', holder)
    expect(namesOf(body.data)).toEqual(all)
    for (const row of body.data) {
      expect(row).toMatchObject({ side: 'holder', tenant: { uuid: lessee.tenant, title: 'Example Networks' } })
    }
    expect((await list()).text).not.toContain(holder.tenant)
    expect((await list('', await world.client())).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('says what became of each', async () => {
    const { body } = await list()
    const row = (name: string) => body.data.find(({ uuid }: { uuid: string }) => uuid === made[name])
    expect(row('lapsed')).toMatchObject({ status: 'expired', expires_at: row('lapsed').created_at + 1_200 })
    expect(row('bought')).toMatchObject({ status: 'accepted', expires_at: null, bought_at: expect.any(Number) })
    expect(row('declined')).toMatchObject({ status: 'declined', decided_at: expect.any(Number), bought_at: null })
    expect(row('agreed')).toMatchObject({ status: 'accepted', decided_at: expect.any(Number), negotiated: true })
    expect(row('held')).toMatchObject({ status: 'accepted', decided_at: row('held').created_at, negotiated: false })
  })

  it('narrows down to a side and to states', async () => {
    const names = async (query: string, company?: Company) => namesOf((await list(query, company)).body.data)
    expect(await names('filter[side]=holder')).toEqual([])
    expect(await names('filter[side]=lessee')).toEqual(all)
    expect(await names('filter[side]=lessee,holder')).toEqual(all)
    expect(await names('filter[side]=holder', holder)).toEqual(all)
    expect(await names('filter[status]=expired')).toEqual(['lapsed'])
    expect(await names('filter[status]=accepted&filter[side]=holder', holder)).toEqual(['held', 'agreed', 'bought'])
    const { body } = await list('filter[status]=pending,declined&per_page=1')
    expect([namesOf(body.data), body.meta.total]).toEqual([['pending'], 2])
  })

  it('puts both sides of a company into one order', async () => {
    const own = await makeOffer(world, lessee.tenant, { block: '45.9.0.0/24' })
    const { body } = await reserve(holder, own, '45.9.0.0/24')
    made['asked'] = body.data.uuid
    const both = await list('per_page=3')
    expect(namesOf(both.body.data)).toEqual(['asked', 'pending', 'held'])
    expect(both.body.data.map((row: { side: string }) => row.side)).toEqual(['holder', 'lessee', 'lessee'])
    expect(both.body.meta).toMatchObject({ total: 7, last_page: 3 })
    const walked = await walkPages((query) => list(query), 2)
    expect(namesOf(walked)).toEqual(['asked', ...all])
  })

  it('refuses pages out of range, sorting and unknown filters', async () => {
    for (const query of [...refusedPages, 'sort=price', 'filter[side]=both', 'filter[status]=x', 'filter[uuid]=x'])
      expect(`${query}: ${outcomeOf(await list(query))}`).toBe(`${query}: 422 invalid_fields`)
  })

  it('is empty past the end', async () => {
    expect((await list('page=2147483647&per_page=1000')).body).toMatchObject({ data: [], meta: { from: null } })
  })

  it('is for the company of the token', async () => {
    expect(outcomeOf(await list('', { ...lessee, tenant: holder.tenant }))).toBe('403 tenant_mismatch')
  })
})
