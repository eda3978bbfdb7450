import { describe, expect, it } from 'vitest'
import { crowdPeriods } from '../../support/market/bill-crowd.ts'
import { crowdMarket } from '../../support/market/crowd.ts'
import { crowdNamedLetters } from '../../support/market/made-letters.ts'
import { stageWorld } from '../../support/stages.ts'
import { statementsOf } from '../../support/statements.ts'

/** Home pages are told by as many statements for a company with ten thousand leases as for one with none. */

const world = await stageWorld()

interface Visit {
  readonly url: string
  readonly headers: Record<string, string>
}

async function visitOf(tenant: string, url = `/portal/companies/${tenant}/home`): Promise<Visit> {
  return { url, headers: (await world.person(tenant, 'owner')).cookie }
}

const statements = async ({ url, headers }: Visit) => {
  await world.hear()
  return (await statementsOf(async () => expect((await world.call('GET', url, { headers })).status).toBe(200))).length
}

describe('homes', () => {
  it('cost the same with 10,000 leases', async () => {
    const tenant = await world.tenant('A large company')
    const home = await visitOf(tenant)
    const overview = await visitOf(await world.tenant('Operators', 'operator'), '/portal/operator/overview')
    // Who is asking (two), what waits, what is wrong, the first steps, four about leasing and four about holding.
    expect(await statements(home)).toBe(13)
    // Who is asking, sources (three), the market, what waits, two of payments, what the doctor asks (three).
    const before = await statements(overview)
    expect(before).toBeLessThanOrEqual(12)

    await crowdMarket(world, [tenant], 3_334)
    await crowdNamedLetters(world.house.pool)
    await crowdPeriods(world.house.pool)
    await world.house.pool.query('update lease set subscription_uuid = uuid')
    expect(await statements(home)).toBe(13)
    expect(await statements(overview)).toBe(before)

    const { body } = await world.call('GET', home.url, home)
    const { leases, routing, renewals } = body.data.leasing
    expect(leases.active + leases.suspended).toBeGreaterThan(9_000)
    expect(Object.keys(routing)).toHaveLength(4)
    expect(renewals).toMatchObject({ count: expect.any(Number), next: expect.any(Array) })
    expect(renewals.count).toBeGreaterThan(5_000)
    expect(renewals.next).toHaveLength(5)
  })
})
