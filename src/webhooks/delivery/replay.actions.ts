import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { lockEndpoint, type WebhookEndpoint } from '../endpoint/endpoint.store.ts'
import { hostIn } from '../endpoint/host.rules.ts'
import { wants } from '../endpoint/pattern.rules.ts'
import { publishedTypes } from '../published.rules.ts'
import { webhooksAudit, webhooksEvents } from '../webhooks.events.ts'
import { webhooksProblem } from '../webhooks.problems.ts'
import { eventsOfSpan, findDelivery, listDeliveries, lockDelivery, sendAgain, type DeliveryRow } from './log.store.ts'
import { mostWaiting } from './payload.rules.ts'
import { deliveryOf } from './publish.actions.ts'
import { countWaiting, drawPosition, queueDeliveries, type WebhookDelivery } from './queue.store.ts'
import { wakeEndpoint } from './send.actions.ts'

/** What was sent, sent again, or sent only to see that it arrives. */

export async function showDeliveries(
  ctx: Context,
  wish: Parameters<typeof listDeliveries>[1],
): Promise<{ rows: DeliveryRow[]; total: number }> {
  return listDeliveries(ctx, wish)
}

export async function showDelivery(ctx: Context, tenant: string, uuid: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(ctx, tenant, uuid)
  if (!delivery) throw kernelProblem('not_found')
  return delivery
}

/** To this endpoint only, whatever it wants to hear of. */
export async function testEndpoint(ctx: Context, tenant: string, uuid: string): Promise<WebhookDelivery> {
  const endpoint = await activeEndpoint(ctx, tenant, uuid)
  if ((await roomFor(ctx, uuid)) === 0) throw webhooksProblem('webhook_queue_full')
  const event = {
    ...webhooksEvents('webhook.test', tenant, { endpoint_uuid: uuid }),
    tenant,
    uuid: newUuid(),
    position: await drawPosition(ctx),
    happenedAt: ctx.now,
  }
  const delivery = deliveryOf(ctx, endpoint, event)
  await queueDeliveries(ctx, [delivery])
  await wakeEndpoint(ctx, endpoint)
  await record(ctx, endpoint, 'tested', {})
  return showDelivery(ctx, tenant, delivery.uuid)
}

export async function replayDelivery(ctx: Context, tenant: string, uuid: string): Promise<WebhookDelivery> {
  const found = await showDelivery(ctx, tenant, uuid)
  const endpoint = await activeEndpoint(ctx, tenant, found.endpoint_uuid)
  const delivery = await lockDelivery(ctx, tenant, uuid)
  if (!delivery) throw kernelProblem('not_found')
  if (delivery.status === 'waiting') throw webhooksProblem('webhook_delivery_waiting')
  if ((await roomFor(ctx, endpoint.uuid)) === 0) throw webhooksProblem('webhook_queue_full')
  await sendAgain(ctx, uuid)
  await wakeEndpoint(ctx, endpoint)
  await record(ctx, endpoint, 'replayed', { delivery: uuid })
  return showDelivery(ctx, tenant, uuid)
}

interface Span {
  readonly from: Date
  readonly to: Date
}

/** All that it wants of what happened then; returns how many. */
export async function replaySpan(ctx: Context, tenant: string, uuid: string, span: Span): Promise<number> {
  const endpoint = await activeEndpoint(ctx, tenant, uuid)
  if (span.from >= span.to) throw kernelProblem('invalid_fields', { fields: { to: ['must be later than "from"'] } })
  const types = publishedTypes.filter((type) => wants(endpoint.events, type))
  const most = await roomFor(ctx, uuid)
  const events = await eventsOfSpan(ctx, tenant, { ...span, types, most })
  if (events.length > most)
    throw webhooksProblem('webhook_replay_too_large', {
      message: `There are more than ${most} events in this span, and no more can wait for the endpoint now; choose a shorter one.`,
    })
  const deliveries = events.map(({ happened_at: happenedAt, ...event }) =>
    deliveryOf(ctx, endpoint, { ...event, tenant, happenedAt }),
  )
  const queued = await queueDeliveries(ctx, deliveries, true)
  await wakeEndpoint(ctx, endpoint)
  await record(ctx, endpoint, 'replayed', { from: span.from, to: span.to, events: queued })
  return queued
}

/** How many more can wait for it. */
async function roomFor(ctx: Context, uuid: string): Promise<number> {
  return Math.max(0, mostWaiting - (await countWaiting(ctx, uuid, mostWaiting)))
}

async function activeEndpoint(ctx: Context, tenant: string, uuid: string): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(ctx, tenant, uuid)
  if (!endpoint) throw kernelProblem('not_found')
  if (endpoint.status !== 'active') throw webhooksProblem('webhook_endpoint_inactive')
  return endpoint
}

const record = (
  ctx: Context,
  { uuid, tenant_uuid: tenant, url }: WebhookEndpoint,
  verb: 'tested' | 'replayed',
  data: Record<string, unknown>,
): Promise<void> =>
  audit(ctx, {
    action: webhooksAudit(`webhook_endpoint.${verb}`),
    subject: { kind: 'webhook_endpoint', uuid },
    tenant,
    data: { host: hostIn(url), ...data },
  })
