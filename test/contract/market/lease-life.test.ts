import { beforeEach, describe, expect, it } from 'vitest'
import { addMonths } from '../../../src/kernel/time.ts'
import { endLease, marketInvariants, renewLeases, resumeLease, suspendLease } from '../../../src/market/index.ts'
import { findLease } from '../../../src/market/lease/lease.store.ts'
import { cancelOffer } from '../../../src/market/offer/cancel.actions.ts'
import { leaseReserved, makeLease, makeOffer, type MadeOffer } from '../../support/market/market.ts'
import { actIn, freeOf, reserveIn } from '../../support/market/reservations.ts'
import { stageSides } from '../../support/stages.ts'

/** A lease from its purchase to its end, and what it does to its offer. */

let offer: MadeOffer
let blocks = 0
const { world, holder, lessee } = await stageSides({ env: { SUBLET_SANDBOX: '1', SUBLET_COMMISSION_PERCENT: '7.5' } })
beforeEach(async () => {
  blocks++
  offer = await makeOffer(world, holder.tenant, {
    block: `45.8.${blocks * 4}.0/22`,
    pricings: [{ length: 24, priceMinor: 10_000, negotiable: true, periods: [3, 12] }],
  })
})

const nth = (n: number) => `45.8.${blocks * 4 + n}.0/24`

async function reserved(block = nth(0), contract_length = 1, ip_price = '1'): Promise<string> {
  const { body } = await reserveIn(world)(lessee, offer, block, { contract_length, ip_price })
  return body.data.uuid
}

const start = (reservation: string, given: { subscription?: string } = {}) =>
  world.change((ctx) => leaseReserved(ctx, reservation, given))

const one = async (text: string, ...values: unknown[]) =>
  (await world.house.pool.query<Record<string, unknown>>(text, values)).rows[0]

const counters = () => one('select used_addresses, run_rate_minor, live_leases from offer where uuid = $1', offer.uuid)
const commitment = (lease: string) =>
  one('select status, starts_at, ends_at, price_minor from commitment where lease_uuid = $1', lease)
const eventsOf = async (uuid: string) =>
  (
    await world.house.pool.query<{ type: string }>(
      `select type from outbox_event where data ->> 'uuid' = $1 order by happened_at, uuid`,
      [uuid],
    )
  ).rows.map(({ type }) => type)

const codeOf = (refused: Promise<unknown>): Promise<string> =>
  refused.then(
    () => 'none',
    (error: { row: { code: string } }) => error.row.code,
  )

describe('a lease', () => {
  it('begins with the purchase, at the price and the commission of that moment', async () => {
    const reservation = await reserved(nth(1), 12)
    const subscription = '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'
    const lease = await start(reservation, { subscription })
    await world.house.pool.query('update pricing set price_minor = 20000 where offer_uuid = $1', [offer.uuid])
    expect(await world.change((ctx) => findLease(ctx, lease.uuid))).toMatchObject({
      ...lease,
      tenant_uuid: lessee.tenant,
      holder_uuid: holder.tenant,
      block: nth(1),
      status: 'active',
      price_minor: 10_000,
      commission_bp: 750,
      subscription_uuid: subscription,
      reservation_uuid: reservation,
      expires_at: null,
    })
    expect(await counters()).toEqual({ used_addresses: 256, run_rate_minor: 10_000, live_leases: 1 })
    expect(await one('select status, until from allocation where uuid = $1', lease.allocation_uuid)).toEqual({
      status: 'leased',
      until: null,
    })
    expect(await one('select bought_at from reservation where uuid = $1', reservation)).toEqual({
      bought_at: lease.created_at,
    })
    expect(await commitment(lease.uuid)).toEqual({
      status: 'active',
      starts_at: lease.period_start,
      ends_at: addMonths(lease.period_start as Date, 12),
      price_minor: 10_000,
    })
    expect(await eventsOf(lease.uuid)).toEqual(['lease.started'])
  })

  it('begins only from a reservation that is agreed to, unbought and not lapsed', async () => {
    const act = actIn(world)
    const pending = await reserved(nth(0), 1, '0.3')
    expect(await codeOf(start(pending))).toBe('reservation_decided')
    await act(holder, 'accept', pending)
    await start(pending)
    expect(await codeOf(start(pending))).toBe('reservation_decided')
    const withdrawn = await reserved(nth(1))
    await act(lessee, 'withdraw', withdrawn)
    expect(await codeOf(start(withdrawn))).toBe('reservation_decided')
    const lapsed = await reserved(nth(2))
    await world.travel('20 minutes')
    expect(await codeOf(start(lapsed))).toBe('reservation_decided')
    expect(await codeOf(start('019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f'))).toBe('not_found')
    expect(await counters()).toMatchObject({ live_leases: 1 })
  })

  it('is bought once, however often at a time it is tried', async () => {
    const reservation = await reserved()
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => codeOf(start(reservation))))
    expect(outcomes.toSorted()).toEqual(['none', ...Array(5).fill('reservation_decided')])
    expect(await counters()).toEqual({ used_addresses: 256, run_rate_minor: 10_000, live_leases: 1 })
  })

  it('is either bought or withdrawn', async () => {
    const reservation = await reserved()
    const [bought, withdrawn] = await Promise.all([
      codeOf(start(reservation)),
      actIn(world)(lessee, 'withdraw', reservation),
    ])
    expect(bought === 'none').toBe(withdrawn.status === 422)
  })

  it('is suspended and resumed without leaving its offer', async () => {
    const { uuid } = await start(await reserved())
    const before = await counters()
    expect(await world.change((ctx) => suspendLease(ctx, uuid))).toMatchObject({ status: 'suspended' })
    expect(await codeOf(world.change((ctx) => suspendLease(ctx, uuid)))).toBe('lease_move_forbidden')
    expect(await counters()).toEqual(before)
    expect(await world.change((ctx) => resumeLease(ctx, uuid))).toMatchObject({ status: 'active' })
    expect(await codeOf(world.change((ctx) => resumeLease(ctx, uuid)))).toBe('lease_move_forbidden')
    expect(await eventsOf(uuid)).toEqual(['lease.started', 'lease.suspended', 'lease.resumed'])
    expect(await codeOf(world.change((ctx) => suspendLease(ctx, '019a8c1e-7b2f-7c3d-9e4f-5a6b7c8d9e0f')))).toBe(
      'not_found',
    )
  })

  it('is renewed period by period, with others or not at all, until it ends', async () => {
    const [first, second] = [await start(await reserved()), await start(await reserved(nth(1)))]
    const due = first.next_due_at as Date
    const renew = (nextDueAt: Date) =>
      world.change((ctx) =>
        renewLeases(
          ctx,
          [first, second].map(({ uuid }) => ({ lease: uuid, nextDueAt })),
        ),
      )
    const terms = () => one('select period_start, next_due_at from lease_term where uuid = $1', first.uuid)
    await renew(addMonths(due, 1))
    expect(await terms()).toEqual({ period_start: due, next_due_at: addMonths(due, 1) })
    await world.change((ctx) => endLease(ctx, second.uuid))
    expect(await codeOf(renew(addMonths(due, 2)))).toBe('lease_move_forbidden')
    expect(await terms()).toEqual({ period_start: due, next_due_at: addMonths(due, 1) })
  })

  it('gives its block back when it ends, and breaks a commitment that still runs', async () => {
    const { uuid, allocation } = await makeLease(world, offer, lessee.tenant, nth(2), { commitmentMonths: 12 })
    const ended = await world.change((ctx) => endLease(ctx, uuid))
    expect(ended).toMatchObject({ status: 'terminated', next_due_at: null, ended_at: expect.any(Date) })
    expect(await counters()).toEqual({ used_addresses: 0, run_rate_minor: 0, live_leases: 0 })
    expect(await freeOf(world, offer)).toEqual([offer.block])
    expect(await one('select status from allocation where uuid = $1', allocation)).toEqual({ status: 'ended' })
    expect(await commitment(uuid)).toMatchObject({ status: 'terminated' })
    expect((await eventsOf(uuid)).at(-1)).toBe('lease.ended')
    expect(await one('select status from offer where uuid = $1', offer.uuid)).toEqual({ status: 'validity_active' })
  })

  it('ends once, however often at a time it is tried', async () => {
    const { uuid } = await start(await reserved())
    await start(await reserved(nth(1)))
    const end = () => codeOf(world.change((ctx) => endLease(ctx, uuid)))
    const outcomes = await Promise.all(Array.from({ length: 4 }, end))
    expect(outcomes.toSorted()).toEqual([
      'lease_move_forbidden',
      'lease_move_forbidden',
      'lease_move_forbidden',
      'none',
    ])
    expect(await counters()).toEqual({ used_addresses: 256, run_rate_minor: 10_000, live_leases: 1 })
  })
})

/** Whoever comes first, the other finds a market in order. */
describe('while its offer is cancelled', () => {
  const cancel = () => world.change((ctx) => cancelOffer(ctx, holder.tenant, offer.uuid))
  const statusOfOffer = async () => (await one('select status from offer where uuid = $1', offer.uuid))?.['status']
  const breaches = async () => {
    const found = []
    for (const invariant of marketInvariants) found.push(...(await invariant.check(world.ctx)).breaches)
    return found
  }

  it.each([1, 2, 3])('the last lease ends: the offer ends, too (%i)', async () => {
    const { uuid } = await start(await reserved())
    await Promise.all([world.change((ctx) => endLease(ctx, uuid)), cancel()])
    expect(
      await one('select status, terminated_at is not null as ended from offer where uuid = $1', offer.uuid),
    ).toEqual({
      status: 'object_terminated',
      ended: true,
    })
    expect(await freeOf(world, offer)).toEqual([])
    expect(await breaches()).toEqual([])
  })

  it('one of two leases ends: the offer goes on until the other does', async () => {
    const [first, second] = [await start(await reserved()), await start(await reserved(nth(1)))]
    await Promise.all([world.change((ctx) => endLease(ctx, first.uuid)), cancel()])
    expect(await statusOfOffer()).toBe('validity_terminated')
    expect(await breaches()).toEqual([])
    await world.change((ctx) => endLease(ctx, second.uuid))
    expect(await statusOfOffer()).toBe('object_terminated')
    expect(await breaches()).toEqual([])
  })

  it.each([1, 2, 3])('a block is bought, or is not (%i)', async () => {
    const reservation = await reserved()
    const [bought] = await Promise.all([codeOf(start(reservation)), cancel()])
    const outcomes = { none: 'validity_terminated', reservation_decided: 'object_terminated' }
    expect(outcomes).toMatchObject({ [bought]: await statusOfOffer() })
    expect(await breaches()).toEqual([])
  })

  it.each([1, 2, 3])('a block is reserved, and not kept (%i)', async () => {
    const [answer] = await Promise.all([reserveIn(world)(lessee, offer, nth(0)), cancel()])
    expect([200, 404]).toContain(answer.status)
    expect(await statusOfOffer()).toBe('object_terminated')
    expect(await breaches()).toEqual([])
  })
})
