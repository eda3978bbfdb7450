import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { events, Time } from '../kernel/work/event-table.ts'
import { areas, kindNames, kinds } from './kinds.rules.ts'

const datasets = [...new Set(Object.values(kinds).map(({ dataset }) => dataset))]

const source = { kind: OneOf(kindNames), name: Type.String(), dataset: OneOf(datasets), area: OneOf(areas) }

const feed = Type.Object({ kind: OneOf(kindNames), name: Nullable(Type.String()), url: Type.String() })

export const networkEvents = events({
  'asn.banned': [
    'An operator banned an AS number; it gets no letters.',
    Type.Object({ asn: Type.Integer(), reason: Type.String() }),
  ],
  'asn.unbanned': ['An AS number is banned no longer.', Type.Object({ asn: Type.Integer() })],
  'asn.accepted': [
    'An operator vouches for an AS number although data to judge it by is missing; it may get letters until then.',
    Type.Object({ asn: Type.Integer(), reason: Type.String(), until: Time }),
  ],
  'asn.acceptance_ended': ['Nobody vouches for an AS number any more.', Type.Object({ asn: Type.Integer() })],
  'network.replaced': [
    'New data of a source serve from now on.',
    Type.Object({ ...source, rows: Type.Integer(), taken_at: Time, snapshot_uuid: Uuid }),
  ],
  'network.removed': ['The data of a source are gone; what they said is unknown.', Type.Object(source)],
  'source.added': ['An operator added a source that is fetched by itself.', feed],
  'source.removed': ['A source that an operator had added is fetched no longer.', feed],
  'source.paused': ['A source is not fetched until it is resumed.', feed],
  'source.resumed': ['A paused source is fetched again.', feed],
})

/** What the audit log calls what is no move of a state. */
export const networkAudit = auditActions(
  'asn.banned',
  'asn.unbanned',
  'asn.accepted',
  'asn.acceptance_ended',
  'network.replaced',
  'network.removed',
  'source.added',
  'source.removed',
  'source.paused',
  'source.resumed',
)
