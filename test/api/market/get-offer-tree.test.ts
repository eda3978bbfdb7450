import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { makeLease, makeOffer, makeReservation, type MadeLease, type MadeOffer } from '../../support/market/market.ts'
import type { Company } from '../../support/market/reservations.ts'
import { toggle } from '../../support/market/search.ts'
import { openWorld, type Answered, type World } from '../../support/world.ts'

let world: World
let holder: Company
let lessee: Company
let offer: MadeOffer
let lease: MadeLease
let reservation: string
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  offer = await makeOffer(world, holder.tenant, {
    block: '45.8.0.0/20',
    pricings: [
      { length: 22, priceMinor: 38_000 },
      { length: 24, priceMinor: 10_000 },
    ],
  })
  lease = await makeLease(world, offer, lessee.tenant, '45.8.4.0/22')
  reservation = (await makeReservation(world, offer, lessee.tenant, '45.8.1.0/24')).uuid
  await toggle(world, offer, '45.8.2.0/24', '45.8.4.0/24')
})
afterAll(() => world.close())

const treeOf = ({ tenant, bearer }: Company, uuid: string, query = '') =>
  world.call('GET', `/billing/v1/${tenant}/market/services/${uuid}/tree?${query}`, { headers: bearer })

interface Node {
  readonly address: string
  readonly cidr: number
  readonly state: string
  readonly toggle: string
}

const drawn = ({ body }: Answered) =>
  body.data.map(({ address, cidr, state, toggle: how }: Node) => `${address}/${cidr} ${state} ${how}`)

describe('GET /billing/v1/{tenantUUID}/market/services/{ipmarketServiceUUID}/tree', () => {
  it('shows the block and its halves, down to the smallest size on offer', async () => {
    const answer = await treeOf(holder, offer.uuid, 'depth=8')
    expect(answer.status).toBe(200)
    expect(drawn(answer).slice(0, 12)).toEqual([
      '45.8.0.0/20 mixed hide',
      '45.8.0.0/21 mixed hide',
      '45.8.0.0/22 mixed hide',
      '45.8.0.0/23 mixed hide',
      '45.8.0.0/24 free hide',
      '45.8.1.0/24 held hide',
      '45.8.2.0/23 mixed hide',
      '45.8.2.0/24 hidden show',
      '45.8.3.0/24 free hide',
      '45.8.4.0/22 leased hide',
      '45.8.8.0/21 free hide',
      '45.8.8.0/22 free hide',
    ])
    // All of a binary tree five deep but the six blocks inside the lease.
    expect(answer.body.data).toHaveLength(31 - 6)
    expect(answer.body.meta).toEqual({ smallest: 24, maximum_split: 24, currency: 'USD', commission_percent: 5 })
  })

  it('counts addresses, names prices, and says who has what', async () => {
    const { body } = await treeOf(holder, offer.uuid)
    const at = (address: string, cidr: number) =>
      body.data.find((node: Node) => node.address === address && node.cidr === cidr)
    expect(at('45.8.0.0', 20)).toEqual({
      address: '45.8.0.0',
      cidr: 20,
      state: 'mixed',
      ips: { free: 2_560, hidden: 256, held: 256, leased: 1_024 },
      pricing: null,
      claim: null,
      toggle: 'hide',
      splits: true,
    })
    expect(at('45.8.4.0', 22)).toMatchObject({
      pricing: { uuid: offer.pricingOf[22], price: 380 },
      claim: {
        address: '45.8.4.0',
        cidr: 22,
        lessee: 'Example Networks',
        lease: { uuid: lease.uuid, status: 'active' },
        reservation: null,
        until: null,
      },
      splits: false,
    })
    expect(at('45.8.1.0', 24).claim).toMatchObject({
      lease: null,
      reservation: { uuid: reservation, status: 'accepted' },
      until: expect.any(Number),
    })
  })

  it('adds up what is smaller than the depth asked for', async () => {
    const { body } = await treeOf(holder, offer.uuid, 'depth=1')
    expect(body.data.map(({ ips }: { ips: object }) => ips)).toEqual([
      { free: 2_560, hidden: 256, held: 256, leased: 1_024 },
      { free: 512, hidden: 256, held: 256, leased: 1_024 },
      { free: 2_048, hidden: 0, held: 0, leased: 0 },
    ])
    expect(body.meta.smallest).toBe(21)
    expect((await treeOf(holder, offer.uuid, 'depth=0')).body.data).toHaveLength(1)
  })

  it('looks at a part, also of what is larger', async () => {
    expect(drawn(await treeOf(holder, offer.uuid, 'inside=45.8.2.0/23'))).toEqual([
      '45.8.2.0/23 mixed hide',
      '45.8.2.0/24 hidden show',
      '45.8.3.0/24 free hide',
    ])
    const free = await treeOf(holder, offer.uuid, 'inside=45.8.12.0/23&depth=0')
    expect(free.body.data).toMatchObject([{ state: 'free', ips: { free: 512 }, splits: true }])
    const leased = await treeOf(holder, offer.uuid, 'inside=45.8.4.0/24')
    expect(leased.body.data).toMatchObject([
      { state: 'leased', ips: { leased: 256 }, toggle: 'show', claim: { cidr: 22, lease: { uuid: lease.uuid } } },
    ])
  })

  it('is as short for a /8 as for a /20', async () => {
    const large = await makeOffer(world, holder.tenant, { block: '11.0.0.0/8' })
    await makeLease(world, large, lessee.tenant, '11.77.1.0/24')
    const { body } = await treeOf(holder, large.uuid, 'depth=8')
    expect(body.data).toHaveLength(511)
    expect(body.data[0].ips).toEqual({ free: 2 ** 24 - 256, hidden: 0, held: 0, leased: 256 })
    expect(body.data.filter(({ state }: Node) => state === 'mixed')).toHaveLength(9)
    const closer = await treeOf(holder, large.uuid, 'inside=11.77.0.0/16&depth=8')
    expect(closer.body.data.filter(({ state }: Node) => state === 'leased')).toMatchObject([{ address: '11.77.1.0' }])
  })

  it('shows what rests after a lease as held by nobody’s reservation', async () => {
    const resting = await makeOffer(world, holder.tenant, { block: '12.0.0.0/24' })
    const { allocation } = await makeLease(world, resting, lessee.tenant, '12.0.0.0/24')
    await world.house.pool.query(`update allocation set status = 'resting', until = now() where uuid = $1`, [
      allocation,
    ])
    const { body } = await treeOf(holder, resting.uuid)
    expect(body.data).toMatchObject([{ state: 'held', claim: { lease: null, reservation: null } }])
  })

  it('has nothing of an offer that has ended', async () => {
    const ended = await makeOffer(world, holder.tenant, { block: '13.0.0.0/24' })
    const path = `/billing/v1/${holder.tenant}/market/services/${ended.uuid}`
    expect((await world.call('DELETE', path, { headers: holder.bearer })).status).toBe(200)
    expect((await treeOf(holder, ended.uuid)).body.data).toEqual([])
  })

  it.each(['46.0.0.0/20', '45.8.0.0/19', '45.8.1.0/25', '45.8.1.0/23', 'all of it'])(
    'refuses to look inside %s',
    async (inside) => {
      const { status, body } = await treeOf(holder, offer.uuid, `inside=${inside}`)
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', ['inside']])
    },
  )

  it('refuses to go deeper than 8', async () => {
    expect((await treeOf(holder, offer.uuid, 'depth=9')).status).toBe(422)
  })

  it('is its holder’s alone', async () => {
    const foreign = await treeOf(lessee, offer.uuid)
    const unknown = await treeOf(lessee, newUuid())
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    const { request_id: _own, ...rest } = foreign.body
    expect(unknown.body).toMatchObject(rest)
  })
})
