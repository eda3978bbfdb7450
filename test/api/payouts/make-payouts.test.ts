import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payoutInvariants } from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { mailTo } from '../../support/server/mailbox.ts'
import { earn, payOutAt } from '../../support/market/payouts.ts'
import { openWorld, type World } from '../../support/world.ts'

/** The first of the month: what becomes a payout, and what waits. */

let world: World
let holder: string
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_PAYOUT_MINIMUM: '38' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  holder = await world.tenant('A holder', 'holder')
})

const payoutsOf = async (tenant: string) => {
  const { rows } = await world.house.pool.query<Record<string, unknown>>(
    `select to_char(month, 'YYYY-MM') as month, gross_minor, commission_minor, amount_minor, earnings, status,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as made
     from payout where tenant_uuid = $1 order by month`,
    [tenant],
  )
  return rows
}

const breaches = async () => {
  const found = []
  for (const invariant of payoutInvariants) found.push(...(await invariant.check(world.ctx)).breaches)
  return found
}

const payableTo = async (tenant: string) => {
  const { rows } = await world.house.pool.query<{ owed: number }>(
    `select coalesce(-sum(amount_minor), 0)::bigint as owed from ledger_entry where account = 'payable' and tenant_uuid = $1`,
    [tenant],
  )
  return rows[0]?.owed
}

describe('payouts', () => {
  it('pay what was earned in the months before, minus commission, and not what was earned since', async () => {
    await earn(world, [
      { holder, at: '2026-03-02T10:00:00Z', gross: 10_000 },
      { holder, at: '2026-03-31T23:59:59Z', gross: 4_000 },
      { holder, at: '2026-04-01T00:00:00Z', gross: 20_000 },
    ])
    expect(await payOutAt(world, '2026-04-01T00:01:00Z')).toBe(1)
    const first = {
      month: '2026-03',
      gross_minor: 14_000,
      commission_minor: 700,
      amount_minor: 13_300,
      earnings: 2,
      status: 'pending',
      made: '2026-04-01 00:00',
    }
    expect(await payoutsOf(holder)).toEqual([first])
    expect(await payableTo(holder)).toBe(19_000)
    expect(await payOutAt(world, '2026-04-30T12:00:00Z')).toBe(0)
    expect(await payOutAt(world, '2026-05-01T00:00:00Z')).toBe(1)
    expect((await payoutsOf(holder)).map(({ month, amount_minor }) => [month, amount_minor])).toEqual([
      ['2026-03', 13_300],
      ['2026-04', 19_000],
    ])
    expect(await payableTo(holder)).toBe(0)
    expect(await breaches()).toEqual([])
  })

  it('wait while less than the minimum is owed, and then pay all of it', async () => {
    await earn(world, [{ holder, at: '2026-03-05T00:00:00Z', gross: 3_980 }])
    await payOutAt(world, '2026-04-01T00:00:00Z')
    expect(await payoutsOf(holder)).toEqual([])
    await earn(world, [{ holder, at: '2026-04-05T00:00:00Z', gross: 100 }])
    await payOutAt(world, '2026-05-01T00:00:00Z')
    expect(await payoutsOf(holder)).toMatchObject([{ month: '2026-04', amount_minor: 3_876, earnings: 2 }])
  })

  it('pay out exactly the minimum', async () => {
    await earn(world, [{ holder, at: '2026-03-05T00:00:00Z', gross: 4_000 }])
    await payOutAt(world, '2026-04-01T00:00:00Z')
    expect(await payoutsOf(holder)).toMatchObject([{ amount_minor: 3_800 }])
  })

  it('are reduced by what was given back', async () => {
    await earn(world, [
      { holder, at: '2026-03-05T00:00:00Z', gross: 20_000 },
      { holder, at: '2026-03-06T00:00:00Z', gross: -8_000 },
    ])
    await payOutAt(world, '2026-04-01T00:00:00Z')
    expect(await payoutsOf(holder)).toMatchObject([
      { gross_minor: 12_000, commission_minor: 600, amount_minor: 11_400, earnings: 2 },
    ])
    await earn(world, [
      { holder, at: '2026-04-05T00:00:00Z', gross: -20_000 },
      { holder, at: '2026-05-05T00:00:00Z', gross: 30_000 },
    ])
    await payOutAt(world, '2026-05-01T00:00:00Z')
    expect(await payoutsOf(holder)).toHaveLength(1)
    await payOutAt(world, '2026-06-01T00:00:00Z')
    expect(await payoutsOf(holder)).toMatchObject([{}, { month: '2026-05', amount_minor: 9_500, earnings: 2 }])
    expect(await breaches()).toEqual([])
  })

  it('of a server that was away for weeks are made when it is back, for all months before', async () => {
    await earn(world, [
      { holder, at: '2026-01-05T00:00:00Z', gross: 20_000 },
      { holder, at: '2026-02-05T00:00:00Z', gross: 20_000 },
    ])
    await payOutAt(world, '2026-03-20T09:30:00Z')
    expect(await payoutsOf(holder)).toMatchObject([
      { month: '2026-02', amount_minor: 38_000, made: '2026-03-20 09:30' },
    ])
  })

  it('are numbered without gap or double, and made once, by however many nodes at once', async () => {
    const holders: string[] = []
    for (let i = 0; i < 6; i++) holders.push(await world.tenant(`Holder ${i}`, 'holder'))
    await earn(
      world,
      holders.map((one) => ({ holder: one, at: '2027-01-05T00:00:00Z', gross: 9_000 })),
    )
    const made = await Promise.all(Array.from({ length: 4 }, () => payOutAt(world, '2027-02-01T00:00:00Z')))
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 6])
    const { rows } = await world.house.pool.query<{ number: string }>(
      `select number from payout where number like 'PAY-2027-%' order by number`,
    )
    expect(rows.map(({ number }) => number)).toEqual(holders.map((_one, i) => `PAY-2027-00000${i + 1}`))
    expect(await breaches()).toEqual([])
  })

  it('are told to the holder by mail', async () => {
    const { email } = await world.person(holder, 'owner')
    await earn(world, [{ holder, at: '2026-03-05T00:00:00Z', gross: 20_000, lease: newUuid() }])
    await payOutAt(world, '2026-04-01T00:00:00Z')
    const letters = await mailTo(world, email)
    expect(letters.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Payout PAY-2026-\d{6}: USD 190\.00$/),
    )
  })

  it('are found to be wrong by the audit when somebody tampers with them', async () => {
    await earn(world, [{ holder, at: '2026-03-05T00:00:00Z', gross: 20_000 }])
    await payOutAt(world, '2026-04-01T00:00:00Z')
    await world.house.pool.query('update earning set payout_uuid = null where tenant_uuid = $1', [holder])
    expect(await breaches()).toHaveLength(2)
    await world.house.pool.query('delete from payout where tenant_uuid = $1', [holder])
    expect((await breaches()).length).toBeGreaterThan(1)
  })
})
