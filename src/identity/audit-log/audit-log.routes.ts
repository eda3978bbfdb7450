import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageQuery, PageOf } from '../../kernel/db/paging.ts'
import { Answer, Int, ListOf, named, Nullable, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { showAuditLog } from './audit-log.actions.ts'
import { showAllLogs } from './operator-log.actions.ts'

/** What happened in a company and who did it: for its own programs and for its people. */

const entry = {
  uuid: Uuid,
  happened_at: UnixTime,
  actor: Answer({ kind: Type.String({ description: 'key, user or system' }), id: Type.String() }),
  action: Type.String({ examples: ['app_key.created'] }),
  subject: named('AuditSubject', { kind: Type.String(), uuid: Nullable(Uuid) }),
  data: Type.Record(Type.Unknown()),
  request_id: Type.String(),
}

const AuditEntryAnswer = named('AuditEntry', entry)

const NamedEntryAnswer = named('OperatorAuditEntry', {
  ...entry,
  company: Nullable(Answer({ uuid: Uuid, title: Type.String() }, 'Whose log shows it; null: nobody’s but this one.')),
  actor: Answer({
    kind: Type.String({ description: 'key, user or system' }),
    id: Type.String(),
    name: Nullable(Type.String({ description: 'Of the person or of the app key.' })),
  }),
})

const latest = 253_402_300_799

const filters = {
  action: Type.Optional(ListOf(Text(64), 50)),
  date_from: Type.Optional(Int(0, latest, { description: 'Unix seconds, inclusive.' })),
  date_to: Type.Optional(Int(0, latest, { description: 'Unix seconds, exclusive.' })),
}

const AuditLogQuery = pageQuery({ perPage: 25, sortable: ['happened_at'], filters })

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
  endpoint({
    id: 'operatorListAuditLog',
    route: 'GET /portal/operator/audit-log',
    tag: 'Operator',
    summary: 'List what happened in all companies, and beside them',
    description:
      'The newest first: of the last 92 days unless filter[date_from] says otherwise. At most 10000 entries are counted and can be paged through.',
    access: { by: 'operator' },
    query: pageQuery({ perPage: 25, sortable: [], filters: { company: Type.Optional(Uuid), ...filters } }),
    answer: PageOf(NamedEntryAnswer),
    handle: (ctx, { query }) => showAllLogs(ctx, query),
  }),
]
