import { read } from '../../api/query.ts'

export const auditPath = '/portal/operator/audit'

/** What the last check of every promise has found. */
export const lastAudit = () => read(auditPath)
