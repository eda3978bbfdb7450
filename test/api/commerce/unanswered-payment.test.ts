import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverCheckouts } from '../../../src/commerce/index.ts'
import { runRenewals } from '../../../src/commerce/renewal/renewal.actions.ts'
import { takeUpRenewals } from '../../../src/commerce/renewal/recovery.actions.ts'
import { addMethod, finishRefundsLeftBehind } from '../../../src/invoicing/index.ts'
import { addSeconds } from '../../../src/kernel/time.ts'
import { bankEnv, camt } from '../../support/market/bank.ts'
import { breachesIn, openShop, readyCart, type Shop } from '../../support/market/carts.ts'
import { openOffice, outcomeOf, type Office } from '../../support/portal.ts'
import { StripeStandin, type Mishap } from '../../support/server/stripe-standin.ts'
import { openWorld, type World } from '../../support/world.ts'

/** checkoutCart, checkoutOrder, cancelOrder, operatorRecordPayment and operatorBookBankLine while the provider is silent. */

const stripe = new StripeStandin()
let env: Record<string, string>
let world: World
let shop: Shop
let office: Office
beforeAll(async () => {
  env = {
    ...bankEnv,
    SUBLET_PAYMENT_PROVIDER: 'stripe',
    SUBLET_STRIPE_KEY: 'sk_test_1',
    SUBLET_STRIPE_URL: await stripe.listen(),
  }
  world = await openWorld({ env })
  shop = await openShop(world)
  office = await openOffice(world)
})
afterAll(async () => {
  await world.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.mishaps.length = 0
})

const unanswered = '503 payment_unanswered'

const readyBy = async (token: string | null) => {
  const ready = await readyCart(shop, { card: null })
  const enrol = (by: string) =>
    addMethod(world.ctx, ready.buyer.tenant, { type: 'card', card: null, token: by, makeDefault: true })
  if (token !== null) await enrol(token)
  return { ...ready, enrol }
}

/** More than a minute of real time later, by this node or another. */
async function recover({ ctx } = world): Promise<void> {
  stripe.mishaps.length = 0
  await world.house.pool.query(
    `update payment set started_at = started_at - interval '61 seconds' where status = 'started'`,
  )
  await recoverCheckouts.run(ctx, {})
}

/** What falls due next for the company's only subscription. */
async function nextStepOf(tenant: string): Promise<{ next_step_at: Date }> {
  const { rows } = await world.house.pool.query<{ next_step_at: Date }>(
    'select next_step_at from renewal_step join subscription using (uuid) where tenant_uuid = $1',
    [tenant],
  )
  return rows[0] as { next_step_at: Date }
}

const takenFrom = async (tenant: string): Promise<number> => {
  const { rows } = await world.house.pool.query<{ uuid: string }>('select uuid from payment where tenant_uuid = $1', [
    tenant,
  ])
  const mine = new Set(rows.map(({ uuid }) => uuid))
  return [...stripe.intents.values()].filter(
    ({ status, metadata }) => status === 'succeeded' && mine.has(metadata['payment'] ?? ''),
  ).length
}

describe('a provider that does not answer', () => {
  it.each<Mishap>(['error', 'hang up', 'hang up after acting'])(
    'leaves a checkout to the recovery, which charges once (%s)',
    async (mishap) => {
      const { buyer, cart } = await readyBy('pm_card_visa')
      stripe.mishaps.push(mishap, mishap, mishap)
      expect(outcomeOf(await buyer.checkout(cart))).toBe(unanswered)
      expect(outcomeOf(await buyer.checkout(cart))).toBe('409 cart_in_checkout')
      await recover()
      expect((await buyer.get('/orders')).body.data).toMatchObject([{ status: 'completed' }])
      expect(await takenFrom(buyer.tenant)).toBe(1)
      expect(await breachesIn(world)).toEqual([])
    },
  )

  it('answers the repetition of a checkout with its order, once the recovery has it', async () => {
    const { buyer, cart } = await readyBy('pm_card_visa')
    stripe.mishaps.push('hang up after acting', 'hang up', 'hang up')
    expect(outcomeOf(await buyer.checkout(cart, 'same'))).toBe(unanswered)
    const early = await buyer.checkout(cart, 'same')
    expect([outcomeOf(early), early.headers['retry-after']]).toEqual(['409 idempotency_in_progress', '1'])
    expect(outcomeOf(await buyer.checkout(cart, 'another'))).toBe('409 cart_in_checkout')
    expect(outcomeOf(await buyer.send('POST', `/orders/${cart}/checkout`, {}, 'same'))).toBe('422 idempotency_mismatch')
    await recover()
    const again = await buyer.checkout(cart, 'same')
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    const [order] = (await buyer.get('/orders')).body.data
    expect(again.body).toEqual({ data: { order } })
    expect(order).toMatchObject({ status: 'completed', cart_uuid: cart, payment: { status: 'succeeded' } })
    expect(outcomeOf(await buyer.checkout(cart, 'another'))).toBe('409 cart_ordered')
  })

  it('lets the repetition try anew where the recovery was declined', async () => {
    const { buyer, cart, enrol } = await readyBy('pm_card_chargeDeclined')
    stripe.mishaps.push('hang up', 'hang up', 'hang up')
    expect(outcomeOf(await buyer.checkout(cart, 'same'))).toBe(unanswered)
    await recover()
    expect(outcomeOf(await buyer.checkout(cart, 'same'))).toBe('422 payment_declined')
    await enrol('pm_card_visa')
    const bought = await buyer.checkout(cart, 'same')
    expect([bought.status, bought.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect((await buyer.checkout(cart, 'same')).body).toEqual(bought.body)
    expect(await takenFrom(buyer.tenant)).toBe(1)
  })

  it('answers the repetition of whoever paid for an order, too', async () => {
    const { buyer, cart, enrol } = await readyBy(null)
    const { order } = (await buyer.checkout(cart)).body.data
    await enrol('pm_card_visa')
    stripe.mishaps.push('hang up after acting', 'hang up', 'hang up')
    const pay = () => buyer.send('POST', `/orders/${order.uuid}/checkout`, undefined, 'paid')
    expect(outcomeOf(await pay())).toBe(unanswered)
    expect(outcomeOf(await pay())).toBe('409 idempotency_in_progress')
    await recover()
    const again = await pay()
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(again.body.data.order).toEqual((await buyer.get(`/orders/${order.uuid}`)).body.data)
    expect(again.body.data.order.status).toBe('completed')
  })

  it('answers the repetition of whoever paid for a renewal that the timetable has taken meanwhile', async () => {
    const { buyer, cart } = await readyBy('pm_card_visa')
    await buyer.checkout(cart)
    const { next_step_at } = await nextStepOf(buyer.tenant)
    await runRenewals({ ...world.ctx, now: next_step_at })
    const [{ uuid }] = (await buyer.get('/orders?filter[status]=pending_payment')).body.data
    stripe.mishaps.push('hang up', 'hang up', 'hang up')
    const pay = () => buyer.send('POST', `/orders/${uuid}/checkout`, undefined, 'renewed')
    expect(outcomeOf(await pay())).toBe(unanswered)
    stripe.mishaps.length = 0
    await runRenewals({ ...world.ctx, now: (await nextStepOf(buyer.tenant)).next_step_at })
    const again = await pay()
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(again.body.data.order).toMatchObject({ uuid, kind: 'renewal', status: 'completed' })
    expect(await breachesIn(world)).toEqual([])
  })

  it('answers the repetition of a refund that a job has finished', async () => {
    const { buyer, cart } = await readyBy('pm_card_visa')
    await buyer.checkout(cart)
    const { rows } = await world.house.pool.query('select uuid from invoice where tenant_uuid = $1', [buyer.tenant])
    const refund = () =>
      world.call('POST', `/portal/operator/invoices/${rows[0]?.uuid}/refund`, {
        headers: { ...office.operator, 'idempotency-key': `refund of ${cart}`.replaceAll(' ', '_') },
        payload: { to: 'method', reason: 'asked for' },
      })
    stripe.mishaps.push('hang up after acting', 'hang up', 'hang up')
    expect(outcomeOf(await refund())).toBe(unanswered)
    expect(outcomeOf(await refund())).toBe('409 idempotency_in_progress')
    stripe.mishaps.length = 0
    await world.house.pool.query(`update payment set started_at = started_at - interval '61 seconds'`)
    await finishRefundsLeftBehind.run(world.ctx, {})
    const again = await refund()
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(again.body.data).toMatchObject({ invoice: { status: 'refunded' }, credit_note: { status: 'paid' } })
  })

  it('does not keep a lease from ending; what leaving early costs is taken up later', async () => {
    const { buyer, cart } = await readyBy('pm_card_visa')
    await buyer.reserve(await shop.offer(), { contract_length: 12 })
    await buyer.checkout(cart)
    const { data } = (await buyer.get('/subscriptions')).body
    const outcomes = []
    for (const { uuid } of data) {
      const request = await buyer.send('POST', `/subscriptions/${uuid}/terminate`, { type: 'immediate', reason: 'x' })
      const path = `/portal/operator/termination-requests/${request.body.data.uuid}/approve`
      stripe.mishaps.splice(0, 9, 'hang up', 'hang up', 'hang up')
      outcomes.push(outcomeOf(await world.call('POST', path, { headers: office.operator })))
    }
    expect(outcomes).toEqual([200, 200])
    stripe.mishaps.length = 0
    await takeUpRenewals({ ...world.ctx, realNow: addSeconds(world.ctx.realNow, 61) })
    const { rows } = await world.house.pool.query(
      `select status, total_minor::int as total from sales_order where tenant_uuid = $1 and kind = 'early_exit'`,
      [buyer.tenant],
    )
    expect(rows).toEqual([{ status: 'completed', total: 60_000 }])
    expect(await breachesIn(world)).toEqual([])
  })

  it('leaves an order waiting that was to be paid', async () => {
    const { buyer, cart, enrol } = await readyBy(null)
    const { order } = (await buyer.checkout(cart)).body.data
    await enrol('pm_card_visa')
    stripe.mishaps.push('hang up after acting', 'hang up', 'hang up')
    expect(outcomeOf(await buyer.send('POST', `/orders/${order.uuid}/checkout`))).toBe(unanswered)
    expect(outcomeOf(await buyer.send('POST', `/orders/${order.uuid}/checkout`))).toBe('409 order_in_checkout')
    await recover()
    expect((await buyer.get(`/orders/${order.uuid}`)).body.data.status).toBe('completed')
    expect(await takenFrom(buyer.tenant)).toBe(1)
  })

  it('keeps an order from being cancelled or paid by hand while nobody knows how its payment stands', async () => {
    const { buyer, cart } = await readyBy('pm_card_twoSteps')
    const { order } = (await buyer.checkout(cart)).body.data
    expect(order).toMatchObject({ status: 'pending_payment', payment: { status: 'needs_action' } })
    const mishaps: Mishap[] = ['hang up', 'hang up', 'hang up']
    stripe.mishaps.push(...mishaps)
    expect(outcomeOf(await buyer.send('POST', `/orders/${order.uuid}/cancel`))).toBe(unanswered)
    stripe.mishaps.splice(0, 9, ...mishaps)
    const path = `/portal/operator/orders/${order.uuid}/payment`
    expect(outcomeOf(await world.call('POST', path, { headers: office.operator, payload: {} }))).toBe(unanswered)
    const file = camt([{ amount: '10.00', id: 'unanswered' }])
    const { body } = await world.call('POST', '/portal/operator/bank-statements', {
      headers: office.operator,
      payload: { format: 'camt053', file },
    })
    stripe.mishaps.splice(0, 9, ...mishaps)
    const booked = await world.call('POST', `/portal/operator/bank-lines/${body.data.left[0].uuid}/order`, {
      headers: office.operator,
      payload: { order_uuid: order.uuid },
    })
    expect(outcomeOf(booked)).toBe(unanswered)
    stripe.mishaps.length = 0
    expect((await buyer.send('POST', `/orders/${order.uuid}/cancel`)).body.data.status).toBe('cancelled')
    expect(await breachesIn(world)).toEqual([])
  })

  // The last one: this node's jobs leave a provider alone for a while that let somebody wait.
  it('keeps nobody longer than 15 s when it hangs: the checkout goes on, and the card can be added again', async () => {
    const { buyer, cart, enrol } = await readyBy('pm_card_visa')
    stripe.mishaps.push(...Array.from({ length: 9 }, (): Mishap => 'silence'))
    const before = stripe.asked.length
    const answers = Promise.allSettled([buyer.checkout(cart), enrol('pm_card_mastercard')])
    await expect.poll(() => stripe.asked.length - before).toBeGreaterThanOrEqual(2)
    const asked = performance.now()
    const [checkout, card] = await answers
    // What is ours comes before the question and after the silence, and is no part of what a busy machine may prolong.
    const waited = performance.now() - asked
    process.stdout.write(`unanswered after ${Math.round(waited)} ms\n`)
    expect(waited).toBeLessThan(15_000)
    expect(checkout.status === 'fulfilled' && outcomeOf(checkout.value)).toBe(unanswered)
    expect(card).toMatchObject({ status: 'rejected', reason: { row: { code: 'payment_unanswered' } } })
    const other = await openWorld({ env, beside: world })
    await recover(other)
    await other.close()
    expect((await buyer.get('/orders')).body.data).toMatchObject([{ status: 'completed' }])
    expect(await takenFrom(buyer.tenant)).toBe(1)
    expect(await breachesIn(world)).toEqual([])
  })
})
