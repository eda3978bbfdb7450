import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { refusedPages } from '../../support/paging.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** getPayout and getPayoutOfMarket: one declaration under two paths. */

let world: World
let holder: Awaited<ReturnType<World['client']>>
let payout: string
const leases = Array.from({ length: 30 }, () => newUuid())
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client(['billing'])
  await earn(world, [
    ...leases.map((lease, i) => ({
      holder: holder.tenant,
      at: '2025-03-05T00:00:00Z',
      gross: 10_000,
      lease,
      name: `192.0.${String(i).padStart(2, '0')}.0/24`,
    })),
    { holder: holder.tenant, at: '2025-03-20T00:00:00Z', gross: -4_000, lease: leases[0] ?? '', name: '192.0.00.0/24' },
  ])
  await payOutAt(world, '2025-04-01T00:00:00Z')
  const { body } = await world.call('GET', `/billing/v1/${holder.tenant}/market/payouts`, { headers: holder.bearer })
  payout = body.data[0].uuid
})
afterAll(() => world.close())

describe.each(['/payouts', '/market/payouts'])('GET /billing/v1/{tenantUUID}%s/{payoutUUID}', (path) => {
  const read = (uuid = payout, query = '', client = holder) =>
    world.call('GET', `/billing/v1/${client.tenant}${path}/${uuid}?${query}`, { headers: client.bearer })

  it('shows the payout with what each lease brought', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      uuid: payout,
      month: '2025-03',
      gross: 2_960,
      commission: 148,
      amount: 2_812,
      earnings: 31,
    })
    expect(body.meta).toEqual({ current_page: 1, from: 1, last_page: 2, per_page: 25, to: 25, total: 30 })
    expect(body.data.leases[0]).toEqual({
      service_uuid: leases[0],
      name: '192.0.00.0/24',
      earnings: 2,
      gross: 60,
      commission: 3,
      amount: 57,
    })
  })

  it('pages the leases', async () => {
    const { body } = await read(payout, 'page=2')
    expect(body.data.leases.map(({ service_uuid }: { service_uuid: string }) => service_uuid)).toEqual(leases.slice(25))
    expect((await read(payout, 'page=7')).body.data.leases).toEqual([])
  })

  it.each(refusedPages)('refuses %s', async (query) => {
    expect((await read(payout, query)).body.code).toBe('invalid_fields')
  })

  it('does not tell another company’s payout from one that does not exist', async () => {
    const stranger = await world.client(['billing'])
    const [foreign, unknown] = [await read(payout, '', stranger), await read(newUuid(), '', stranger)]
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...foreign.body, request_id: '' })
    expect((await read('nonsense')).status).toBe(404)
  })
})
