import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCards } from '../../../src/invoicing/sandbox/sandbox.rules.ts'
import {
  cancelPayments,
  capturePayments,
  lookAtPayments,
  refundPayments,
  settlePayments,
  startPayments,
  takePayments,
  type Payment,
} from '../../../src/invoicing/index.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { addCard } from '../../support/market/commerce.ts'
import { outcomeOf } from '../../support/portal.ts'
import { openWorld, type World } from '../../support/world.ts'

let world: World
let elsewhere: World
beforeAll(async () => {
  world = await openWorld({ env: { SUBLET_PUBLIC_URL: 'https://sublet.example' } })
  elsewhere = await openWorld({ beside: world, env: { SUBLET_SANDBOX: '0' } })
})
afterAll(async () => {
  await elsewhere.close()
  await world.close()
})

const twoStepCard = '4000002760003184'

interface Wish {
  readonly capture?: boolean
  readonly offSession?: boolean
}

/** A payment of 12.00 that was asked for and answered. */
async function pay(number: string, { capture = true, offSession = false }: Wish = {}): Promise<Payment> {
  const tenant = await world.tenant()
  const method = await addCard(world, tenant, number)
  const wish = { tenant, order: newUuid(), method, amount: 1_200, capture }
  const [payment] = await world.change((ctx) => startPayments(ctx, [wish]))
  if (!payment) throw new Error('nothing was started')
  const takings = [{ payment, method, offSession, attempt: 0, description: 'a test' }]
  const taken = await takePayments(world.ctx, takings)
  expect(await takePayments(world.ctx, takings)).toEqual(taken)
  await world.change((ctx) => settlePayments(ctx, taken))
  return current(payment.uuid)
}

async function current(uuid: string): Promise<Payment> {
  return query<Payment>`select * from payment where uuid = ${uuid}`.only(world.ctx)
}

const step = (uuid: string, outcome: string) =>
  world.call('POST', `/sandbox/payments/${uuid}`, { payload: { outcome } })

/** What was told to whoever waits for the payment. */
async function news(uuid: string): Promise<number> {
  const { rows } = await world.house.pool.query<{ n: number }>(
    `select count(*)::int as n from outbox_event where type = 'payment.changed' and data ->> 'uuid' = $1`,
    [uuid],
  )
  return rows[0]?.n ?? 0
}

describe('GET /sandbox/cards', () => {
  it('lists every card with what it does', async () => {
    const { status, body } = await world.call('GET', '/sandbox/cards')
    expect([status, body.data.length]).toEqual([200, testCards.length])
    expect(body.data[0]).toEqual({ number: '4242424242424242', brand: 'visa', behaviour: 'succeeds' })
  })

  it('is nowhere else', async () => {
    expect(outcomeOf(await elsewhere.call('GET', '/sandbox/cards'))).toBe('404 not_found')
  })
})

describe('test cards', () => {
  it.each([
    ['4242424242424242', false, 'succeeded', null],
    ['4242424242424242', true, 'succeeded', null],
    ['4000000000000002', false, 'declined', 'card_declined'],
    ['4000000000009995', false, 'declined', 'insufficient_funds'],
    ['4000002500003155', false, 'needs_action', null],
    ['4000002500003155', true, 'succeeded', null],
    [twoStepCard, true, 'declined', 'authentication_required'],
    ['4000000000000341', false, 'succeeded', null],
    ['4000000000000341', true, 'declined', 'card_declined'],
  ])('%s, the customer away: %s, is %s', async (number, offSession, status, failure) => {
    expect(await pay(number, { offSession })).toMatchObject({ status, failure })
  })

  it('authorise first where they are told to, and are captured, let go of or given back', async () => {
    const [one, two] = [
      await pay('4242424242424242', { capture: false }),
      await pay('4242424242424242', { capture: false }),
    ]
    expect([one.status, two.status]).toEqual(['authorised', 'authorised'])
    const captured = await capturePayments(world.ctx, [one])
    await world.change((ctx) => settlePayments(ctx, captured))
    const cancelled = await cancelPayments(world.ctx, [one, two])
    expect(cancelled.map(({ outcome }) => outcome.status)).toEqual(['succeeded', 'cancelled'])
    await world.change((ctx) => settlePayments(ctx, cancelled.slice(1)))
    expect([(await current(one.uuid)).status, (await current(two.uuid)).status]).toEqual(['succeeded', 'cancelled'])
    const given = await refundPayments(world.ctx, [await current(one.uuid)])
    expect(given.map(({ outcome }) => outcome.status)).toEqual(['succeeded'])
  })
})

describe('GET /sandbox/payments/{payment}', () => {
  it('shows how a payment stands', async () => {
    const { uuid } = await pay('4000000000000002')
    const { body } = await world.call('GET', `/sandbox/payments/${uuid}`)
    expect(body.data).toEqual({ payment: uuid, status: 'declined', amount: '12.00', currency: 'USD' })
  })

  it('does not know others', async () => {
    expect(outcomeOf(await world.call('GET', `/sandbox/payments/${newUuid()}`))).toBe('404 not_found')
  })
})

describe('POST /sandbox/payments/{payment}', () => {
  it.each([
    ['succeed', 'succeeded', null],
    ['fail', 'declined', 'authentication_failed'],
  ])('lets the second step %s once, and tells who waits', async (outcome, status, failure) => {
    const payment = await pay(twoStepCard)
    expect(payment).toMatchObject({
      status: 'needs_action',
      action_url: `https://sublet.example/sandbox/payments/${payment.uuid}`,
    })
    const shown = await world.call('GET', `/sandbox/payments/${payment.uuid}`)
    const data = { payment: payment.uuid, status: 'needs_action', amount: '12.00', currency: 'USD' }
    expect(shown.body).toEqual({ data })
    const answer = await step(payment.uuid, outcome)
    expect([answer.status, answer.body.data]).toEqual([200, { ...data, status }])
    expect(await news(payment.uuid)).toBe(1)
    expect(outcomeOf(await step(payment.uuid, 'succeed'))).toBe('422 step_not_open')
    expect(await news(payment.uuid)).toBe(1)
    await world.change(async (ctx) => settlePayments(ctx, await lookAtPayments(world.ctx, [payment])))
    expect(await current(payment.uuid)).toMatchObject({ status, failure })
  })

  it('leaves a payment that still waits as it is', async () => {
    const payment = await pay(twoStepCard)
    const looked = await lookAtPayments(world.ctx, [payment])
    expect(await world.change((ctx) => settlePayments(ctx, looked))).toEqual([])
    expect(await current(payment.uuid)).toEqual(payment)
  })

  it('excludes being cancelled: one of the two happens, and both know which', async () => {
    const payment = await pay(twoStepCard)
    const [answer, cancelled] = await Promise.all([step(payment.uuid, 'succeed'), cancelPayments(world.ctx, [payment])])
    const said = cancelled.map(({ outcome }) => outcome.status)
    expect(said).toEqual([answer.status === 200 ? 'succeeded' : 'cancelled'])
  })

  it('refuses what is settled, unknown, no outcome, or elsewhere', async () => {
    const paid = await pay('4242424242424242')
    expect(outcomeOf(await step(paid.uuid, 'fail'))).toBe('422 step_not_open')
    expect(outcomeOf(await step(newUuid(), 'succeed'))).toBe('404 not_found')
    expect((await step(paid.uuid, 'perhaps')).body.errors).toEqual({ outcome: ['must be one of succeed, fail'] })
    const path = `/sandbox/payments/${paid.uuid}`
    expect(outcomeOf(await elsewhere.call('POST', path, { payload: { outcome: 'succeed' } }))).toBe('404 not_found')
    expect(outcomeOf(await elsewhere.call('GET', path))).toBe('404 not_found')
  })
})
