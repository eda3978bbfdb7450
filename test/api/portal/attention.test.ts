import { describe, expect, it } from 'vitest'
import { keepFacts } from '../../../src/network/index.ts'
import { requestTermination } from '../../../src/commerce/index.ts'
import { toUnix } from '../../../src/kernel/time.ts'
import { aVrp } from '../../support/market/facts.ts'
import { makeInvoice } from '../../support/market/invoicing.ts'
import { makeLease, makeOffer, makeReservation } from '../../support/market/market.ts'
import { anyMember, outcomesFor } from '../../support/portal.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeSubscription } from '../../support/market/subscriptions.ts'
import { knowOwners } from '../../support/market/looked.ts'
import { stageOffice } from '../../support/stages.ts'

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })

const attention = (headers: Record<string, string> = office.viewer, tenant = office.tenant) =>
  world.call('GET', `/portal/companies/${tenant}/attention`, { headers })

type Item = { kind: string; count: number; at: number | null }

/** What there is something of. */
async function waiting(): Promise<Record<string, [count: number, at: number | null]>> {
  const { status, body } = await attention()
  expect(status).toBe(200)
  const some = body.data.filter(({ count }: Item) => count > 0)
  return Object.fromEntries(some.map(({ kind, count, at }: Item) => [kind, [count, at]]))
}

const quiet = [
  'reservations_to_answer',
  'counters_to_answer',
  'offers_accepted',
  'blocks_in_cart',
  'unpaid_invoices',
  'subscriptions_in_grace',
  'terminations_open',
  'proofs_pending',
  'offers_failed',
  'prefixes_critical',
  'letters_to_release',
  'letters_pending',
].map((kind) => ({ kind, count: 0, at: null }))

const untilOf = async (allocation: string) =>
  toUnix((await world.house.pool.query('select until from allocation where uuid = $1', [allocation])).rows[0].until)

describe('GET /portal/companies/{tenantUUID}/attention', () => {
  it('names every kind, also where nothing waits, and tells operators of old data', async () => {
    expect((await attention()).body.data).toEqual(quiet)
    expect((await attention(office.operator)).body.data).toEqual([
      ...quiet,
      { kind: 'sources_stale', count: 0, at: null },
    ])
    const old = { takenAt: new Date('2020-01-01T00:00:00Z'), freshFor: 3_600 }
    await world.change((ctx) => keepFacts(ctx, 'vrps', [aVrp({ prefix: '45.8.0.0/16' })], old))
    expect((await attention(office.operator)).body.data.at(-1)).toEqual({ kind: 'sources_stale', count: 1, at: null })
  })

  it('counts reservations to answer, not those that are answered or another’s', async () => {
    const other = await world.tenant()
    const offer = await makeOffer(world, office.tenant, { block: '45.8.0.0/22' })
    const { allocation } = await makeReservation(world, offer, other, '45.8.0.0/24', { negotiated: true })
    await makeReservation(world, offer, other, '45.8.1.0/24', { negotiated: true })
    await makeReservation(world, offer, other, '45.8.2.0/24')
    expect(await waiting()).toEqual({ reservations_to_answer: [2, await untilOf(allocation)] })
    await world.travel('73 hours')
    expect(await waiting()).toEqual({})
  })

  it('counts blocks in the cart, and says when the first lapses', async () => {
    const offer = await makeOffer(world, await world.tenant(), { block: '46.0.0.0/22' })
    const { allocation } = await makeReservation(world, offer, office.tenant, '46.0.0.0/24')
    await makeReservation(world, offer, office.tenant, '46.0.1.0/24')
    await makeReservation(world, offer, office.tenant, '46.0.2.0/24', { negotiated: true })
    expect(await waiting()).toEqual({ blocks_in_cart: [2, await untilOf(allocation)] })
    await world.travel('73 hours')
    expect(await waiting()).toEqual({})
  })

  it('counts unpaid invoices, periods not paid for, and ends that are asked for', async () => {
    await makeInvoice(world, office.tenant)
    const { due_at } = await makeInvoice(world, office.tenant, { paid: false })
    expect(await waiting()).toEqual({ unpaid_invoices: [1, toUnix(due_at)] })
    const made = await makeSubscription(world, { lessee: office.tenant, block: '47.0.0.0/24' })
    const wish = { type: 'end_of_period', reason: 'moving', details: null, useAgain: null } as const
    await requestTermination(world.ctx, office.tenant, made.uuid, wish, async () => undefined)
    expect(await waiting()).toMatchObject({ terminations_open: [1, toUnix(made.period_end)] })
    await world.house.pool.query(
      `update renewal_step r set next_step = 'grace_first', next_step_at = s.period_end + interval '1 day'
       from subscription s where s.uuid = r.uuid and r.uuid = $1`,
      [made.uuid],
    )
    expect(await waiting()).toMatchObject({
      subscriptions_in_grace: [1, toUnix(new Date(made.period_end.getTime() + 86_400_000))],
    })
  })

  it('counts offers whose proof is awaited or whose checks failed', async () => {
    const { uuid } = await makeOffer(world, office.tenant, { block: '48.0.0.0/24', status: 'auth_pending' })
    await makeOffer(world, office.tenant, { block: '48.0.1.0/24', status: 'auth_failed_verify' })
    await makeOffer(world, office.tenant, { block: '48.0.2.0/24', status: 'validity_invalid' })
    const expires = new Date('2027-01-01T00:00:00Z')
    await world.house.pool.query('update ownership_proof set expires_at = $2 where offer_uuid = $1', [uuid, expires])
    expect(await waiting()).toMatchObject({ proofs_pending: [1, toUnix(expires)], offers_failed: [2, null] })
  })

  it('counts blocks of its own that are in a critical state, held and leased', async () => {
    await makeOffer(world, office.tenant, { block: '49.0.0.0/24' })
    const other = await makeOffer(world, await world.tenant(), { block: '50.0.0.0/22' })
    await makeLease(world, other, office.tenant, '50.0.0.0/24')
    await makeLease(world, other, await world.tenant(), '50.0.1.0/24')
    await world.house.pool.query(`insert into prefix_health
        (block, criticality, bgp, rpki, irr, bgp_level, why_digest, since)
      select block::cidr, level, 'bogon', 'unknown', 'unknown', level, sha256(''), now() from (values ('49.0.0.0/24', 'critical'),
        ('50.0.0.0/24', 'critical'), ('50.0.1.0/24', 'critical'), ('48.0.0.0/24', 'warning')) seen (block, level)`)
    await knowOwners(world.house.pool)
    expect(await waiting()).toMatchObject({ prefixes_critical: [2, null] })
  })

  it('asks the database once, beside who is asking', async () => {
    await world.hear()
    const statements = await statementsOf(() => attention())
    const tables = /\b(reservation|allocation|invoice|subscription|termination_request|offer|prefix_health)\b/
    expect(statements.filter(({ text }) => tables.test(text))).toHaveLength(1)
  })

  it('is for its people and operators alone', async () => {
    expect(await outcomesFor(office, (headers) => attention(headers))).toEqual(anyMember)
  })
})
