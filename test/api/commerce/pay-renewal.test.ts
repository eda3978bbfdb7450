import { describe, expect, it } from 'vitest'
import { runRenewals } from '../../../src/commerce/renewal/renewal.actions.ts'
import { takeUpRenewals } from '../../../src/commerce/renewal/recovery.actions.ts'
import { requestTermination } from '../../../src/commerce/termination/termination.actions.ts'
import { startPayments } from '../../../src/invoicing/index.ts'
import { addMonths, addSeconds } from '../../../src/kernel/time.ts'
import { breachesIn, buyerIn, type Buyer } from '../../support/market/carts.ts'
import { creditsOf } from '../../support/market/bank.ts'
import { outcomeOf } from '../../support/portal.ts'
import { asked, at } from '../../support/market/renewals.ts'
import { goodCard, makeCard, makeSubscription, type MadeSubscription } from '../../support/market/subscriptions.ts'
import { stageOffice } from '../../support/stages.ts'

/** POST …/orders/{order_uuid}/checkout (checkoutOrder), for what the timetable could not take. */

const { world, office } = await stageOffice({ env: { SUBLET_SANDBOX: '1', SUBLET_TERMINATION_APPROVAL: '0' } })

const failsAtRenewal = '4000000000000341'

let blocks = 0
/** A renewal as it stands so many hours after its due date. */
async function failing(hours: readonly number[], card = failsAtRenewal) {
  const buyer = await buyerIn(world)
  const made = await makeSubscription(world, { lessee: buyer.tenant, block: `45.9.${blocks++}.0/24`, card })
  for (const hour of hours) await runRenewals(at(world, addSeconds(made.period_end, hour * 3_600)))
  const [order] = await asked<{ uuid: string }>(
    world,
    'select uuid from sales_order where subscription_uuid = $1',
    made.uuid,
  )
  return { buyer, made, order: order?.uuid ?? '' }
}

const pay = (buyer: Buyer, order: string, key?: string) =>
  buyer.send('POST', `/orders/${order}/checkout`, undefined, key)
const record = (order: string, payload: object = {}) =>
  world.call('POST', `/portal/operator/orders/${order}/payment`, { headers: office.operator, payload })
const read = async (buyer: Buyer, { uuid }: MadeSubscription) => (await buyer.get(`/subscriptions/${uuid}`)).body.data
const iso = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`

describe('POST /ecommerce/public/{user_id}/orders/{order_uuid}/checkout for a renewal', () => {
  it('pays it at once: the invoice is paid, and the suspended lease runs again', async () => {
    const { buyer, made, order } = await failing([-48, -24, -12, 0, 24])
    expect(await read(buyer, made)).toMatchObject({ status: 'suspended', is_in_grace_period: true })
    await makeCard(world, buyer.tenant, goodCard)
    const answer = await pay(buyer, order, 'key')
    expect(answer.body.data.order).toMatchObject({ uuid: order, status: 'completed' })
    expect((await pay(buyer, order, 'key')).body).toEqual(answer.body)
    expect(await read(buyer, made)).toMatchObject({
      status: 'active',
      is_in_grace_period: false,
      current_period_end: iso(addMonths(made.started_at, 2)),
    })
    expect(await asked(world, 'select status from invoice where order_uuid = $1', order)).toEqual([{ status: 'paid' }])
    expect(outcomeOf(await pay(buyer, order))).toBe('409 order_not_waiting')
  })

  it('answers by what was tried last, whatever clock the tries before went by', async () => {
    const { buyer, order } = await failing([-48, -24, -12, 0])
    await makeCard(world, buyer.tenant, goodCard)
    const { status, body } = await pay(buyer, order)
    expect([status, body.data.order.payment.status]).toEqual([200, 'succeeded'])
    const tries = `select status, created_at from payment where order_uuid = $1 order by created_at`
    const byClock = await asked<{ status: string }>(world, tries, order)
    expect(byClock.map((one) => one.status)).toEqual(['succeeded', ...Array<string>(4).fill('declined')])
    expect((await buyer.get(`/orders/${order}`)).body.data.payment.status).toBe('succeeded')
  })

  it('captures what the timetable has authorised', async () => {
    const { buyer, made, order } = await failing([-48], goodCard)
    expect(outcomeOf(await pay(buyer, order))).toBe(200)
    expect(await asked(world, 'select status from payment where order_uuid = $1', order)).toEqual([
      { status: 'succeeded' },
    ])
    expect(await read(buyer, made)).toMatchObject({ current_period_end: iso(addMonths(made.started_at, 2)) })
  })

  it('leaves the timetable alone where the card declines again', async () => {
    const { buyer, made, order } = await failing([-48])
    await makeCard(world, buyer.tenant, '4000000000000002')
    expect(outcomeOf(await pay(buyer, order))).toBe('422 payment_declined')
    const [{ next_step }] = (await asked<{ next_step: string }>(
      world,
      'select next_step from renewal_step where uuid = $1',
      made.uuid,
    )) as [{ next_step: string }]
    expect(next_step).toBe('authorise')
    await world.house.pool.query(
      'update payment_method set removed_at = now(), is_default = false where tenant_uuid = $1',
      [buyer.tenant],
    )
    expect(outcomeOf(await pay(buyer, order))).toBe('422 payment_method_required')
  })

  it('waits for whoever is paying, and a dead one is followed by the job', async () => {
    const { buyer, made, order } = await failing([-48])
    const method = await makeCard(world, buyer.tenant, goodCard)
    const wish = { tenant: buyer.tenant, order, method, amount: 10_000, capture: true }
    await world.change((ctx) => startPayments(ctx, [wish]))
    expect(outcomeOf(await pay(buyer, order))).toBe('409 order_in_checkout')
    expect(outcomeOf(await record(order))).toBe('409 order_in_checkout')
    await takeUpRenewals({ ...world.ctx, realNow: addSeconds(world.ctx.realNow, 61) })
    expect(await read(buyer, made)).toMatchObject({ current_period_end: iso(addMonths(made.started_at, 2)) })
  })

  it('pays what leaving early cost, where the card had declined', async () => {
    const buyer = await buyerIn(world)
    const block = `45.9.${blocks++}.0/24`
    const made = await makeSubscription(world, { lessee: buyer.tenant, block, months: 3, card: failsAtRenewal })
    const wish = { type: 'immediate', reason: 'moving', details: null, useAgain: null } as const
    await requestTermination(world.ctx, buyer.tenant, made.uuid, wish, async () => undefined)
    const [order] = await asked<{ uuid: string }>(
      world,
      'select uuid from sales_order where subscription_uuid = $1',
      made.uuid,
    )
    await makeCard(world, buyer.tenant, goodCard)
    const answer = await pay(buyer, order?.uuid ?? '')
    expect(answer.body.data.order).toMatchObject({ kind: 'early_exit', status: 'completed' })
    expect(await asked(world, 'select status from invoice where order_uuid = $1', order?.uuid)).toEqual([
      { status: 'paid' },
    ])
  })

  it('refuses what no longer renews, and what is foreign', async () => {
    const { buyer, made, order } = await failing([-48])
    expect(outcomeOf(await pay(await buyerIn(world), order))).toBe('404 not_found')
    await runRenewals(at(world, addSeconds(made.period_end, -24 * 3_600)))
    await buyer.send('POST', `/subscriptions/${made.uuid}/terminate`, { type: 'end_of_period', reason: 'moving' })
    expect(outcomeOf(await pay(buyer, order))).toBe('409 order_not_waiting')
  })
})

describe('POST /portal/operator/orders/{order_uuid}/payment for a renewal', () => {
  it('completes it, as for a customer who pays by bank', async () => {
    const { buyer, made, order } = await failing([-48, -24, -12, 0, 24])
    expect(outcomeOf(await record(order))).toBe(200)
    expect(await read(buyer, made)).toMatchObject({
      status: 'active',
      current_period_end: iso(addMonths(made.started_at, 2)),
    })
    expect(outcomeOf(await record(order))).toBe('409 order_not_waiting')
  })

  it('keeps what came short for it, and takes the rest from a card', async () => {
    const { buyer, order } = await failing([-48, -24, -12, 0, 24])
    expect((await record(order, { amount: 30 })).body.data.status).toBe('pending_payment')
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 3_000, held: 3_000 })
    await makeCard(world, buyer.tenant, goodCard)
    expect(outcomeOf(await pay(buyer, order))).toBe(200)
    expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('completed')
    const taken = `select amount_minor from payment where order_uuid = $1 and status = 'succeeded'`
    expect(await asked(world, taken, order)).toEqual([{ amount_minor: 7_000 }])
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 0, held: 0 })
  })

  it('gives it as credits when the lease ends unpaid all the same', async () => {
    const { buyer, made, order } = await failing([-48, -24, -12, 0, 24])
    expect((await record(order, { amount: 30 })).body.data.status).toBe('pending_payment')
    for (const hour of [48, 68, 72]) await runRenewals(at(world, addSeconds(made.period_end, hour * 3_600)))
    expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('cancelled')
    expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 3_000, held: 0 })
  })
})

it('leaves nothing that an audit would find', async () => {
  expect(await breachesIn(world)).toEqual([])
})
