import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Answer, Type } from '../../kernel/http/schema.ts'
import { publishedEvents } from '../published.rules.ts'
import { EventTypeAnswer, eventTypeAnswer } from './event.wire.ts'

export const eventRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listWebhookEvents',
    route: 'GET /webhooks/:tenantUUID/events',
    tag: 'Webhooks',
    summary: 'List the events there are',
    description: 'All of them; what each carries is under `webhooks` in this document.',
    access: { by: 'token', scope: 'billing' },
    answer: Answer({ data: Type.Array(EventTypeAnswer) }),
    handle: async () => ({ data: publishedEvents.map(eventTypeAnswer) }),
  }),
]
