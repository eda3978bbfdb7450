import { tenantOf } from '../../kernel/context.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { webhooksProblem } from '../webhooks.problems.ts'
import {
  changeEndpoint,
  createEndpoint,
  endOldSecret,
  removeEndpoint,
  rotateSecret,
  showEndpoint,
  showEndpoints,
} from './endpoint.actions.ts'
import {
  EndpointAnswer,
  endpointAnswer,
  EndpointChangeBody,
  EndpointSecretAnswer,
  endpointSecretAnswer,
  NewEndpointBody,
} from './endpoint.wire.ts'

const path = '/webhooks/:tenantUUID/endpoints'
const EndpointPath = Type.Object({ endpointUUID: Uuid })
const common = { tag: 'Webhooks', access: { by: 'token', scope: 'billing' } } as const

export const endpointRoutes: readonly Endpoint[] = [
  endpoint({
    ...common,
    id: 'createWebhookEndpoint',
    route: `POST ${path}`,
    summary: 'Be told of events at an address',
    description:
      'From now on each event is sent there by `POST`, at least once, those about one object in their order, signed as Standard Webhooks describes it. The secret is in this answer and nowhere else.',
    status: 201,
    body: NewEndpointBody,
    answer: DataOf(EndpointSecretAnswer),
    refuses: webhooksProblem.rows('webhook_address_refused', 'too_many_webhook_endpoints'),
    examples: { body: { url: 'https://hooks.example.net/sublet', events: ['lease.*', 'order.completed'] } },
    handle: async (ctx, { body }) => ({ data: endpointSecretAnswer(await createEndpoint(ctx, tenantOf(ctx), body)) }),
  }),
  endpoint({
    ...common,
    id: 'listWebhookEndpoints',
    route: `GET ${path}`,
    summary: 'List webhook endpoints',
    query: pageQuery({ perPage: 25, sortable: [] }),
    answer: PageOf(EndpointAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, 25)
      const { rows, total } = await showEndpoints(ctx, { tenant: tenantOf(ctx), ...page })
      return { data: rows.map(endpointAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    ...common,
    id: 'getWebhookEndpoint',
    route: `GET ${path}/:endpointUUID`,
    summary: 'Read a webhook endpoint',
    params: EndpointPath,
    answer: DataOf(EndpointAnswer),
    handle: async (ctx, { params }) => ({
      data: endpointAnswer(await showEndpoint(ctx, tenantOf(ctx), params.endpointUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'changeWebhookEndpoint',
    route: `PATCH ${path}/:endpointUUID`,
    summary: 'Change a webhook endpoint, pause it, or set it active again',
    description: 'What happens while it is paused or switched off is not sent; it can be replayed later.',
    params: EndpointPath,
    body: EndpointChangeBody,
    answer: DataOf(EndpointAnswer),
    refuses: webhooksProblem.rows('webhook_address_refused', 'webhook_endpoint_inactive'),
    handle: async (ctx, { params, body }) => ({
      data: endpointAnswer(await changeEndpoint(ctx, tenantOf(ctx), params.endpointUUID, body)),
    }),
  }),
  endpoint({
    ...common,
    id: 'removeWebhookEndpoint',
    route: `DELETE ${path}/:endpointUUID`,
    summary: 'Remove a webhook endpoint',
    description: 'Nothing is sent there any more, not even what waits.',
    status: 204,
    params: EndpointPath,
    handle: (ctx, { params }) => removeEndpoint(ctx, tenantOf(ctx), params.endpointUUID),
  }),
  endpoint({
    ...common,
    id: 'rotateWebhookSecret',
    route: `POST ${path}/:endpointUUID/secrets`,
    summary: 'Give a webhook endpoint a second secret',
    description:
      'Requests carry a signature for each until the old one is ended, so that you can change over without a pause.',
    status: 201,
    params: EndpointPath,
    answer: DataOf(EndpointSecretAnswer),
    refuses: webhooksProblem.rows('two_webhook_secrets_live'),
    handle: async (ctx, { params }) => ({
      data: endpointSecretAnswer(await rotateSecret(ctx, tenantOf(ctx), params.endpointUUID)),
    }),
  }),
  endpoint({
    ...common,
    id: 'endWebhookSecret',
    route: `DELETE ${path}/:endpointUUID/secrets/:secretUUID`,
    summary: 'End one of two secrets',
    status: 204,
    params: Type.Object({ endpointUUID: Uuid, secretUUID: Uuid }),
    refuses: webhooksProblem.rows('last_webhook_secret'),
    handle: (ctx, { params }) => endOldSecret(ctx, tenantOf(ctx), params.endpointUUID, params.secretUUID),
  }),
]
