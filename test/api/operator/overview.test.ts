import { describe, expect, it } from 'vitest'
import { toUnix } from '../../../src/kernel/time.ts'
import { makeLease, makeOffer } from '../../support/market/market.ts'
import { makeSubscription } from '../../support/market/subscriptions.ts'
import { onlyOperators, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** operatorOverview */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })

const overview = (headers: Record<string, string> = office.operator) =>
  world.call('GET', '/portal/operator/overview', { headers })

const shown = async () => {
  const { status, body } = await overview()
  expect(status).toBe(200)
  return body.data
}

describe('GET /portal/operator/overview', () => {
  it('knows nothing of occupancy where nothing is listed, and names what is lacking', async () => {
    const { market, failed_payments, sources_imported, readiness, attention } = await shown()
    expect(market).toEqual({
      leases: 0,
      recurring_revenue: 0,
      volume: 0,
      ips: { listed: 0, used: 0 },
      utilisation_percent: null,
    })
    expect(failed_payments).toEqual({ count: 0, first: [] })
    expect(sources_imported).toBe(0)
    expect(attention).toHaveLength(8)
    const { body } = await world.call('GET', '/portal/operator/readiness', { headers: office.operator })
    const lacking = body.data.filter(({ ready }: { ready: boolean }) => !ready)
    expect(lacking.length).toBeGreaterThan(0)
    expect(readiness).toEqual({
      steps: body.data.length,
      lacking: lacking.map(({ title }: { title: string }) => title),
    })
  })

  it('adds up what the leases that run bring, and what is let of what is listed', async () => {
    const holder = await world.tenant('A holder', 'holder')
    const offer = await makeOffer(world, holder, { block: '45.8.0.0/22' })
    await makeLease(world, offer, office.tenant, '45.8.0.0/24', { priceMinor: 10_050 })
    const gone = await makeLease(world, offer, office.tenant, '45.8.1.0/24', { priceMinor: 30_000 })
    await makeOffer(world, holder, { block: '46.8.0.0/24', status: 'auth_pending' })
    const { rows } = await world.house.pool.query('select commission_bp from lease limit 1')
    const fee = (minor: number) => Math.round((minor * rows[0].commission_bp) / 10_000) / 100
    expect((await shown()).market).toEqual({
      leases: 2,
      recurring_revenue: fee(10_050) + fee(30_000),
      volume: 400.5,
      ips: { listed: 1_024, used: 512 },
      utilisation_percent: 50,
    })
    await world.house.pool.query(`update lease set status = 'terminated' where uuid = $1`, [gone.uuid])
    expect((await shown()).market).toMatchObject({ leases: 1, recurring_revenue: fee(10_050), volume: 100.5 })
  })

  it('names leases whose period is over and not paid for, not those that end as they were meant to', async () => {
    const failing = await makeSubscription(world, { lessee: office.tenant, block: '47.0.0.0/24' })
    const ending = await makeSubscription(world, { lessee: office.tenant, block: '47.0.1.0/24' })
    const step = (uuid: string, name: string, hours: number) =>
      world.house.pool.query(
        `update renewal_step r set next_step = $2, next_step_at = s.period_end + $3 * interval '1 hour'
         from subscription s where s.uuid = r.uuid and r.uuid = $1`,
        [uuid, name, hours],
      )
    await step(failing.uuid, 'grace_second', 48)
    await step(ending.uuid, 'end', 0)
    expect((await shown()).failed_payments).toEqual({
      count: 1,
      first: [
        {
          company_uuid: office.tenant,
          company: expect.any(String),
          block: '47.0.0.0/24',
          amount: 100,
          due_at: toUnix(failing.period_end),
          next_step: 'grace_second',
          next_step_at: toUnix(new Date(failing.period_end.getTime() + 48 * 3_600_000)),
        },
      ],
    })
  })

  it('is for operators alone', async () => {
    expect(await outcomesFor(office, overview)).toEqual(onlyOperators)
  })
})
