import { named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { objectKinds, objectReasons, routingObjectStates } from './object.states.ts'
import type { ObjectInPlace } from './object.store.ts'

export const ObjectAnswer = named('RoutingObject', {
  uuid: Uuid,
  connector_uuid: Uuid,
  kind: OneOf(objectKinds),
  prefix: Type.String({ description: 'Of a ROA also its greatest length: none is wider than what is announced.' }),
  asn: Type.Integer(),
  source: { ...Nullable(Type.String()), description: 'The IRR of a route object.' },
  wanted: Type.Boolean({ description: 'A live letter needs it.' }),
  status: OneOf(
    routingObjectStates.states,
    'wanted, sending, made, seen in imported data; adopted: it was there already and is never removed by us; refused: somebody has to look; ending, removing, gone; left: it stays, and is yours to look after.',
  ),
  reason: { ...Nullable(OneOf(objectReasons)), description: 'Why nothing more happens for now.' },
  detail: { ...Nullable(Type.String()), description: 'What the registry, or our data, says about it.' },
  created_at: UnixTime,
  sent_at: Nullable(UnixTime),
  seen_at: Nullable(UnixTime),
  ended_at: Nullable(UnixTime),
})

export const objectAnswer = (object: ObjectInPlace): Static<typeof ObjectAnswer> => ({
  uuid: object.uuid,
  connector_uuid: object.connector_uuid,
  kind: object.kind,
  prefix: object.prefix,
  asn: object.asn,
  source: object.source,
  wanted: object.wanted,
  status: object.status,
  reason: object.reason,
  detail: object.detail,
  created_at: toUnix(object.created_at),
  sent_at: toUnix(object.sent_at),
  seen_at: toUnix(object.seen_at),
  ended_at: toUnix(object.ended_at),
})
