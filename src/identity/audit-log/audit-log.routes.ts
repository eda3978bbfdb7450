import { column, type Columns } from '../../kernel/csv.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageQuery, PageOf, wholeQuery } from '../../kernel/db/paging.ts'
import { csvBeside } from '../../kernel/http/download.ts'
import { Answer, Int, ListOf, named, Nullable, Text, Type, UnixTime, Uuid } from '../../kernel/http/schema.ts'
import { showAuditLog, wholeAuditLog } from './audit-log.actions.ts'
import type { AuditRow } from './audit-log.store.ts'
import { allLogsWhole, showAllLogs } from './operator-log.actions.ts'
import type { NamedAuditRow } from './operator-log.store.ts'

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

const OperatorLogQuery = pageQuery({ perPage: 25, sortable: [], filters: { company: Type.Optional(Uuid), ...filters } })

/** As a line of a table; what was noted of it as JSON. */
const entryCsv: Columns<AuditRow> = {
  uuid: column.text(({ uuid }) => uuid),
  happened_at: column.time(({ happened_at }) => happened_at),
  actor_kind: column.text(({ actor_kind }) => actor_kind),
  actor_id: column.text(({ actor_id }) => actor_id),
  action: column.text(({ action }) => action),
  subject_kind: column.text(({ subject_kind }) => subject_kind),
  subject_uuid: column.text(({ subject_uuid }) => subject_uuid),
  data: column.text(({ data }) => JSON.stringify(data)),
  request_id: column.text(({ request_id }) => request_id),
}

const namedEntryCsv: Columns<NamedAuditRow> = {
  ...entryCsv,
  actor_name: column.text(({ actor_name }) => actor_name),
  company_uuid: column.text(({ tenant_uuid }) => tenant_uuid),
  company: column.text(({ company }) => company),
}

const log = endpoint({
  id: 'listAuditLog',
  route: 'GET /billing/v1/:tenantUUID/audit-log',
  tag: 'Company',
  summary: 'List what happened in the company',
  access: { by: 'token', scope: 'billing' },
  query: AuditLogQuery,
  answer: PageOf(AuditEntryAnswer),
  handle: (ctx, { query }) => showAuditLog(ctx, query),
})

const allLogs = endpoint({
  id: 'operatorListAuditLog',
  route: 'GET /portal/operator/audit-log',
  tag: 'Operator',
  summary: 'List what happened in all companies, and beside them',
  description:
    'The newest first: of the last 92 days unless filter[date_from] says otherwise. At most 10000 entries are counted and can be paged through.',
  access: { by: 'operator' },
  query: OperatorLogQuery,
  answer: PageOf(NamedEntryAnswer),
  handle: (ctx, { query }) => showAllLogs(ctx, query),
})

export const auditLogRoutes: readonly Endpoint[] = [
  log,
  csvBeside(log, {
    id: 'exportAuditLog',
    summary: 'Download what happened in the company as CSV',
    name: 'audit-log',
    query: wholeQuery(AuditLogQuery),
    columns: entryCsv,
    batches: wholeAuditLog,
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
  allLogs,
  csvBeside(allLogs, {
    id: 'operatorExportAuditLog',
    summary: 'Download what happened in all companies as CSV',
    name: 'audit-log',
    query: wholeQuery(OperatorLogQuery),
    columns: namedEntryCsv,
    batches: allLogsWhole,
  }),
]
