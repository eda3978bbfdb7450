import type { Context } from '../../kernel/context.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { listener } from '../../kernel/work/events.ts'
import { activeEndpoints, type WebhookEndpoint } from '../endpoint/endpoint.store.ts'
import { wants } from '../endpoint/pattern.rules.ts'
import { switchOff } from '../endpoint/switch-off.actions.ts'
import { published } from '../published.rules.ts'
import { mostWaiting, payloadOf, type Happened } from './payload.rules.ts'
import { queueDeliveries, withoutRoom, type NewDelivery } from './queue.store.ts'
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
  const crowded = await withoutRoom(ctx, wanted.map(comingOf), mostWaiting)
  const isFull = ({ endpoint }: Wanted) => crowded.has(endpoint.uuid)
  const [roomy, full] = [wanted.filter((one) => !isFull(one)), wanted.filter(isFull)]
  await queueDeliveries(
    ctx,
    roomy.flatMap(({ endpoint, events }) => events.map((event) => deliveryOf(ctx, endpoint, event))),
  )
  for (const { endpoint } of roomy)
    if (!isAhead(ctx, endpoint.rests_until)) await wakeEndpoint(ctx, endpoint, whenToWake(ctx, endpoint))
  for (const { endpoint } of full) await switchOff(ctx, endpoint.tenant_uuid, endpoint.uuid, 'backlog')
}

function comingOf({ endpoint, events }: Wanted) {
  const positions = events.map(({ position }) => position)
  return {
    endpoint: endpoint.uuid,
    count: events.length,
    first: Math.min(...positions),
    last: Math.max(...positions),
  }
}

/** One that rests is woken when it has rested. */
const isAhead = ({ realNow }: Context, time: Date | null): boolean => time !== null && time > realNow

/** In seconds: each further event puts off the run that would find it held, which plans its next one itself. */
const pause = 0.25

const whenToWake = (ctx: Context, { held_until }: WebhookEndpoint): Date | undefined =>
  isAhead(ctx, held_until) ? addSeconds(ctx.realNow, pause) : undefined

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
