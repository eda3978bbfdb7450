import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, ListOf, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { showEndpoint } from '../endpoint/endpoint.actions.ts'
import { webhooksProblem } from '../webhooks.problems.ts'
import { deliveryStates } from './delivery.rules.ts'
import {
  DeliveryAnswer,
  deliveryAnswer,
  DeliveryDetailAnswer,
  deliveryDetailAnswer,
  ReplayAnswer,
  SpanBody,
} from './delivery.wire.ts'
import { replayDelivery, replaySpan, showDeliveries, showDelivery, testEndpoint } from './replay.actions.ts'

const path = '/webhooks/:tenantUUID'
const EndpointPath = Type.Object({ endpointUUID: Uuid })
const DeliveryPath = Type.Object({ deliveryUUID: Uuid })
const common = { tag: 'Webhooks', access: { by: 'token', scope: 'billing' } } as const
const moment = (seconds: number): Date => new Date(seconds * 1_000)

export const deliveryRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'testWebhookEndpoint',
    route: `POST ${path}/endpoints/:endpointUUID/test`,
    summary: 'Send a test event',
    description: 'Of the type `webhook.test`, to this endpoint only. The delivery says how it went, a moment later.',
    status: 201,
    params: EndpointPath,
    answer: DataOf(DeliveryDetailAnswer),
    refuses: webhooksProblem.rows('webhook_endpoint_inactive', 'webhook_queue_full'),
    handle: async (ctx, { params }) => ({
      data: deliveryDetailAnswer(await testEndpoint(ctx, tenantOf(ctx), params.endpointUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'listWebhookDeliveries',
    route: `GET ${path}/endpoints/:endpointUUID/deliveries`,
    summary: 'List what was sent to an endpoint',
    description: 'Of the last 30 days, newest first.',
    params: EndpointPath,
    query: pageQuery({
      perPage: 25,
      sortable: [],
      filters: {
        status: Type.Optional(ListOf(OneOf(deliveryStates), deliveryStates.length)),
        type: Type.Optional(ListOf(Text(100), 50)),
      },
    }),
    answer: PageOf(DeliveryAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, 25)
      const { uuid } = await showEndpoint(ctx, tenantOf(ctx), params.endpointUUID)
      const { status = [], type = [] } = query.filter ?? {}
      const { rows, total } = await showDeliveries(ctx, { endpoint: uuid, status, type, ...page })
      return { data: rows.map(deliveryAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'getWebhookDelivery',
    route: `GET ${path}/deliveries/:deliveryUUID`,
    summary: 'Read a delivery: what was sent, and what was answered last',
    params: DeliveryPath,
    answer: DataOf(DeliveryDetailAnswer),
    handle: async (ctx, { params }) => ({
      data: deliveryDetailAnswer(await showDelivery(ctx, tenantOf(ctx), params.deliveryUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'replayWebhookDelivery',
    route: `POST ${path}/deliveries/:deliveryUUID/replay`,
    summary: 'Send an event again',
    description: 'Under the same `webhook-id`.',
    params: DeliveryPath,
    answer: DataOf(DeliveryDetailAnswer),
    refuses: webhooksProblem.rows('webhook_endpoint_inactive', 'webhook_delivery_waiting', 'webhook_queue_full'),
    handle: async (ctx, { params }) => ({
      data: deliveryDetailAnswer(await replayDelivery(ctx, tenantOf(ctx), params.deliveryUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'replayWebhookSpan',
    route: `POST ${path}/endpoints/:endpointUUID/replay`,
    summary: 'Send again what happened in a span of time',
    description:
      'All events it wants that happened from `from` until before `to`, in the last 30 days, also those of a time when it was switched off. No more than 10,000 wait for an endpoint.',
    params: EndpointPath,
    body: SpanBody,
    answer: DataOf(ReplayAnswer),
    refuses: webhooksProblem.rows('webhook_endpoint_inactive', 'webhook_replay_too_large'),
    handle: async (ctx, { params, body }) => {
      const span = { from: moment(body.from), to: moment(body.to) }
      return { data: { events: await replaySpan(ctx, tenantOf(ctx), params.endpointUUID, span) } }
    },
  }),
]
