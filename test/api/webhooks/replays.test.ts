import { describe, expect, it } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { outcomeOf } from '../../support/portal.ts'
import { fillQueue, happen, headersOf, remaining, stageReceivers } from '../../support/webhooks.ts'

const { world, told } = await stageReceivers()

describe('testWebhookEndpoint, replayWebhookDelivery and replayWebhookSpan', () => {
  it('sends a test to this endpoint only, whatever it wants to hear of', async () => {
    const { uuid, call, secret, receiver: own } = await told(['lease.*'])
    const { status, body } = await call('POST', `/endpoints/${uuid}/test`)
    expect([status, body.data.type, body.data.status]).toEqual([201, 'webhook.test', 'waiting'])
    await world.runJobs()
    const [one] = own.received
    if (!one) throw new Error('nothing arrived')
    expect(new Webhook(secret).verify(one.body, headersOf(one))).toMatchObject({ data: { endpoint_uuid: uuid } })
    expect((await call('GET', `/deliveries/${body.data.uuid}`)).body.data).toMatchObject({
      status: 'delivered',
      answer_status: 204,
    })
  })

  it('sends one again under the same identifier', async () => {
    const { tenant, call, receiver: own, deliveries } = await told()
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    const [{ uuid }] = await deliveries()
    const replayed = await call('POST', `/deliveries/${uuid}/replay`)
    expect([replayed.status, replayed.body.data.status]).toEqual([200, 'waiting'])
    expect(outcomeOf(await call('POST', `/deliveries/${uuid}/replay`))).toBe('422 webhook_delivery_waiting')
    await world.runJobs()
    expect(own.received.map((one) => headersOf(one)['webhook-id'])).toHaveLength(2)
    expect(new Set(own.received.map((one) => headersOf(one)['webhook-id'])).size).toBe(1)
  })

  it('sends all of a span again, also what was missed', async () => {
    const { uuid, tenant, call, receiver: own } = await told(['order.*'])
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    await call('PATCH', `/endpoints/${uuid}`, { status: 'paused' })
    await happen(world, tenant, 1, 2)
    await world.runJobs()
    await call('PATCH', `/endpoints/${uuid}`, { status: 'active' })
    const { body } = await call('POST', `/endpoints/${uuid}/replay`, { from: 0, to: 4_000_000_000 })
    expect(body.data).toEqual({ events: 2 })
    await world.runJobs()
    expect(remaining(own.received)).toEqual(['1.00', '1.00', '2.00'])
    expect(outcomeOf(await call('POST', `/endpoints/${uuid}/replay`, { from: 5, to: 5 }))).toBe('422 invalid_fields')
  })

  it('refuses a span of more than can wait', async () => {
    const { uuid, tenant, call } = await told(['order.*'])
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    await world.house.pool.query(
      `insert into outbox_event (uuid, tenant_uuid, type, data, happened_at)
       select gen_random_uuid(), tenant_uuid, type, data, happened_at from outbox_event, generate_series(1, 10000)
       where tenant_uuid = $1 and type = 'order.part_paid'`,
      [tenant],
    )
    const span = { from: 0, to: 4_000_000_000 }
    expect(outcomeOf(await call('POST', `/endpoints/${uuid}/replay`, span))).toBe('422 webhook_replay_too_large')
  })

  it('adds nothing where as much waits as can', async () => {
    const { uuid, tenant, call, receiver: own, deliveries } = await told()
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    own.answers(503)
    await fillQueue(world, uuid)
    const [{ uuid: sent }] = await deliveries().then((all) =>
      all.filter((one: { status: string }) => one.status === 'delivered'),
    )
    expect(outcomeOf(await call('POST', `/endpoints/${uuid}/test`))).toBe('422 webhook_queue_full')
    expect(outcomeOf(await call('POST', `/deliveries/${sent}/replay`))).toBe('422 webhook_queue_full')
  })

  it('shows nobody the deliveries of others', async () => {
    const { tenant, deliveries } = await told()
    const other = await told()
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    const [{ uuid }] = await deliveries()
    expect(outcomeOf(await other.call('GET', `/deliveries/${uuid}`))).toBe('404 not_found')
    expect(outcomeOf(await other.call('POST', `/deliveries/${uuid}/replay`))).toBe('404 not_found')
  })
})

describe('listWebhookDeliveries and getWebhookDelivery', () => {
  it('give a log that is filtered and paged, newest first', async () => {
    const { uuid, tenant, call } = await told()
    for (const n of [1, 2, 3]) await happen(world, tenant, n, n)
    await world.runJobs()
    const list = async (query: string) => (await call('GET', `/endpoints/${uuid}/deliveries?${query}`)).body
    expect((await list('per_page=2&page=2')).meta).toMatchObject({ total: 3, from: 3, to: 3 })
    expect((await list('filter[status]=failed')).data).toEqual([])
    expect((await list('filter[type]=order.part_paid&filter[status]=delivered')).data).toHaveLength(3)
  })

  it('forget after 30 days', async () => {
    const { tenant, deliveries } = await told()
    await happen(world, tenant, 1, 1)
    await world.runJobs()
    await world.house.pool.query(
      `update webhook_delivery set created_at = now() - interval '31 days' where tenant_uuid = $1`,
      [tenant],
    )
    await happen(world, tenant, 2, 2)
    await world.house.pool.query(`select graphile_worker.add_job('forget_old_deliveries')`)
    await world.runJobs()
    expect(await deliveries()).toHaveLength(1)
  })
})
