import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, formatAddress } from '../../../src/kernel/ip/index.ts'
import { makeLease, makeOffer, makeReservation, type MadeOffer } from '../../support/market/market.ts'
import type { Company } from '../../support/market/reservations.ts'
import { toggle } from '../../support/market/search.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type Answered, type World } from '../../support/world.ts'

let world: World
let holder: Company
let lessee: Company
let stranger: Company
let open: MadeOffer
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  stranger = await world.client()
  const priced = [{ length: 24, priceMinor: 10_000 }]
  open = await makeOffer(world, holder.tenant, { block: '45.8.0.0/21', pricings: priced })
  await makeLease(world, open, lessee.tenant, '45.8.5.0/24')
  await makeReservation(world, open, lessee.tenant, '45.8.6.0/24')
  await toggle(world, open, '45.8.7.0/24')
  const closed = await makeOffer(world, holder.tenant, { block: '46.0.0.0/22', pricings: priced, hidden: true })
  await makeLease(world, closed, lessee.tenant, '46.0.0.0/24')
  await makeReservation(world, closed, lessee.tenant, '46.0.1.0/24')
  await makeOffer(world, holder.tenant, { block: '47.0.0.0/24', status: 'validity_invalid' })
  // Too small a piece is left for the one price there is.
  const coarse = await makeOffer(world, holder.tenant, {
    block: '48.0.0.0/22',
    pricings: [
      { length: 23, priceMinor: 20_000 },
      { length: 24, priceMinor: 10_000 },
    ],
  })
  await makeLease(world, coarse, lessee.tenant, '48.0.0.0/24')
  await world.house.pool.query('update pricing set withdrawn_at = now(), on_shelf = false where uuid = $1', [
    coarse.pricingOf[24],
  ])
})
afterAll(() => world.close())

const mapOf = ({ tenant, bearer }: Company, query = '') =>
  world.call('GET', `/billing/v1/${tenant}/market/map?${query}`, { headers: bearer })
const openMap = (query = '', remoteAddress = '192.0.2.1') =>
  world.call('GET', `/portal/market/map?${query}`, { remoteAddress })

/** Blocks with their states, as a picture would draw them. */
function drawn({ status, body }: Answered): string[] {
  expect(status).toBe(200)
  const { starts, lengths, states } = body.data
  return starts.map(
    (start: number, i: number) =>
      `${formatAddress(addressOf(4, start))}/${lengths[i]} ${String(body.meta.states[states[i]])}`,
  )
}

const seenByAll = [
  '45.8.0.0/22 offered',
  '45.8.4.0/24 offered',
  '45.8.5.0/24 leased',
  '45.8.6.0/24 held',
  '46.0.0.0/24 leased',
  '48.0.0.0/24 leased',
  '48.0.2.0/23 offered',
]

describe('GET /portal/market/map', () => {
  it('shows anyone what a search finds and what is taken, and nothing else', async () => {
    const answer = await openMap()
    expect(drawn(answer)).toEqual(seenByAll)
    expect(answer.body.meta).toEqual({
      states: ['offered', 'held', 'leased'],
      total: 7,
      detail: null,
      blocks: [3, 1, 3],
      addresses: [1_024 + 256 + 512, 256, 3 * 256],
      shows_prices: false,
    })
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
  })

  it('names nobody and no offer', async () => {
    const { text } = await openMap()
    expect(text).not.toContain(holder.tenant)
    expect(text).not.toMatch(/[0-9a-f]{8}-/)
  })

  it.each([
    ['45.8.0.0/16', seenByAll.slice(0, 4)],
    ['45.8.4.0/23', ['45.8.4.0/24 offered', '45.8.5.0/24 leased']],
    ['45.8.2.0/24', ['45.8.0.0/22 offered']],
    ['45.8.5.7', ['45.8.5.0/24 leased']],
    ['46.0.1.0/24', []],
    ['99.0.0.0/8', []],
  ])('looks inside %s, and at what is around it', async (inside, blocks) => {
    expect(drawn(await openMap(`inside=${inside}`))).toEqual(blocks)
  })

  it.each(['45.8.0.1/16', '2001:db8::/32', 'everywhere', ''])('refuses to look inside %j', async (inside) => {
    const { status, body } = await openMap(`inside=${inside}`)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid_fields', ['inside']])
  })

  it('is drawn once for all who look at the whole of it within a minute', async () => {
    const statements = await statementsOf(() => Promise.all([openMap(), openMap('inside=0.0.0.0/0')]))
    expect(statements).toEqual([])
  })

  it('is drawn of a part once as long as nothing changes there', async () => {
    const look = () => statementsOf(() => openMap('inside=45.0.0.0/8'))
    expect(await look()).toHaveLength(2)
    expect(await look()).toHaveLength(1)
    await toggle(world, open, '45.8.7.0/24')
    expect(drawn(await openMap('inside=45.0.0.0/8'))).toContain('45.8.7.0/24 offered')
    await toggle(world, open, '45.8.7.0/24')
    expect(drawn(await openMap('inside=45.0.0.0/8'))).toEqual(seenByAll.slice(0, 4))
  })

  it('is answered so often a minute to an address', async () => {
    const strict = await openWorld({ env: { SUBLET_SEARCH_RATE_LIMIT: '2' }, beside: world })
    const ask = async (remoteAddress: string) =>
      (await strict.call('GET', '/portal/market/map', { remoteAddress })).status
    expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([200, 200, 429])
    expect(await ask('192.0.2.2')).toBe(200)
    await strict.close()
  })
})

describe('GET /billing/v1/{tenantUUID}/market/map', () => {
  it('shows a company that has nothing what anyone sees', async () => {
    expect(drawn(await mapOf(stranger))).toEqual(seenByAll)
    expect(drawn(await mapOf(stranger, 'mine=true'))).toEqual([])
  })

  it('shows a holder all of its own, on the market or not', async () => {
    const own = [
      '45.8.0.0/22 own_offered',
      '45.8.4.0/24 own_offered',
      '45.8.5.0/24 own_leased',
      '45.8.6.0/24 own_held',
      '45.8.7.0/24 own_hidden',
      '46.0.0.0/24 own_leased',
      '46.0.1.0/24 own_held',
      '46.0.2.0/23 own_hidden',
      '47.0.0.0/24 own_hidden',
      '48.0.0.0/24 own_leased',
      '48.0.1.0/24 own_hidden',
      '48.0.2.0/23 own_offered',
    ]
    expect(drawn(await mapOf(holder))).toEqual(own)
    expect(drawn(await mapOf(holder, 'mine=true&inside=47.0.0.0/8'))).toEqual(['47.0.0.0/24 own_hidden'])
  })

  it('shows a lessee what it holds and leases, wherever that is', async () => {
    const mine = [
      '45.8.5.0/24 leased_by_you',
      '45.8.6.0/24 held_by_you',
      '46.0.0.0/24 leased_by_you',
      '46.0.1.0/24 held_by_you',
      '48.0.0.0/24 leased_by_you',
    ]
    expect(drawn(await mapOf(lessee, 'mine=true'))).toEqual(mine)
    expect(drawn(await mapOf(lessee))).toEqual(
      [...seenByAll.filter((block) => block.endsWith('offered')), ...mine].toSorted(),
    )
  })

  it('has an entity tag, and is not sent again to who has it', async () => {
    const { tenant, bearer } = stranger
    const first = await mapOf(stranger)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const headers = { ...bearer, 'if-none-match': String(first.headers['etag']) }
    expect((await world.call('GET', `/billing/v1/${tenant}/market/map`, { headers })).status).toBe(304)
  })

  it.each(['claimed', 'resting'])('shows what is %s as held', async (status) => {
    const block = { claimed: '49.0.0.0/24', resting: '49.0.1.0/24' }[status] ?? ''
    const offer = await makeOffer(world, holder.tenant, { block, pricings: [{ length: 24, priceMinor: 10_000 }] })
    await makeReservation(world, offer, lessee.tenant, block)
    await world.house.pool.query('update allocation set status = $1 where block = $2', [status, block])
    expect(drawn(await openMap(`inside=${block}`))).toEqual([`${block} held`])
  })
})
