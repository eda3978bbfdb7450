import {
  Answer,
  Body,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import type { EndpointView, EndpointWithSecret } from './endpoint.actions.ts'
import { offReasons, webhookEndpointStates } from './endpoint.states.ts'

const url = Text(2_000, {
  description: 'Where to: https, and a public host.',
  examples: ['https://hooks.example.net/sublet'],
})

const events = Type.Array(Text(100), {
  minItems: 1,
  maxItems: 50,
  description: 'Types of events; "lease.*" for a family, "*" for all.',
  examples: [['lease.*', 'order.completed']],
})

export const NewEndpointBody = Body('NewWebhookEndpoint', { url, events })

export const EndpointChangeBody = Body('WebhookEndpointChange', {
  url: Type.Optional(url),
  events: Type.Optional(events),
  status: Type.Optional(OneOf(['active', 'paused'])),
})

const fields = {
  uuid: Uuid,
  url: Type.String(),
  events: Type.Array(Type.String()),
  status: OneOf(webhookEndpointStates.states),
  switched_off_because: {
    ...Nullable(OneOf(offReasons)),
    description: 'Nothing arrived for three days; it answered 410; more than 10,000 events waited for it.',
  },
  failures: Type.Integer({ description: 'Tries in a row that failed.' }),
  rests_until: { ...Nullable(UnixTime), description: 'Nothing is sent before.' },
  last_delivered_at: { ...Nullable(UnixTime), description: 'To within a minute.' },
  created_at: UnixTime,
  secrets: Type.Array(Answer({ uuid: Uuid, created_at: UnixTime }), { description: 'The live ones, oldest first.' }),
}

export const EndpointAnswer = named('WebhookEndpoint', fields)

export const EndpointSecretAnswer = named('WebhookEndpointWithSecret', {
  ...fields,
  secret: Type.String({ description: 'To verify signatures with (Standard Webhooks). Shown only this once.' }),
})

export const endpointAnswer = (endpoint: EndpointView): Static<typeof EndpointAnswer> => ({
  uuid: endpoint.uuid,
  url: endpoint.url,
  events: endpoint.events,
  status: endpoint.status,
  switched_off_because: endpoint.off_reason,
  failures: endpoint.failures,
  rests_until: toUnix(endpoint.rests_until),
  last_delivered_at: toUnix(endpoint.arrived_at),
  created_at: toUnix(endpoint.created_at),
  secrets: endpoint.secrets.map(({ uuid, created_at }) => ({ uuid, created_at: toUnix(created_at) })),
})

export const endpointSecretAnswer = (endpoint: EndpointWithSecret): Static<typeof EndpointSecretAnswer> => ({
  ...endpointAnswer(endpoint),
  secret: endpoint.secret,
})
