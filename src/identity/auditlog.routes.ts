import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { pageQuery, PageOf } from '../kernel/paging.ts'
import { Answer, Int, ListOf, Nullable, Text, Type, UnixTime, Uuid } from '../kernel/schema.ts'
import { showAuditLog } from './auditlog.actions.ts'

/** What happened in a company and who did it: for its own programs and for its people. */

const AuditEntryAnswer = Answer({
  uuid: Uuid,
  happened_at: UnixTime,
  actor: Answer({ kind: Type.String({ description: 'key, user or system' }), id: Type.String() }),
  action: Type.String({ examples: ['app_key.created'] }),
  subject: Answer({ kind: Type.String(), uuid: Nullable(Uuid) }),
  data: Type.Record(Type.Unknown()),
  request_id: Type.String(),
})

const latest = 253_402_300_799

const AuditLogQuery = pageQuery({
  perPage: 25,
  sortable: ['happened_at'],
  filters: {
    action: Type.Optional(ListOf(Text(64), 50)),
    date_from: Type.Optional(Int(0, latest, { description: 'Unix seconds, inclusive.' })),
    date_to: Type.Optional(Int(0, latest, { description: 'Unix seconds, exclusive.' })),
  },
})

export const auditLogRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listAuditLog',
    route: 'GET /billing/v1/:tenantUUID/audit-log',
    tag: 'Company',
    summary: 'List what happened in the company',
    access: { by: 'token', scope: 'billing' },
    query: AuditLogQuery,
    answer: PageOf(AuditEntryAnswer),
    handle: (ctx, { query }) => showAuditLog(ctx, query),
  }),
  endpoint({
    id: 'portalListAuditLog',
    route: 'GET /portal/companies/:tenantUUID/audit-log',
    tag: 'Portal',
    summary: 'List what happened in the company',
    access: { by: 'member', role: 'viewer' },
    query: AuditLogQuery,
    answer: PageOf(AuditEntryAnswer),
    handle: (ctx, { query }) => showAuditLog(ctx, query),
  }),
]
