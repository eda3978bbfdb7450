import { describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { emit } from '../../../src/kernel/work/events.ts'
import { messages } from '../../../src/webhooks/index.ts'
import { schemaFault } from '../../support/written.ts'
import {
  happen,
  hasten,
  headersOf,
  orderUuid,
  partPaid,
  remaining,
  rest,
  stageReceivers,
} from '../../support/webhooks.ts'

const { world, told } = await stageReceivers()

describe('a delivery', () => {
  it('is verified by the libraries that receivers use', async () => {
    const { tenant, secret, receiver: own } = await told()
    await happen(world, tenant, 1, 5)
    await world.runJobs()
    const [one] = own.received
    if (!one) throw new Error('nothing arrived')
    const expected = {
      type: 'order.part_paid',
      timestamp: expect.any(String),
      tenant_uuid: tenant,
      data: { uuid: orderUuid(1), amount: '1.00', remaining: '5.00', currency: 'USD' },
    }
    expect(new Webhook(secret).verify(one.body, headersOf(one))).toEqual(expected)
    expect(() => new Webhook(secret).verify(`${one.body} `, headersOf(one))).toThrow('No matching signature found')
    const described = messages.find(({ type }) => type === expected.type)
    expect(described && schemaFault(described.payload, JSON.parse(one.body))).toBeUndefined()
  })

  it('is verified with either secret while two are live, also at a retry', async () => {
    const { call, uuid, tenant, secret, receiver: own } = await told()
    own.answers(500)
    await happen(world, tenant, 1, 5)
    await world.runJobs()
    const fresh = (await call('POST', `/endpoints/${uuid}/secrets`)).body.data.secret
    own.answers(200)
    await hasten(world, uuid)
    const [before, after] = own.received
    if (!before || !after) throw new Error('it was not sent twice')
    expect(headersOf(after)['webhook-id']).toBe(headersOf(before)['webhook-id'])
    for (const each of [secret, fresh]) new Webhook(each).verify(after.body, headersOf(after))
    expect(() => new Webhook(fresh).verify(before.body, headersOf(before))).toThrow('No matching signature found')
  })

  it('comes only of what was asked for, and of the company itself', async () => {
    const { tenant, receiver: own } = await told(['lease.*'])
    const other = await told(['order.*'])
    await happen(world, tenant, 1, 5)
    await world.runJobs()
    expect([own.received, other.receiver.received]).toEqual([[], []])
  })

  it('never comes of what was rolled back', async () => {
    const { tenant, receiver: own } = await told()
    const undone = world.change(async (ctx) => {
      await emit(ctx, partPaid(tenant, 1, 9))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await happen(world, tenant, 1, 5)
    await world.runJobs()
    expect(remaining(own.received)).toEqual(['5.00'])
  })
})

describe('the order', () => {
  it('is kept for each subject, and a failure holds back no other', async () => {
    const { uuid, tenant, receiver: own } = await told()
    own.answers((response, { body }) => void response.writeHead(body.includes(orderUuid(1)) ? 500 : 200).end())
    for (const n of [1, 2, 3]) for (const order of [1, 2]) await happen(world, tenant, order, n)
    await world.runJobs()
    const of = (order: number) => remaining(own.received.filter(({ body }) => body.includes(orderUuid(order))))
    for (let n = 0; n < 20 && of(2).length < 3; n++) await rest(world, uuid)
    expect(of(2)).toEqual(['1.00', '2.00', '3.00'])
    expect(new Set(of(1))).toEqual(new Set(['1.00']))
    own.answers(200)
    own.received.length = 0
    await hasten(world, uuid)
    expect(of(1)).toEqual(['1.00', '2.00', '3.00'])
  })

  it('waits for an event that is committed and has not been heard yet', async () => {
    const { uuid, tenant, receiver: own } = await told()
    await happen(world, tenant, 1, 1)
    // Another node is about to tell it, and dies: it is told again later.
    await world.house.pool.query(
      `update outbox_event set tell_at = now() + interval '1 hour' where tenant_uuid = $1 and tell_at is not null`,
      [tenant],
    )
    await happen(world, tenant, 1, 2)
    await world.runJobs()
    expect(own.received).toEqual([])
    await world.house.pool.query(
      `update outbox_event set tell_at = now() where tenant_uuid = $1 and tell_at is not null`,
      [tenant],
    )
    await world.house.pool.query(`select graphile_worker.add_job('tell_listeners')`)
    await world.runJobs()
    await hasten(world, uuid)
    expect(remaining(own.received)).toEqual(['1.00', '2.00'])
  })
})
