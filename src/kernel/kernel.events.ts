import { auditActions } from './audit-action.ts'
import { Type, Uuid } from './http/schema.ts'
import { events } from './work/event-table.ts'

export const kernelEvents = events({
  'mail.failed': [
    'A mail was tried five times and not handed over; it is tried further.',
    Type.Object({ uuid: Uuid, reason: Type.String() }),
  ],
})

/** What the audit log calls what is no move of a state. */
export const kernelAudit = auditActions('clock.advanced', 'secret_key.replaced', 'secret_key.forgotten')
