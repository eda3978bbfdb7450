import { Webhook } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { afterAll } from 'vitest'
import { commerceEvents } from '../../src/commerce/index.ts'
import { emit } from '../../src/kernel/work/events.ts'
import { openReceiver, type Received, type Receiver, type Secure } from './server/receiver.ts'
import { stageWorld } from './stages.ts'
import type { World } from './world.ts'

const settings = { SUBLET_SANDBOX: '1', SUBLET_WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }

/** A world whose companies can be told at 127.0.0.1. */
export async function stageReceivers(given: { readonly env?: Readonly<Record<string, string>> } = {}) {
  const world = await stageWorld({ env: { ...settings, ...given.env } })
  const opened: { receiver: Receiver; secret: string }[] = []
  afterAll(async () => {
    for (const { receiver, secret } of opened) {
      for (const one of receiver.received) expectVerified(one, secret)
      await receiver.close()
    }
  })
  /** A new company with a program of its own. */
  const told = async (events?: readonly string[], secure?: Secure) => {
    const receiver = await openReceiver(secure)
    const endpoint = await newEndpoint(world, receiver.url, events)
    opened.push({ receiver, secret: endpoint.secret })
    const deliveries = async () => (await endpoint.call('GET', `/endpoints/${endpoint.uuid}/deliveries`)).body.data
    const state = async () => (await endpoint.call('GET', `/endpoints/${endpoint.uuid}`)).body.data
    return { ...endpoint, receiver, deliveries, state }
  }
  return { world, told }
}

/** By both libraries that receivers use; each throws unless it is ours. */
export function expectVerified(one: Received, secret: string): void {
  for (const verifier of [new Webhook(secret), new Svix(secret)]) verifier.verify(one.body, headersOf(one))
}

export const headersOf = ({ headers }: Received): Record<string, string> => headers as Record<string, string>

export const remaining = (received: readonly Received[]): string[] =>
  received.map(({ body }) => (JSON.parse(body) as { data: { remaining: string } }).data.remaining)

type Client = Awaited<ReturnType<World['client']>>

export const callFor =
  (world: World, { tenant, bearer }: Pick<Client, 'tenant' | 'bearer'>) =>
  (method: string, path: string, payload?: object) =>
    world.call(method, `/webhooks/${tenant}${path}`, { headers: bearer, ...(payload && { payload }) })

/** A new company with an endpoint at this address. */
export async function newEndpoint(world: World, url: string, events: readonly string[] = ['*']) {
  const client = await world.client(['billing'])
  await world.runJobs()
  const call = callFor(world, client)
  const { status, body, text } = await call('POST', '/endpoints', { url, events })
  if (status !== 201) throw new Error(text)
  return { ...client, call, uuid: String(body.data.uuid), secret: String(body.data.secret) }
}

export const orderUuid = (n: number): string => `019a8c1e-7b2f-7c3d-9e4f-${String(n).padStart(12, '0')}`

export const partPaid = (tenant: string, order: number, remaining: number) =>
  commerceEvents('order.part_paid', tenant, {
    uuid: orderUuid(order),
    amount: '1.00',
    remaining: `${remaining}.00`,
    currency: 'USD',
  })

/** What happens to an order of the company; nobody hears of it before jobs are run. */
export const happen = (world: World, tenant: string, order: number, remaining: number): Promise<void> =>
  world.change((ctx) => emit(ctx, partPaid(tenant, order, remaining)))

/** It has rested. */
export async function rest(world: World, endpoint: string): Promise<void> {
  const rested = `update webhook_endpoint set rests_until = now() - interval '1 s' where uuid = $1`
  await world.house.pool.query(rested, [endpoint])
  await world.house.pool.query(`select graphile_worker.add_job('wake_forgotten_endpoints')`)
  await world.runJobs()
}

/** It has rested, and what was tried and failed is due, too. */
export async function hasten(world: World, endpoint: string): Promise<void> {
  const due = `update webhook_delivery set next_at = now() - interval '1 s' where endpoint_uuid = $1 and status = 'waiting'`
  await world.house.pool.query(due, [endpoint])
  await rest(world, endpoint)
}

/** As much waits for it as can, beside what it has. */
export async function fillQueue(world: World, endpoint: string): Promise<void> {
  await world.house.pool.query(
    `insert into webhook_delivery
       (uuid, tenant_uuid, endpoint_uuid, event_uuid, type, subject, position, payload, status, created_at, next_at)
     select gen_random_uuid(), tenant_uuid, endpoint_uuid, gen_random_uuid(), type, 'order:' || n, position + n, payload,
       'waiting', now() - interval '1 s', now() + interval '1 hour'
     from (select * from webhook_delivery where endpoint_uuid = $1 limit 1) one, generate_series(1, 10000) n`,
    [endpoint],
  )
}
