import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { Block, events } from '../kernel/work/event-table.ts'
import { connectorFaults } from './connector/connector.states.ts'
import { connectorKindNames } from './connector/kind.rules.ts'
import { objectKinds, objectReasons, routingObjectStates } from './object/object.states.ts'

const connector = Type.Object({
  uuid: Uuid,
  title: Type.String(),
  kind: OneOf(connectorKindNames),
  fault: Nullable(OneOf(connectorFaults)),
  detail: Nullable(Type.String()),
})

const object = Type.Object({
  uuid: Uuid,
  connector_uuid: Uuid,
  kind: OneOf(objectKinds),
  prefix: Block,
  asn: Type.Integer(),
  status: OneOf(routingObjectStates.states),
  reason: Nullable(OneOf(objectReasons)),
  detail: Nullable(Type.String()),
})

/** Each of one company: the holder's. */
export const routingEvents = events({
  'routing.connector_on': ['A registry is connected: what letters need is made there.', connector],
  'routing.connector_refused': ['A registry no longer takes the key of a connector; nothing is done there.', connector],
  'routing.made': ['A ROA or route object was made at a registry.', object],
  'routing.adopted': ['What a letter needs was at the registry already; it stays as it is.', object],
  'routing.seen': ['Imported data shows a ROA or route object that was made.', object],
  'routing.refused': ['A ROA or route object was not made, or is there no longer; somebody has to look.', object],
  'routing.gone': ['A ROA or route object that no letter needs any more was removed from a registry.', object],
})

/** What the audit log calls what is no move of a state. */
export const routingAudit = auditActions(
  'routing_connector.created',
  'routing_connector.changed',
  'routing_connector.tested',
  'routing_connector.stopped',
  'routing_connector.started',
)
