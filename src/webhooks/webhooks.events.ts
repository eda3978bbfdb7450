import { auditActions } from '../kernel/audit-action.ts'
import { OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { events } from '../kernel/work/event-table.ts'
import { offReasons } from './endpoint/endpoint.states.ts'

export const webhooksEvents = events({
  'webhook.test': [
    'Somebody asked for a test of an endpoint; it is sent to that one only.',
    Type.Object({ endpoint_uuid: Uuid }),
  ],
  'webhook_endpoint.switched_off': [
    'An endpoint gets nothing any more: nothing arrived there for three days, it said that it is gone, or too much waited for it.',
    Type.Object({ uuid: Uuid, url: Type.String(), reason: OneOf(offReasons) }),
  ],
})

/** What the audit log calls what is no move of a state. */
export const webhooksAudit = auditActions(
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.secret_added',
  'webhook_endpoint.secret_ended',
  'webhook_endpoint.tested',
  'webhook_endpoint.replayed',
)
