import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, formatAddress } from '../../../src/kernel/ip/index.ts'
import { makeLease, makeOffer, makeReservation } from '../../support/market/market.ts'
import type { Company } from '../../support/market/reservations.ts'
import { toggle } from '../../support/market/search.ts'
import { statementsOf } from '../../support/statements.ts'
import { openWorld, type Answered, type World } from '../../support/world.ts'

let world: World
let holder: Company
let lessee: Company
let stranger: Company
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  lessee = await world.client()
  stranger = await world.client()
  const priced = [{ length: 24, priceMinor: 10_000 }]
  const open = await makeOffer(world, holder.tenant, { block: '45.8.0.0/21', pricings: priced })
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
    const meta = { states: ['offered', 'held', 'leased'], total: 7, detail: null, shows_prices: false }
    expect(answer.body.meta).toEqual(meta)
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
    expect(await statementsOf(() => openMap('inside=45.0.0.0/8'))).toHaveLength(1)
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

  it('draws more than 100,000 blocks in squares, and each of them to whoever looks closer', async () => {
    for (const block of ['11.0.0.0/8', '12.0.0.0/8']) await makeOffer(world, holder.tenant, { block })
    const { pool } = world.house
    // Without the checks of foreign keys, row by row.
    await pool.query(`begin; set local session_replication_role = replica;
      delete from free_block where block in ('11.0.0.0/8', '12.0.0.0/8');
      insert into free_block (block, offer_uuid, tenant_uuid, hidden)
      select set_masklen(o.block::inet + n * 256, 24)::cidr, o.uuid, o.tenant_uuid, false
      from offer o cross join generate_series(0, 49999) n where o.block in ('11.0.0.0/8', '12.0.0.0/8');
      commit`)
    const fresh = await openWorld({ beside: world })
    const whole = await fresh.call('GET', '/portal/market/map')
    await fresh.close()
    const { body } = whole
    expect(body.meta).toMatchObject({ total: 100_007, detail: 16 })
    // Two times 50,000 /24 fill 195 /16 and a part of one more; the small blocks of before are in four /16.
    expect(body.data.starts).toHaveLength(2 * 196 + 4 - 1)
    expect(new Set(body.data.lengths)).toEqual(new Set([16]))
    // A square is what most of its addresses are.
    expect(drawn(whole).filter((square) => square.startsWith('4'))).toEqual([
      '45.8.0.0/16 offered',
      '46.0.0.0/16 leased',
      '48.0.0.0/16 offered',
    ])
    const closer = await openMap('inside=11.0.0.0/8')
    expect(closer.body.meta).toMatchObject({ total: 50_000, detail: null })
    expect(drawn(await openMap('inside=45.0.0.0/8'))).toHaveLength(4)
  })

  it.each(['claimed', 'resting'])('shows what is %s as held', async (status) => {
    const block = { claimed: '49.0.0.0/24', resting: '49.0.1.0/24' }[status] ?? ''
    const offer = await makeOffer(world, holder.tenant, { block, pricings: [{ length: 24, priceMinor: 10_000 }] })
    await makeReservation(world, offer, lessee.tenant, block)
    await world.house.pool.query('update allocation set status = $1 where block = $2', [status, block])
    expect(drawn(await openMap(`inside=${block}`))).toEqual([`${block} held`])
  })
})
