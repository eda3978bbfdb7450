import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../src/app/invariants.ts'
import { renewalsDue } from '../../src/commerce/renewal/due.jobs.ts'
import { askProvider, beginRenewals, runRenewals } from '../../src/commerce/renewal/renewal.actions.ts'
import { nobody } from '../../src/commerce/checkout/purchase.actions.ts'
import { payRenewal } from '../../src/commerce/renewal/pay.actions.ts'
import { settleRenewals } from '../../src/commerce/renewal/settle.actions.ts'
import { requestTermination } from '../../src/commerce/termination/termination.actions.ts'
import { inTransaction } from '../../src/kernel/context.ts'
import { addMonths, addSeconds } from '../../src/kernel/time.ts'
import { cancelOffer } from '../../src/market/index.ts'
import { asked, at, standingOf } from '../support/market/renewals.ts'
import { goodCard, makeCard, makeSubscription, type MadeSubscription } from '../support/market/subscriptions.ts'
import { openWorld, type World } from '../support/world.ts'

/** What happens to a lease when its month is over, hour by hour (decisions 6, Subscription). */

let world: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_SANDBOX: '1' } })
})
afterAll(() => world.close())

const failsAtRenewal = '4000000000000341'
const worksInGrace = '4000000000000259'

let blocks = 0
const bought = async (card: string, months?: 3 | 12) => {
  const lessee = await world.tenant()
  const block = `45.9.${blocks++}.0/24`
  return makeSubscription(world, { lessee, block, card, ...(months ? { months } : {}) })
}

/** So many hours after the end of the month that is paid for. */
const hours = (made: MadeSubscription, count: number) => addSeconds(made.period_end, count * 3_600)
const runAt = (made: MadeSubscription, count: number) => runRenewals(at(world, hours(made, count)))

const standing = (subscription: { readonly uuid: string }) => standingOf(world, subscription)

const sound = async () => {
  for (const result of await checkInvariants(world.ctx)) expect(result).toMatchObject({ breaches: [] })
}

describe('a renewal', () => {
  it('is ordered and authorised two days ahead, captured half a day ahead, and moves everything on by a month', async () => {
    const made = await bought(goodCard)
    await runAt(made, -49)
    expect(await standing(made)).toMatchObject({ next_step: 'order', orders: null })
    await runAt(made, -48)
    expect(await standing(made)).toMatchObject({
      next_step: 'capture',
      orders: 'pending_payment',
      payments: 'authorised',
      invoices: null,
      period_number: 1,
    })
    await runAt(made, -12)
    const end = addMonths(made.started_at, 2)
    expect(await standing(made)).toEqual({
      status: 'active',
      next_step: 'order',
      period_end: end,
      period_number: 2,
      lease: 'active',
      next_due_at: end,
      orders: 'completed',
      payments: 'succeeded',
      invoices: 'INV paid',
    })
    const entries = await asked(
      world,
      `select account, sum(amount_minor)::int as amount from ledger_entry e join invoice i
         on i.uuid = e.source_uuid or e.source_uuid in (select payment_uuid from invoice_transaction where invoice_uuid = i.uuid)
       join sales_order o on o.uuid = i.order_uuid where o.subscription_uuid = $1 group by 1 having sum(amount_minor) <> 0 order by 1`,
      made.uuid,
    )
    expect(entries).toEqual([
      { account: 'commission', amount: -500 },
      { account: 'payable', amount: -9_500 },
      { account: 'payments', amount: 10_000 },
    ])
    await sound()
  })

  it('does nothing twice', async () => {
    const made = await bought(goodCard)
    for (const hour of [-48, -48, -12, -12, 0, 24]) await runAt(made, hour)
    expect(await standing(made)).toMatchObject({ period_number: 2, orders: 'completed', payments: 'succeeded' })
  })

  it('charges what the tax table says on the day', async () => {
    const lessee = await world.tenant()
    const made = await makeSubscription(world, { lessee, block: '45.10.0.0/24', card: goodCard, country: 'NL' })
    await runAt(made, -12)
    await runAt(made, 0)
    expect(
      await asked(
        world,
        `select total_minor::int, tax_minor::int from sales_order where subscription_uuid = $1`,
        made.uuid,
      ),
    ).toEqual([{ total_minor: 12_100, tax_minor: 2_100 }])
  })

  it('keeps the times of its steps where it comes a little late, and gives everybody their days where it comes very late', async () => {
    const made = await bought(failsAtRenewal)
    await runAt(made, -40)
    const [order] = await asked<{ placed_at: Date }>(
      world,
      'select placed_at from sales_order where subscription_uuid = $1',
      made.uuid,
    )
    expect(order?.placed_at).toEqual(hours(made, -48))
    await runAt(made, 100)
    // The second try, five days late; the others follow as far apart as planned.
    expect(await standing(made)).toMatchObject({ next_step: 'capture', payments: 'declined declined', lease: 'active' })
    await runAt(made, 111)
    expect(await standing(made)).toMatchObject({ payments: 'declined declined' })
    await runAt(made, 112)
    expect(await standing(made)).toMatchObject({ next_step: 'due', payments: 'declined declined declined' })
  })
})

describe('a card that declines', () => {
  it('is tried at every step; then the lease is suspended, and ends with the grace period', async () => {
    const made = await bought(failsAtRenewal)
    const tries = (count: number) => Array.from({ length: count }, () => 'declined').join(' ')
    const timeline: [hour: number, expected: Record<string, unknown>][] = [
      [-48, { next_step: 'authorise', payments: tries(1), invoices: null }],
      [-24, { next_step: 'capture', payments: tries(2), invoices: null }],
      [-12, { next_step: 'due', payments: tries(3), invoices: null, lease: 'active' }],
      [0, { next_step: 'grace_first', payments: tries(4), invoices: 'INV unpaid', status: 'active', lease: 'active' }],
      [24, { next_step: 'grace_second', payments: tries(5), status: 'suspended', lease: 'suspended' }],
      [48, { next_step: 'last_try', payments: tries(6), status: 'suspended' }],
      [68, { next_step: 'end', payments: tries(7), invoices: 'INV unpaid', orders: 'pending_payment' }],
      [72, { next_step: null, payments: tries(7), orders: 'cancelled', status: 'terminated', lease: 'terminated' }],
    ]
    for (const [hour, expected] of timeline) {
      await runAt(made, hour)
      expect(await standing(made), `after ${hour} hours`).toMatchObject(expected)
    }
    const invoices = await asked(
      world,
      `select i.series, i.status, i.total_minor::int as total from invoice i join sales_order o on o.uuid = i.order_uuid
       where o.subscription_uuid = $1 order by i.issued_at, i.series desc`,
      made.uuid,
    )
    expect(invoices).toMatchObject([
      { series: 'INV', status: 'cancelled', total: 10_000 },
      { series: 'CN', total: -10_000 },
    ])
    const owed = `select coalesce(sum(amount_minor), 0)::int as owed from ledger_entry where account = 'receivable' and tenant_uuid = $1`
    expect(await asked(world, owed, made.tenant_uuid)).toEqual([{ owed: 0 }])
    const free = await asked(world, 'select block from free_block where offer_uuid = $1', made.offer)
    expect(free).toEqual([{ block: made.name }])
    await sound()
  })

  it('owes what was committed to when the lease ends unpaid, once, and may pay it', async () => {
    const made = await bought(failsAtRenewal, 12)
    await world.person(made.tenant_uuid, 'owner')
    for (const hour of [-48, -24, -12, 0, 24, 48, 68]) await runAt(made, hour)
    await Promise.all([runAt(made, 72), runAt(made, 72)])
    await runAt(made, 73)
    const orders = await asked<{ uuid: string }>(
      world,
      `select o.uuid, o.status, o.total_minor::int as total, i.status as invoice, i.due_at, i.lines -> 0 ->> 'type' as type
       from sales_order o join invoice i on i.order_uuid = o.uuid
       where o.subscription_uuid = $1 and o.kind = 'early_exit'`,
      made.uuid,
    )
    // Eleven months are left, and half of them is owed.
    const owed = { total: 11 * 10_000 * 0.5, type: 'early_exit', due_at: hours(made, 72) }
    expect(orders).toMatchObject([{ ...owed, status: 'pending_payment', invoice: 'unpaid' }])
    const balance = `select coalesce(sum(amount_minor), 0)::int as owed from ledger_entry where account = 'receivable' and tenant_uuid = $1`
    expect(await asked(world, balance, made.tenant_uuid)).toEqual([{ owed: 55_000 }])
    expect(await asked(world, 'select status from commitment where lease_uuid = $1', made.lease_uuid)).toEqual([
      { status: 'terminated' },
    ])
    await sound()
    await makeCard(world, made.tenant_uuid)
    const { order } = await payRenewal(world.ctx, made.tenant_uuid, orders[0]?.uuid ?? '', nobody)
    expect([order.kind, order.status]).toEqual(['early_exit', 'completed'])
    const earned = await asked(
      world,
      'select gross_minor::int as gross from earning where subject_uuid = $1 order by 1',
      made.lease_uuid,
    )
    expect(earned).toEqual([{ gross: 10_000 }, { gross: 55_000 }])
    await world.runJobs()
    const mails = await asked<{ body: string }>(
      world,
      `select body from mail where subject = $1`,
      `The lease of ${made.name} has ended`,
    )
    expect(mails).toMatchObject([
      { body: expect.stringContaining('An early-termination fee of USD 550.00 before tax is charged') },
    ])
    await sound()
  })

  it('owes it, too, where notice was given for the end of the commitment', async () => {
    const made = await bought(failsAtRenewal, 3)
    const wish = { type: 'end_of_period', reason: 'moving', details: null, useAgain: null } as const
    await requestTermination(world.ctx, made.tenant_uuid, made.uuid, wish, async () => undefined)
    for (const hour of [-48, -24, -12, 0, 24, 48, 68, 72]) await runAt(made, hour)
    const owed = await asked(
      world,
      `select status, total_minor::int as total from sales_order where subscription_uuid = $1 and kind = 'early_exit'`,
      made.uuid,
    )
    expect(owed).toEqual([{ status: 'pending_payment', total: 10_000 }])
    await sound()
  })

  it('is told by mail: the first time, on the day, when suspended, the last time, at the end', async () => {
    const made = await bought(failsAtRenewal)
    await world.person(made.tenant_uuid, 'owner')
    for (const hour of [-48, -24, -12, 0, 24, 48, 68, 72]) {
      await runAt(made, hour)
      await world.runJobs()
    }
    const mails = await asked<{ subject: string }>(
      world,
      `select subject from mail where tenant_uuid = $1 and subject like '%' || $2 || '%'`,
      made.tenant_uuid,
      made.name,
    )
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `${made.name} is suspended`,
      `Payment failed for ${made.name}`,
      `Payment failed for ${made.name}`,
      `Payment failed for ${made.name}`,
      `The lease of ${made.name} has ended`,
    ])
  })

  it('that works again in the grace period pays the open invoice and resumes the lease', async () => {
    const made = await bought(worksInGrace)
    for (const hour of [-48, -24, -12, 0]) await runAt(made, hour)
    expect(await standing(made)).toMatchObject({ invoices: 'INV unpaid', period_number: 1 })
    await runAt(made, 24)
    expect(await standing(made)).toMatchObject({
      status: 'active',
      lease: 'active',
      invoices: 'INV paid',
      orders: 'completed',
      period_number: 2,
      period_end: addMonths(made.started_at, 2),
    })
    await sound()
  })

  it('is replaced by a new default one, and a suspended lease runs again', async () => {
    const made = await bought(failsAtRenewal)
    for (const hour of [-48, -24, -12, 0, 24]) await runAt(made, hour)
    expect(await standing(made)).toMatchObject({ status: 'suspended', lease: 'suspended' })
    await makeCard(world, made.tenant_uuid, goodCard)
    await runAt(made, 48)
    expect(await standing(made)).toMatchObject({
      status: 'active',
      lease: 'active',
      invoices: 'INV paid',
      period_number: 2,
    })
    // The one it was bought with is asked first again, and the new one where that declines.
    const next = { ...made, period_end: addMonths(made.started_at, 2) }
    for (const hour of [-48, -24, -12]) await runAt(next, hour)
    expect(await standing(made)).toMatchObject({ period_number: 3 })
    await sound()
  })

  it('that is gone, and one by which nobody can be charged, fail without a try', async () => {
    for (const change of [
      'update payment_method set removed_at = now(), is_default = false where tenant_uuid = $1',
      `update payment_method set type = 'bank_transfer', provider = 'none', provider_method = null where tenant_uuid = $1`,
    ]) {
      const made = await bought(goodCard)
      await world.house.pool.query(change, [made.tenant_uuid])
      for (const hour of [-48, -24, -12, 0, 24]) await runAt(made, hour)
      expect(await standing(made)).toMatchObject({
        status: 'suspended',
        lease: 'suspended',
        orders: 'pending_payment',
        payments: null,
        invoices: 'INV unpaid',
      })
      await runAt(made, 48)
      await runAt(made, 68)
      expect(await standing(made)).toMatchObject({ status: 'suspended', next_step: 'end' })
      await runAt(made, 72)
      expect(await standing(made)).toMatchObject({ status: 'terminated', orders: 'cancelled' })
    }
    await sound()
  })
})

describe('nothing renews past its end', () => {
  it('when the offer was cancelled: the lease ends with the month that is paid for', async () => {
    const made = await bought(goodCard)
    const holder = made.holder_uuid
    await world.change((ctx) => cancelOffer(ctx, holder, made.offer))
    await runAt(made, -48)
    expect(await standing(made)).toMatchObject({ next_step: 'end', orders: null, status: 'active' })
    await runAt(made, 0)
    expect(await standing(made)).toMatchObject({ status: 'terminated', lease: 'terminated', payments: null })
    await sound()
  })

  it('when the offer was cancelled after the order was made: the order is cancelled, nothing is captured', async () => {
    const made = await bought(goodCard)
    await runAt(made, -48)
    await world.change((ctx) => cancelOffer(ctx, made.holder_uuid, made.offer))
    await runAt(made, -12)
    expect(await standing(made)).toMatchObject({ next_step: 'end', orders: 'cancelled', payments: 'authorised' })
    await runAt(made, 0)
    expect(await standing(made)).toMatchObject({ status: 'terminated', invoices: null })
  })

  it('when the offer was cancelled while the provider was asked: the money goes back', async () => {
    const made = await bought(goodCard)
    await runAt(made, -48)
    const ctx = at(world, hours(made, -12))
    const begun = await inTransaction(ctx, (tx) => beginRenewals(tx, [made.uuid]))
    const taken = await askProvider(ctx, begun)
    await world.change((tx) => cancelOffer(tx, made.holder_uuid, made.offer))
    await settleRenewals(ctx, taken)
    expect(await standing(made)).toMatchObject({ payments: 'cancelled', invoices: null, period_number: 1 })
    await runAt(made, 0)
    expect(await standing(made)).toMatchObject({ status: 'terminated', orders: 'cancelled' })
  })

  it.each([1, 2, 3])('when the offer is cancelled at the same moment: it is renewed, or is not (%i)', async () => {
    const made = await bought(goodCard)
    await runAt(made, -48)
    await Promise.all([runAt(made, -12), world.change((ctx) => cancelOffer(ctx, made.holder_uuid, made.offer))])
    const [ends] = await asked(
      world,
      `select t.next_due_at <= o.expires_at as within from lease l join lease_term t on t.uuid = l.uuid
       join offer o on o.uuid = l.offer_uuid where l.uuid = $1`,
      made.lease_uuid,
    )
    expect(ends).toEqual({ within: true })
    await sound()
  })
})

describe('whoever is killed between two phases', () => {
  it('leaves a payment that a moving clock takes up at once', async () => {
    const made = await bought(goodCard)
    const dead = at(world, hours(made, -48))
    await inTransaction(dead, (tx) => beginRenewals(tx, [made.uuid]))
    await renewalsDue.run({ ...dead, realNow: addSeconds(dead.realNow, 1) })
    expect(await standing(made)).toMatchObject({ next_step: 'capture', payments: 'authorised' })
  })

  it('leaves a payment that is taken up a minute later under the same key: charged once', async () => {
    for (const dieAfter of ['begin', 'ask'] as const) {
      const made = await bought(goodCard)
      const dead = at(world, hours(made, -48))
      const begun = await inTransaction(dead, (tx) => beginRenewals(tx, [made.uuid]))
      if (dieAfter === 'ask') await askProvider(dead, begun)
      await runAt(made, -48)
      expect(await standing(made), 'somebody may still be at it').toMatchObject({
        next_step: 'order',
        payments: 'started',
      })
      const later = { ...dead, realNow: addSeconds(dead.realNow, 61) }
      await runRenewals(later)
      expect(await standing(made)).toMatchObject({ next_step: 'capture', payments: 'authorised' })
      const capture = at(world, hours(made, -12))
      const capturing = await inTransaction(capture, (tx) => beginRenewals(tx, [made.uuid]))
      if (dieAfter === 'ask') await askProvider(capture, capturing)
      await runRenewals(capture)
      expect(await standing(made)).toMatchObject({ payments: 'succeeded', invoices: 'INV paid', period_number: 2 })
      const log = await asked(
        world,
        `select operation from sandbox_charge c join payment p on c.reference = p.provider_reference
         join sales_order o on o.uuid = p.order_uuid where o.subscription_uuid = $1 order by 1`,
        made.uuid,
      )
      expect(log).toEqual([{ operation: 'authorise' }, { operation: 'capture' }])
    }
    await sound()
  })

  it('leaves nothing that two nodes would do twice', async () => {
    const other = await openWorld({ env: { SUBLET_SANDBOX: '1' }, beside: world })
    const made = await Promise.all(Array.from({ length: 12 }, () => bought(goodCard)))
    for (const hour of [-48, -12, 0]) {
      const now = hours(made.at(-1) as MadeSubscription, hour)
      await Promise.all([world, other, world, other].map((node) => runRenewals(at(node, now))))
    }
    for (const one of made)
      expect(await standing(one)).toMatchObject({ period_number: 2, orders: 'completed', payments: 'succeeded' })
    await other.close()
    await sound()
  })
})
