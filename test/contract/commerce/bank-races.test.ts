import { beforeAll, expect, it } from 'vitest'
import { bankEnv, camt, creditsOf, waitingOrder } from '../../support/market/bank.ts'
import { breachesIn, openShop, type Shop } from '../../support/market/carts.ts'
import { outcomeOf } from '../../support/portal.ts'
import { stageOffice } from '../../support/stages.ts'

/** The same money told by many at once, each on a connection of its own: it counts once. */

let shop: Shop
const { world, office } = await stageOffice({ env: bankEnv })
const beside = await stageOffice({ beside: world, env: bankEnv })
beforeAll(async () => {
  shop = await openShop(world)
})

const post = (at: typeof world, path: string, payload: object) =>
  at.call('POST', `/portal/operator${path}`, { headers: office.operator, payload })

const crowd = 8
const atOnce = (ask: (at: typeof world, i: number) => ReturnType<typeof post>) =>
  Promise.all(Array.from({ length: crowd }, (_, i) => ask(i % 2 === 0 ? world : beside.world, i)))

it('the same line, recorded by many for one order', async () => {
  const { buyer, order } = await waitingOrder(shop)
  const answers = await atOnce((at) => post(at, `/orders/${order}/payment`, { amount: 30, reference: 'R-1' }))
  const outcomes = answers.map(outcomeOf)
  expect(outcomes.filter((one) => one === 200)).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set([200, '409 bank_line_known']))
  expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 3_000, held: 3_000 })
})

it('different lines for one order: it is completed once, and what is too much is credits', async () => {
  const { buyer, order } = await waitingOrder(shop)
  const answers = await atOnce((at, i) => post(at, `/orders/${order}/payment`, { amount: 40, reference: `M-${i}` }))
  const taken = answers.filter(({ status }) => status === 200).length
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set([200, '409 order_not_waiting']))
  expect(taken).toBe(3)
  expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('completed')
  expect(await creditsOf(world, buyer.tenant)).toEqual({ total: 2_000, held: 0 })
})

it('one line, booked to many orders', async () => {
  const orders: Awaited<ReturnType<typeof waitingOrder>>[] = []
  for (let i = 0; i < crowd; i++) orders.push(await waitingOrder(shop))
  const { body } = await post(world, '/bank-statements', {
    format: 'camt053',
    file: camt([{ amount: '100.00', id: 'B-1' }]),
  })
  const line: string = body.data.left[0].uuid
  const answers = await atOnce((at, i) => post(at, `/bank-lines/${line}/order`, { order_uuid: orders[i]?.order }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set([200, '409 bank_line_settled']))
})

it('one statement, imported by many', async () => {
  const orders: Awaited<ReturnType<typeof waitingOrder>>[] = []
  for (let i = 0; i < crowd; i++) orders.push(await waitingOrder(shop))
  const file = camt(orders.map(({ reference }, i) => ({ amount: '100.00', id: `I-${i}`, reference })))
  const answers = await atOnce((at) => post(at, '/bank-statements', { format: 'camt053', file }))
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set([200]))
  const booked = answers.flatMap(({ body }) => body.data.booked.map(({ bank_key }: { bank_key: string }) => bank_key))
  expect(booked).toHaveLength(crowd)
  expect(new Set(booked)).toEqual(new Set(orders.map((_, i) => `I-${i}`)))
  for (const { buyer, order } of orders)
    expect((await buyer.get(`/orders/${order}`)).body.data.status).toBe('completed')
})

it('after all this the audit finds nothing', async () => {
  expect(await breachesIn(world)).toEqual([])
})
