import { describe, expect, it } from 'vitest'
import { acceptReservation } from '../../../src/market/index.ts'
import { renewalsUntil } from '../../../src/commerce/home/leasing.store.ts'
import { periodAfter } from '../../../src/commerce/renewal/period.rules.ts'
import { addDays, addMonths, startOfMonth, toUnix } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { addAddress } from '../../../src/commerce/index.ts'
import { makeInvoice } from '../../support/market/invoicing.ts'
import { makeLease, makeOffer, makeReservation } from '../../support/market/market.ts'
import { makeLetter } from '../../support/market/made-letters.ts'
import { earn } from '../../support/market/payouts.ts'
import { makeSubscription } from '../../support/market/subscriptions.ts'
import { knowOwners } from '../../support/market/looked.ts'
import { anyMember, openOffice, outcomesFor } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** portalHome, portalChooseChecklist */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1' } })
await world.travelToMidMonth()

const homeFor = async (tenant: string, headers: Record<string, string>) => {
  const { status, body } = await world.call('GET', `/portal/companies/${tenant}/home`, { headers })
  expect(status).toBe(200)
  return body.data
}

/** A company of its own, with somebody who looks at it. */
async function company(role: 'lessee' | 'holder' = 'lessee') {
  const tenant = await world.tenant('A company', role)
  const { cookie } = await world.person(tenant, 'owner')
  return { tenant, cookie, home: () => homeFor(tenant, cookie) }
}

async function look(rows: readonly (readonly [block: string, level: string, criticality?: string])[]) {
  await world.house.pool.query(
    `insert into prefix_health (block, criticality, bgp, rpki, irr, bgp_level, why_digest, since)
     select block::cidr, criticality, 'bogon', 'unknown', 'unknown', level, sha256(''), now()
     from unnest($1::text[], $2::text[], $3::text[]) seen (block, level, criticality)`,
    [
      rows.map(([block]) => block),
      rows.map(([, level]) => level),
      rows.map(([, level, critical]) => critical ?? level),
    ],
  )
  await knowOwners(world.house.pool)
}

const counted = (home: { attention: { kind: string; count: number }[] }) =>
  Object.fromEntries(home.attention.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]))

describe('GET /portal/companies/{tenantUUID}/home', () => {
  it('tells a lessee how its leases stand, what renews and costs next, and what lapses', async () => {
    const lessee = await company()
    const offer = await makeOffer(world, await world.tenant('A holder', 'holder'), {
      block: '45.8.0.0/20',
      pricings: [{ length: 24, priceMinor: 10_000, negotiable: true }],
    })
    const lease = (part: number, priceMinor: number) =>
      makeSubscription(world, { offer, lessee: lessee.tenant, block: `45.8.${part}.0/24`, priceMinor })
    const first = await lease(0, 10_050)
    for (const part of [1, 2, 3, 4, 5]) await lease(part, 12_000)
    // In a month of 31 days, what begins today renews after more than 30.
    expect((await lessee.home()).leasing.renewals).toMatchObject({ count: 0, amount: 0, next: [] })
    await world.travel('2 days')
    // Somebody else's, and one that was given notice of: neither renews.
    await makeSubscription(world, { offer, lessee: await world.tenant(), block: '45.8.6.0/24' })
    await world.house.pool.query('update subscription set expires_at = period_end where name = $1', ['45.8.5.0/24'])
    await world.house.pool.query(`update lease set status = 'suspended' where block = '45.8.5.0/24'`)
    await look([
      ['45.8.0.0/24', 'critical'],
      ['45.8.1.0/24', 'warning'],
      ['45.8.2.0/24', 'ok'],
      ['45.8.3.0/24', 'ok', 'unknown'],
      ['45.8.6.0/24', 'critical'],
    ])
    await makeLetter(world, first.lease_uuid, { status: 'pending' })
    await makeReservation(world, offer, lessee.tenant, '45.8.8.0/24', { priceMinor: 9_999 })
    const asked = await makeReservation(world, offer, lessee.tenant, '45.8.9.0/24', {
      priceMinor: 5_000,
      negotiated: true,
    })
    await world.change((ctx) => acceptReservation(ctx, offer.tenant_uuid, asked.uuid))
    await makeInvoice(world, lessee.tenant, { paid: false })
    const home = await lessee.home()
    expect(home).toMatchObject({ currency: 'USD', sides: ['leasing'], routing: { critical: 1, warning: 1 } })
    expect(home.leasing).toMatchObject({
      leases: { active: 5, suspended: 1 },
      per_month: 700.5,
      routing: { critical: 1, warning: 1, unknown: 3, ok: 1 },
      cart: { blocks: 2, letters: 0, amount: 149.99 },
      unpaid: { count: 1 },
    })
    const { next, ...sum } = home.leasing.renewals
    expect(sum).toEqual({ until: expect.any(Number), count: 5, amount: 580.5 })
    expect(next).toHaveLength(5)
    expect(next[0]).toEqual({
      service_uuid: first.lease_uuid,
      block: '45.8.0.0/24',
      at: toUnix(first.period_end),
      amount: 100.5,
      routing: 'critical',
    })
    expect(counted(home)).toEqual({
      offers_accepted: 1,
      blocks_in_cart: 2,
      unpaid_invoices: 1,
      prefixes_critical: 1,
      letters_pending: 1,
    })
  })

  it('tells a holder what is let, what it brings, who asks, and what nobody finds', async () => {
    const holder = await company('holder')
    const lessee = await world.tenant()
    const pricings = [{ length: 24, priceMinor: 10_000, negotiable: true }]
    const offer = await makeOffer(world, holder.tenant, { block: '46.8.0.0/22', pricings })
    const lease = await makeLease(world, offer, lessee, '46.8.0.0/24', { priceMinor: 8_050 })
    await makeReservation(world, offer, lessee, '46.8.1.0/24', { negotiated: true })
    await makeLetter(world, lease.uuid, { status: 'pending' })
    await makeOffer(world, holder.tenant, { block: '46.9.0.0/24', hidden: true })
    const failed = await makeOffer(world, holder.tenant, { block: '46.9.1.0/24', status: 'validity_invalid' })
    await world.house.pool.query(
      `update offer_check set status = 'failed', description = 'Announced by others.' where offer_uuid = $1 and kind = 'bgp'`,
      [failed.uuid],
    )
    await makeOffer(world, holder.tenant, { block: '46.9.2.0/24', status: 'auth_pending' })
    const month = startOfMonth(world.ctx.now)
    const at = (months: number) => addDays(addMonths(month, months), 1).toISOString()
    await earn(world, [
      { holder: holder.tenant, at: at(0), gross: 20_000 },
      { holder: holder.tenant, at: at(-1), gross: 10_000 },
      { holder: holder.tenant, at: at(-7), gross: 40_000 },
      { holder: await world.tenant('Another holder', 'holder'), at: at(0), gross: 80_000 },
    ])
    const home = await holder.home()
    expect(home.sides).toEqual(['holding'])
    expect(home.holding).toMatchObject({
      offers: 3,
      leases: 1,
      ips: { listed: 1_536, used: 256 },
      utilisation_percent: 16,
      run_rate: 80.5,
    })
    expect(home.holding.months.map(({ earnings }: { earnings: number }) => earnings)).toEqual([0, 0, 0, 0, 95, 190])
    expect(home.holding.off_market).toEqual({
      reasons: [
        { reason: 'validity_invalid', count: 1 },
        { reason: 'auth_pending', count: 1 },
        { reason: 'hidden', count: 1 },
      ],
      blocks: [
        { uuid: failed.uuid, block: '46.9.1.0/24', reason: 'validity_invalid', why: ['Announced by others.'] },
        expect.objectContaining({ block: '46.9.2.0/24', reason: 'auth_pending' }),
        expect.objectContaining({ block: '46.9.0.0/24', reason: 'hidden', why: [] }),
      ],
    })
    expect(counted(home)).toEqual({
      reservations_to_answer: 1,
      proofs_pending: 1,
      offers_failed: 1,
      letters_to_release: 1,
    })
  })

  it('shows a company that does both the larger part first', async () => {
    const both = await company()
    const own = await makeOffer(world, both.tenant, { block: '47.8.0.0/24' })
    const other = await makeOffer(world, await world.tenant('A holder', 'holder'), { block: '47.9.0.0/24' })
    await makeLease(world, own, await world.tenant(), '47.8.0.0/24', { priceMinor: 10_000 })
    expect((await both.home()).sides).toEqual(['holding'])
    await makeLease(world, other, both.tenant, '47.9.0.0/24', { priceMinor: 10_001 })
    expect((await both.home()).sides).toEqual(['leasing', 'holding'])
  })

  it('gives a new company its first steps, which tick themselves off and go away', async () => {
    const fresh = await company()
    await world.house.pool.query(`update tenant set status = 'pending' where uuid = $1`, [fresh.tenant])
    const done = async () => {
      const { checklist } = await fresh.home()
      return checklist?.steps.filter((step: { done: boolean }) => step.done).map(({ name }: { name: string }) => name)
    }
    expect(await done()).toEqual([])
    const home = await fresh.home()
    expect(home).toMatchObject({ sides: [], holding: { utilisation_percent: null } })
    await world.house.pool.query(`update tenant set status = 'active' where uuid = $1`, [fresh.tenant])
    expect(await done()).toEqual(['activation'])
    await world.change((ctx) =>
      addAddress(ctx, fresh.tenant, {
        company_name: 'Example',
        line_one: 'Main Street 1',
        city: 'Springfield',
        postcode: '12345',
        country_code: 'US',
      }),
    )
    expect(await done()).toEqual(['address', 'activation'])
    await world.house.pool.query(
      `insert into app_key (uuid, tenant_uuid, client_id, name, scopes, created_at) values ($1::uuid, $2, $1::text, 'A program', '{billing}', now())`,
      [newUuid(), fresh.tenant],
    )
    expect(await done()).toEqual(['address', 'activation', 'first_look'])
    await makeOffer(world, fresh.tenant, { block: '48.8.0.0/24' })
    expect((await fresh.home()).checklist).toBeNull()
  })

  it('adds up renewals that come twice around a short month, on the day that they are anchored to', async () => {
    const lessee = await company()
    const made = await makeSubscription(world, { lessee: lessee.tenant, block: '49.8.0.0/24' })
    for (const anchor of [1, 15, 28, 29, 30, 31])
      for (let month = 0; month < 26; month++) {
        const due = periodAfter(new Date(Date.UTC(2027, month - 1, 1, 9, 30)), anchor)
        await world.house.pool.query('update lease_term set next_due_at = $2 where uuid = $1', [made.lease_uuid, due])
        await world.house.pool.query('update subscription set anchor_day = $2 where uuid = $1', [made.uuid, anchor])
        const now = addDays(due, -1)
        const { next, count, minor } = await renewalsUntil({ ...world.ctx, now }, lessee.tenant, addDays(now, 30), 5)
        const expected = [due, periodAfter(due, anchor)].filter((at) => at <= addDays(now, 30))
        expect(next.map(({ at }) => at)).toEqual(expected)
        expect([count, minor]).toEqual([expected.length, expected.length * 10_000])
      }
  })

  it('is for its people and operators alone', async () => {
    const url = `/portal/companies/${office.tenant}/home`
    expect(await outcomesFor(office, (headers) => world.call('GET', url, { headers }))).toEqual(anyMember)
  })
})

describe('PUT /portal/companies/{tenantUUID}/checklist', () => {
  const choose = (tenant: string, hidden: unknown, headers: Record<string, string>) =>
    world.call('PUT', `/portal/companies/${tenant}/checklist`, { headers, payload: { hidden } })

  it('hides the first steps for who asks, until they are wanted again', async () => {
    const other = await openOffice(world)
    const isHidden = async (who: 'owner' | 'viewer') => (await homeFor(other.tenant, other[who])).checklist.hidden
    expect((await choose(other.tenant, true, other.viewer)).status).toBe(204)
    expect((await choose(other.tenant, true, other.viewer)).status).toBe(204)
    expect([await isHidden('viewer'), await isHidden('owner')]).toEqual([true, false])
    expect((await choose(other.tenant, false, other.viewer)).status).toBe(204)
    expect(await isHidden('viewer')).toBe(false)
  })

  it('refuses what is no choice, and whoever is no member', async () => {
    expect((await choose(office.tenant, 'perhaps', office.owner)).status).toBe(422)
    const outcomes = await outcomesFor(office, (headers) => choose(office.tenant, true, headers))
    expect(outcomes).toMatchObject({ ...anyMember, viewer: 204, member: 204, owner: 204, operator: expect.anything() })
  })
})
