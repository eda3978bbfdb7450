import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaidOut } from '../../../src/invoicing/index.ts'
import { addMonths, startOfMonth } from '../../../src/kernel/time.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** getPayoutStats and getPayoutStatsOfMarket: one declaration under two paths. */

let world: World
let holder: Awaited<ReturnType<World['client']>>
let months: Date[]
beforeAll(async () => {
  world = await openWorld()
  holder = await world.client(['billing'])
  const thisMonth = startOfMonth(world.ctx.now)
  months = Array.from({ length: 15 }, (_, i) => addMonths(thisMonth, i - 14))
  await earn(
    world,
    months.map((month) => ({ holder: holder.tenant, at: month.toISOString(), gross: 10_000 })),
  )
  for (const month of months.slice(1)) await payOutAt(world, month.toISOString())
  const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from payout order by month limit 4')
  for (const { uuid } of rows) await world.change((ctx) => markPaidOut(ctx, uuid))
})
afterAll(() => world.close())

describe.each(['/payouts', '/market/payouts'])('GET /billing/v1/{tenantUUID}%s/stats', (path) => {
  const read = (client = holder, tenant = client.tenant) =>
    world.call('GET', `/billing/v1/${tenant}${path}/stats`, { headers: client.bearer })

  it('adds up everything, and shows the last twelve months', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    const month = { gross: 100, commission: 5, amount: 95 }
    expect(body.data).toEqual({
      currency: 'USD',
      earned: { gross: 1_500, commission: 75, amount: 1_425 },
      paid_out: 380,
      pending: 950,
      unpaid: 95,
      this_month: month,
      months: months.slice(3).map((date) => ({ month: date.toISOString().slice(0, 7), ...month })),
    })
    const { earned, paid_out, pending, unpaid } = body.data
    expect(paid_out + pending + unpaid).toBe(earned.amount)
  })

  it('is all zero for a company that has earned nothing', async () => {
    const { data } = (await read(await world.client(['billing']))).body
    expect(data).toMatchObject({ earned: { gross: 0, commission: 0, amount: 0 }, paid_out: 0, pending: 0, unpaid: 0 })
    expect(data.months).toHaveLength(12)
    expect(data.months.every(({ amount }: { amount: number }) => amount === 0)).toBe(true)
  })

  it('is closed to other companies', async () => {
    expect((await read(await world.client(['billing']), holder.tenant)).body.code).toBe('tenant_mismatch')
  })
})
