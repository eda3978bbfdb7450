import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenPromises, canonicalLedger } from '../support/market/books.ts'
import { makeOffer } from '../support/market/market.ts'
import { makeSubscription } from '../support/market/subscriptions.ts'
import { openWorld, type World } from '../support/world.ts'

/** A year in the life of leases: paid every month, declined and ended, and committed; the books balance at each step. */

/** Leases that begin on the last day of a January, so that every month has another day to renew on. */
const begin = new Date('2031-01-31T10:00:00Z')

async function openMarket(): Promise<World> {
  const real = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
  await real.travel(`${Math.ceil((begin.getTime() - real.ctx.now.getTime()) / 1_000)} seconds`)
  const world = real.at(begin)
  const holder = await world.tenant('Holder', 'holder')
  const offer = await makeOffer(world, holder, {
    block: '198.18.0.0/22',
    pricings: [{ length: 24, priceMinor: 10_000, periods: [6, 12] }],
  })
  const lessees = [
    { title: 'Always pays', block: '198.18.0.0/24', card: '4242424242424242' },
    { title: 'Pays late', block: '198.18.1.0/24', card: '4000000000000259' },
    { title: 'Never pays again', block: '198.18.2.0/24', card: '4000000000000341' },
    { title: 'Committed', block: '198.18.3.0/24', card: '4242424242424242', months: 6 as const },
  ]
  for (const { title, ...wish } of lessees)
    await makeSubscription(world, { offer, lessee: await world.tenant(title), ...wish })
  return real
}

const statusesIn = async (world: World) =>
  Object.fromEntries(
    (
      await world.house.pool.query<{ title: string; status: string; periods: number }>(
        `select t.title, s.status, count(*)::int as periods from subscription s join tenant t on t.uuid = s.tenant_uuid
         join billed_period b on b.subscription_uuid = s.uuid group by 1, 2`,
      )
    ).rows.map(({ title, status, periods }) => [title, [status, periods]]),
  )

let world: World
beforeAll(async () => {
  world = await openMarket()
})
afterAll(() => world.close())

describe('a year', () => {
  it('goes by month for month, and every promise is kept at the end of each', { timeout: 120_000 }, async () => {
    for (let month = 1; month <= 12; month++) {
      await world.advance('1 month')
      expect(await brokenPromises(world)).toEqual([])
    }
    // February was short, and the clock has stayed on its last day since.
    await world.advance('3 days')
    expect(await statusesIn(world)).toEqual({
      'Always pays': ['active', 13],
      // The last one will be paid a day after it is due.
      'Pays late': ['active', 12],
      'Never pays again': ['terminated', 1],
      Committed: ['active', 13],
    })
  })

  it('has paid the holder what it earned, month for month', async () => {
    const { rows } = await world.house.pool.query<{ months: number; amount: number }>(
      'select count(*)::int as months, sum(amount_minor)::int as amount from payout',
    )
    const { rows: unpaid } = await world.house.pool.query<{ amount: number }>(
      'select coalesce(sum(gross_minor - commission_minor), 0)::int as amount from earning where payout_uuid is null',
    )
    expect(rows[0]?.months).toBeGreaterThanOrEqual(11)
    // 39 periods at 95.00 each.
    expect((rows[0]?.amount ?? 0) + (unpaid[0]?.amount ?? 0)).toBe(39 * 9_500)
  })

  it('goes by in one go the same way, to the last entry', { timeout: 120_000 }, async () => {
    const other = await openMarket()
    await other.advance('12 months')
    expect(await statusesIn(other)).toEqual(await statusesIn(world))
    expect(await brokenPromises(other)).toEqual([])
    expect(await canonicalLedger(other)).toEqual(await canonicalLedger(world))
    await other.close()
  })
})
