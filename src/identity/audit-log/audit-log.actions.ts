import { tenantOf, type Context } from '../../kernel/context.ts'
import { pageMeta, pageOf, sortKeys } from '../../kernel/db/paging.ts'
import { toUnix } from '../../kernel/time.ts'
import { auditEntriesInBatches, listAuditEntries, type AuditRow, type AuditWish } from './audit-log.store.ts'

interface AuditLogQuery {
  readonly sort?: string[]
  readonly filter?: { readonly action?: string[]; readonly date_from?: number; readonly date_to?: number }
}

const moment = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000))

/** What the list and the file are of alike. */
const wishOf = (ctx: Context, { filter, sort }: AuditLogQuery): AuditWish => ({
  tenant: tenantOf(ctx),
  actions: filter?.action ?? [],
  from: moment(filter?.date_from),
  to: moment(filter?.date_to),
  descending: sortKeys(sort, ['happened_at'], '-happened_at')[0]?.descending ?? true,
})

export async function showAuditLog(
  ctx: Context,
  query: AuditLogQuery & { readonly page?: number; readonly per_page?: number },
) {
  const page = pageOf(query, 25)
  const { rows, total } = await listAuditEntries(ctx, { ...wishOf(ctx, query), ...page })
  return { data: rows.map(entryAnswer), meta: pageMeta(page, rows.length, total) }
}

export const wholeAuditLog = (ctx: Context, query: AuditLogQuery) => auditEntriesInBatches(ctx, wishOf(ctx, query))

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
