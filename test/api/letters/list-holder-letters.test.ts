import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asHolder, type Asking } from '../../support/market/holder-letters.ts'
import { openLetters, otherAsn, type Office } from '../../support/market/letters.ts'
import { makeOffer } from '../../support/market/market.ts'
import { refusedPages, walkPages } from '../../support/paging.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

/** listHolderLetters: GET /billing/v1/{tenantUUID}/market/letters. */

let world: World
let office: Office
let holder: Asking
/** In the order in which they were bought. */
let bought: string[]
beforeAll(async () => {
  world = await openWorld()
  office = await openLetters(world)
  holder = asHolder(world, office.holder)
  const [one, other] = [await office.lessee(), await office.lessee()]
  const leases = [await one.lease(), await one.lease(), await other.lease()].map(({ block }) => block)
  const [first = '', second = '', third = ''] = leases
  bought = [
    ...(await one.buy({ subnets: [first] })),
    ...(await one.buy({ subnets: [second], asn: otherAsn })),
    ...(await other.buy({ subnets: [third] })),
  ]
  await holder.revoke(bought[0] ?? '')
  await holder.confirm(bought[1] ?? '')
})
afterAll(() => world.close())

const uuidsOf = async (query = '') => {
  const { status, body, text } = await holder.list(query)
  if (status !== 200) throw new Error(text)
  return body.data.map(({ uuid }: { uuid: string }) => bought.indexOf(uuid))
}

describe('the letters on the blocks of a holder', () => {
  it('are all there, the newest first, with how they stand', async () => {
    const { body } = await holder.list()
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(bought.toReversed())
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 1, per_page: 25, to: 3, total: 3 })
    expect(body.data[0]).toMatchObject({
      market_service_uuid: office.offer.uuid,
      asn: 13_335,
      as_name: 'CLOUDFLARENET',
      company_name: 'Example Networks B.V.',
      max_length: 24,
      selection: { roa: true, radb: false, route: true },
      status: 'Pending',
      released_at: null,
      revoked_at: null,
    })
    expect(body.data[0].readiness.map(({ name }: { name: string }) => name)).toEqual([
      'asn_valid',
      'loaa_signed',
      'company_confirmed',
      'roa_requested',
      'vrp_seen',
      'route_seen',
      'released',
    ])
    expect(body.data[0]).not.toHaveProperty('code')
  })

  it.each([
    ['statuses=Active', [1]],
    ['statuses[]=revoked&statuses[]=PENDING', [2, 0]],
    ['statuses[0]=Expired', []],
    [`asn=${otherAsn}`, [1]],
    ['asn=64500', []],
    ['sort=created_at', [0, 1, 2]],
    ['sort=address', [0, 1, 2]],
    ['sort=-address', [2, 1, 0]],
    ['sort=-address,created_at', [2, 1, 0]],
    ['page=2&per_page=2', [0]],
    ['page=9', []],
  ])('by %s', async (query, expected) => {
    expect(await uuidsOf(query)).toEqual(expected)
  })

  it('of one offer', async () => {
    expect(await uuidsOf(`market_service_uuid=${office.offer.uuid}`)).toEqual([2, 1, 0])
    const other = await makeOffer(world, office.holder.tenant, { block: '45.99.0.0/24' })
    expect(await uuidsOf(`market_service_uuid=${other.uuid}`)).toEqual([])
  })

  it('come whole, page by page', async () => {
    expect(await walkPages((query) => holder.list(query), 2)).toHaveLength(3)
  })

  it("are not a lessee's list, nor a stranger's", async () => {
    const stranger = asHolder(world, await world.client())
    expect((await stranger.list()).body.data).toEqual([])
    expect((await stranger.list(`market_service_uuid=${office.offer.uuid}`)).body.data).toEqual([])
  })
})

describe('what is refused', () => {
  it.each([...refusedPages, 'statuses=gone', 'asn=0', 'asn=x', 'market_service_uuid=1', 'sort=asn'])(
    '%s',
    async (query) => {
      expect(outcomeOf(await holder.list(query))).toBe('422 invalid_fields')
    },
  )
})
