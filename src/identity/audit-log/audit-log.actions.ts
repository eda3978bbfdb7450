import { tenantOf, type Context } from '../../kernel/context.ts'
import { pageMeta, pageOf, sortKeys } from '../../kernel/db/paging.ts'
import { toUnix } from '../../kernel/time.ts'
import { listAuditEntries, type AuditRow } from './audit-log.store.ts'

interface AuditLogQuery {
  readonly page?: number
  readonly per_page?: number
  readonly sort?: string[]
  readonly filter?: { readonly action?: string[]; readonly date_from?: number; readonly date_to?: number }
}

export async function showAuditLog(ctx: Context, query: AuditLogQuery) {
  const page = pageOf(query, 25)
  const moment = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000))
  const { rows, total } = await listAuditEntries(ctx, {
    tenant: tenantOf(ctx),
    actions: query.filter?.action ?? [],
    from: moment(query.filter?.date_from),
    to: moment(query.filter?.date_to),
    sort: sortKeys(query.sort, ['happened_at'], '-happened_at'),
    ...page,
  })
  return { data: rows.map(entryAnswer), meta: pageMeta(page, rows.length, total) }
}

export function entryAnswer(row: AuditRow) {
  return {
    uuid: row.uuid,
    happened_at: toUnix(row.happened_at) ?? 0,
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    subject: { kind: row.subject_kind, uuid: row.subject_uuid },
    data: row.data as Record<string, unknown>,
    request_id: row.request_id,
  }
}
