import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { Block, events } from '../kernel/work/event-table.ts'
import { severities } from './health/verdict.rules.ts'

/** Of what is known: data that is missing or old changes nothing. */
const severity = Nullable(OneOf(severities))

const turned = Type.Object({ block: Block, from: severity, to: severity, why: Type.String() })

export const prefixesEvents = events({
  'geofeed.changed': ['A lessee changed what its geofeed says of a lease.', Type.Object({ lease_uuid: Uuid })],
  'prefix.health_changed': [
    'The routing of a prefix is more or less severe than it was. From nothing: it was looked at for the first time, and is critical. To nothing: it is not looked at any more.',
    Type.Object({ block: Block, from: severity, to: severity }),
  ],
  'prefixes.health_changed': [
    'Prefixes of a company became critical, or stopped being so: once for all that one look found, with the first of them and why.',
    Type.Object({ critical: Type.Integer(), better: Type.Integer(), prefixes: Type.Array(turned) }),
  ],
})

/** What the audit log calls what is no move of a state. */
export const prefixesAudit = auditActions(
  'geofeed.set',
  'geofeed.removed',
  'prefix.metadata_set',
  'prefix.metadata_deleted',
)
