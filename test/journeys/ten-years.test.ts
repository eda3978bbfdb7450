import { expect, it } from 'vitest'
import { checkInvariants } from '../../src/app/invariants.ts'
import { runRenewals } from '../../src/commerce/renewal/renewal.actions.ts'
import { requestTermination } from '../../src/commerce/termination/termination.actions.ts'
import { addDays, addMonths, addSeconds } from '../../src/kernel/time.ts'
import { completeCommitments } from '../../src/market/index.ts'
import { makeOffer, type MadeOffer } from '../support/market/market.ts'
import { asked, at } from '../support/market/renewals.ts'
import {
  goodCard,
  makeCard,
  makeSubscriptions,
  type BulkWish,
  type MadeSubscription,
} from '../support/market/subscriptions.ts'
import { openWorld, type World } from '../support/world.ts'

/**
 * Ten years of renewals by a seed: every length of commitment, every awkward day of the month, cards that decline for good
 * or for a while, and lessees who leave. The suite lives through less of it; the promise is about
 * TEN_YEARS_SUBSCRIPTIONS=1000 TEN_YEARS_YEARS=10.
 */

const subscriptions = Number(process.env['TEN_YEARS_SUBSCRIPTIONS'] ?? 24)
const years = Number(process.env['TEN_YEARS_YEARS'] ?? 2)
const lengths = [1, 3, 6, 12, 24, 36, 60, 120] as const
const days = [1, 15, 28, 29, 30, 31]
const cards = [goodCard, goodCard, goodCard, '5555555555554444', '4000000000000259', '4000000000000341']
const january = new Date('2027-01-01T10:00:00Z')

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

async function settle(world: World, roll: (sides: number) => number): Promise<MadeSubscription[]> {
  const offers: MadeOffer[] = []
  for (let n = 0; n <= subscriptions >> 8; n++) {
    const holder = await world.tenant(`Holder ${n}`, 'holder')
    const pricings = [{ length: 24, priceMinor: 10_000, periods: lengths.slice(1) }]
    offers.push(await makeOffer(world, holder, { block: `11.${n}.0.0/16`, pricings }))
  }
  const lessees: Omit<BulkWish, 'offer' | 'block'>[] = []
  for (const [n, card] of cards.entries()) {
    const lessee = await world.tenant(`Lessee ${n}`)
    lessees.push({ lessee, method: await makeCard(world, lessee, card), country: ['US', 'NL', 'DE'][n % 3] as string })
  }
  const wishes = Array.from({ length: subscriptions }, (_, n): BulkWish => ({
    ...(lessees[roll(lessees.length)] as (typeof lessees)[number]),
    offer: offers[n >> 8] as MadeOffer,
    block: `11.${n >> 8}.${n & 255}.0/24`,
    months: lengths[n % lengths.length] ?? 1,
    priceMinor: 5_000 + roll(10_000),
  }))
  const made: MadeSubscription[] = []
  for (const [n, day] of days.entries())
    made.push(
      ...(await makeSubscriptions(
        world,
        wishes.filter((_, i) => i % days.length === n),
        addDays(january, day - 1),
      )),
    )
  return made
}

/** Now and then somebody leaves; who has left already, or has asked to, is not asked again. */
async function leave(world: World, made: readonly MadeSubscription[], roll: (sides: number) => number, now: Date) {
  const leaving = Math.ceil(made.length / 400)
  for (let n = 0; n < leaving; n++) {
    const { uuid, tenant_uuid } = made[roll(made.length)] as MadeSubscription
    const type = roll(3) === 0 ? 'immediate' : 'end_of_period'
    const wish = { type, reason: 'moving on', details: null, useAgain: null } as const
    await requestTermination(at(world, now), tenant_uuid, uuid, wish, async () => undefined).catch((error: Error) => {
      if (!('row' in error)) throw error
    })
  }
}

async function live(seed: number) {
  const world = await openWorld({ env: { SUBLET_SANDBOX: '1', SUBLET_TERMINATION_APPROVAL: '0' } })
  const roll = dice(seed)
  const made = await settle(world, roll)
  let now = addMonths(january, 1)
  let [steps, renewing, auditing] = [0, 0, 0]
  const ours = process.cpuUsage()
  for (let year = 1; year <= years; year++) {
    const begun = performance.now()
    for (let month = 1; month <= 12; month++) {
      const end = addMonths(january, (year - 1) * 12 + month + 1)
      for (; now < end; now = addSeconds(now, 12 * 3_600)) steps += await runRenewals(at(world, now))
      await completeCommitments.run(at(world, now), {})
      await leave(world, made, roll, now)
    }
    const audited = performance.now()
    for (const result of await checkInvariants(at(world, now)))
      expect(result, `year ${year}`).toMatchObject({ breaches: [] })
    renewing += audited - begun
    auditing += performance.now() - audited
    if (years === 10)
      process.stdout.write(
        `year ${year}: ${steps} steps, ${Math.round(renewing / 1000)} s, audits ${Math.round(auditing / 1000)} s, own cpu ${Math.round(process.cpuUsage(ours).user / 1e6)} s\n`,
      )
  }
  const [ledger] = await asked<{ entries: number; digest: string }>(
    world,
    `select count(*)::int as entries, md5(string_agg(line, ',' order by line)) as digest from (
       select concat_ws(' ', e.happened_at, e.kind, e.account, t.customer_number, e.amount_minor) as line
       from ledger_entry e left join tenant t on t.uuid = e.tenant_uuid) lines`,
  )
  const [invoices] = await asked<{ digest: string }>(
    world,
    `select md5(string_agg(concat_ws(' ', number, customer_number, total_minor, i.status, issued_at), ',' order by number))
       as digest from invoice i join tenant t on t.uuid = i.tenant_uuid`,
  )
  const standing = await asked<{ status: string; count: number }>(
    world,
    'select status, count(*)::int as count from subscription group by 1 order by 1',
  )
  const [periods] = await asked<{ count: number }>(world, 'select count(*)::int as count from billed_period')
  await world.close()
  return {
    ledger,
    invoices,
    standing,
    periods: periods?.count,
    steps,
    seconds: [renewing, auditing].map((ms) => ms / 1000),
  }
}

it(
  'renews for ten years without a breach, and the same seed gives the same ledger',
  { timeout: 3_600_000 },
  async () => {
    const { seconds, ...first } = await live(7)
    process.stdout.write(
      `${subscriptions} subscriptions, ${first.steps} steps, ${first.periods} periods, ${first.ledger?.entries} entries: ` +
        `renewed in ${seconds[0]?.toFixed(1)} s, audited in ${seconds[1]?.toFixed(1)} s\n`,
    )
    expect(first.periods).toBeGreaterThan(subscriptions * 6)
    expect(first.standing.map(({ status }) => status)).toEqual(['active', 'terminated'])
    const { seconds: _again, ...second } = await live(7)
    expect(second).toEqual(first)
  },
)
