import type { Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { listener } from '../../kernel/work/events.ts'
import { activeEndpoints, type WebhookEndpoint } from '../endpoint/endpoint.store.ts'
import { wants } from '../endpoint/pattern.rules.ts'
import { switchOff } from '../endpoint/switch-off.actions.ts'
import { published } from '../published.rules.ts'
import { mostWaiting, payloadOf, type Happened } from './payload.rules.ts'
import { countWaiting, queueDeliveries, type NewDelivery } from './queue.store.ts'
import { publisherName, wakeEndpoint } from './send.actions.ts'
import { subjectOf } from './subject.rules.ts'

/** What happened to a company waits for each of its endpoints that wants it, written with the mark that it was heard. */
export const publishEvents = listener({
  name: publisherName,
  hears: published,
  hearAll: async (ctx, news) => {
    const ofCompanies = news.flatMap((one) => (one.tenant === null ? [] : [{ ...one, tenant: one.tenant }]))
    const endpoints = await activeEndpoints(ctx, [...new Set(ofCompanies.map(({ tenant }) => tenant))])
    const wanted = endpoints
      .map((endpoint) => ({ endpoint, events: ofCompanies.filter((event) => isFor(endpoint, event)) }))
      .filter(({ events }) => events.length > 0)
    if (wanted.length > 0) await queueAll(ctx, wanted)
  },
})

const isFor = ({ tenant_uuid, events }: WebhookEndpoint, { tenant, type }: Happened): boolean =>
  tenant === tenant_uuid && wants(events, type)

interface Wanted {
  readonly endpoint: WebhookEndpoint
  readonly events: readonly Happened[]
}

async function queueAll(ctx: Context, wanted: readonly Wanted[]): Promise<void> {
  const uuids = wanted.map(({ endpoint }) => endpoint.uuid)
  const waiting = await countWaiting(ctx, uuids, mostWaiting)
  const room = ({ endpoint, events }: Wanted) => (waiting.get(endpoint.uuid) ?? 0) + events.length <= mostWaiting
  const [roomy, full] = [wanted.filter(room), wanted.filter((one) => !room(one))]
  await queueDeliveries(
    ctx,
    roomy.flatMap(({ endpoint, events }) => events.map((event) => deliveryOf(ctx, endpoint, event))),
  )
  for (const { endpoint } of roomy) if (!rests(ctx, endpoint)) await wakeEndpoint(ctx, endpoint)
  for (const { endpoint } of full) await switchOff(ctx, endpoint.tenant_uuid, endpoint.uuid, 'backlog')
}

/** It is woken when it has rested. */
const rests = ({ realNow }: Context, { rests_until }: WebhookEndpoint): boolean =>
  rests_until !== null && rests_until > realNow

export const deliveryOf = (ctx: Context, endpoint: WebhookEndpoint, event: Happened): NewDelivery => ({
  uuid: newUuid(),
  tenant_uuid: endpoint.tenant_uuid,
  endpoint_uuid: endpoint.uuid,
  event_uuid: event.uuid,
  type: event.type,
  subject: subjectOf(event.type, event.tenant, event.data),
  position: event.position,
  payload: payloadOf(event),
  created_at: ctx.realNow,
})
