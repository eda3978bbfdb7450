import { auditActions } from '../kernel/audit-action.ts'
import { Nullable, OneOf, Type, Uuid } from '../kernel/http/schema.ts'
import { Block, events } from '../kernel/work/event-table.ts'
import { levels } from './health/verdict.rules.ts'

const level = Nullable(OneOf(levels))

export const prefixesEvents = events({
  'geofeed.changed': ['A lessee changed what its geofeed says of a lease.', Type.Object({ lease_uuid: Uuid })],
  'prefix.health_changed': [
    'The routing of a prefix became critical, or stopped being so.',
    Type.Object({ block: Block, from: level, to: level }),
  ],
})

/** What the audit log calls what is no move of a state. */
export const prefixesAudit = auditActions(
  'geofeed.set',
  'geofeed.removed',
  'prefix.metadata_set',
  'prefix.metadata_deleted',
)
