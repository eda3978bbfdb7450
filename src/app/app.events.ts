import { auditActions } from '../kernel/audit-action.ts'

/** What the audit log calls what is no move of a state. */
export const appAudit = auditActions('promises.checked')
