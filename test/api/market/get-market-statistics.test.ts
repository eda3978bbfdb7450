import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { endLease } from '../../../src/market/index.ts'
import { makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import type { Company } from '../../support/market/reservations.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let holder: Company
let small: MadeOffer
let large: MadeOffer
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client()
  const lessee = await world.tenant()
  const at = (day: string) => world.at(new Date(`${day}T12:00:00Z`))
  const months = monthsAgo
  large = await makeOffer(at(`${months(5)}-15`), holder.tenant, { block: '45.8.0.0/22' })
  await makeLease(at(`${months(5)}-20`), large, lessee, '45.8.0.0/24', { priceMinor: 9_000 })
  const ended = await makeLease(at(`${months(2)}-02`), large, lessee, '45.8.1.0/24', { priceMinor: 12_000 })
  await at(`${months(1)}-28`).change((ctx) => endLease(ctx, ended.uuid))
  small = await makeOffer(at(`${months(1)}-01`), holder.tenant, { block: '46.0.0.0/24' })
  await makeLease(at(`${months(1)}-03`), small, lessee, '46.0.0.0/24', { priceMinor: 20_000 })
  const stranger = await makeOffer(world, await world.tenant(), { block: '47.0.0.0/24' })
  await makeLease(world, stranger, lessee, '47.0.0.0/24')
  await earn(at(`${months(1)}-10`), 20_000, 1_000)
  await earn(at(`${months(1)}-11`), 500, 25)
})
afterAll(() => world.close())

const monthsAgo = (n: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString().slice(0, 7)
}

/** As a paid invoice leaves it, without the invoice. */
async function earn({ ctx, house }: World, gross: number, commission: number): Promise<void> {
  await house.pool.query(
    `begin; set local session_replication_role = replica;
     insert into earning (uuid, tenant_uuid, invoice_uuid, subject_uuid, name, gross_minor, commission_minor, earned_at)
     values ('${newUuid()}', '${holder.tenant}', '${newUuid()}', '${newUuid()}', '46.0.0.0/24', ${gross}, ${commission},
       '${ctx.now.toISOString()}'); commit`,
  )
}

const statistics = ({ tenant, bearer }: Company, query = '') =>
  world.call('GET', `/billing/v1/${tenant}/market/statistics?${query}`, { headers: bearer })

describe('GET /billing/v1/{tenantUUID}/market/statistics', () => {
  it('says what there was at the end of each month and what happened in it', async () => {
    const { status, body } = await statistics(holder, 'months=4')
    expect(status).toBe(200)
    const quiet = { leases_started: 0, leases_ended: 0, earnings: 0 }
    const one = { run_rate: 90, ips: { listed: 1_024, used: 256 }, utilisation_percent: 25 }
    const after = { run_rate: 290, ips: { listed: 1_280, used: 512 }, utilisation_percent: 40 }
    expect(body.data.months).toEqual([
      { month: monthsAgo(3), ...one, ...quiet },
      {
        month: monthsAgo(2),
        run_rate: 210,
        ips: { listed: 1_024, used: 512 },
        utilisation_percent: 50,
        ...quiet,
        leases_started: 1,
      },
      { month: monthsAgo(1), ...after, leases_started: 1, leases_ended: 1, earnings: 194.75 },
      { month: monthsAgo(0), ...after, ...quiet },
    ])
  })

  it('ends where the offers themselves stand, whatever the months', async () => {
    for (const months of [1, 36]) {
      const { data } = (await statistics(holder, `months=${months}`)).body
      expect(data.months).toHaveLength(months)
      expect(data.now).toEqual({
        run_rate: 290,
        ips: { listed: 1_280, used: 512 },
        utilisation_percent: 40,
        offers: 2,
        leases: 2,
      })
      expect(data.months.at(-1)).toMatchObject({ run_rate: 290, ips: { listed: 1_280, used: 512 } })
    }
    expect((await statistics(holder)).body.data.months).toHaveLength(12)
  })

  it('names the offers that earn most', async () => {
    const { data } = (await statistics(holder)).body
    expect(data.top_offers).toEqual([
      {
        uuid: small.uuid,
        address: '46.0.0.0',
        cidr: 24,
        status: 'validity_active',
        run_rate: 200,
        ips: { listed: 256, used: 256 },
        utilisation_percent: 100,
        leases: 1,
      },
      expect.objectContaining({ uuid: large.uuid, run_rate: 90 }),
    ])
  })

  it('is all nothing for who holds nothing', async () => {
    const { data } = (await statistics(await world.client(), 'months=1')).body
    expect(data).toMatchObject({
      now: { run_rate: 0, ips: { listed: 0, used: 0 }, utilisation_percent: 0, offers: 0, leases: 0 },
      months: [{ leases_started: 0, earnings: 0, utilisation_percent: 0 }],
      top_offers: [],
    })
  })

  it.each(['0', '37', 'many'])('refuses %s months', async (months) => {
    expect((await statistics(holder, `months=${months}`)).status).toBe(422)
  })
})
