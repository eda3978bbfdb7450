import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import type { SortKey } from '../../kernel/db/paging.ts'

export interface AuditRow {
  readonly uuid: string
  readonly happened_at: Date
  readonly actor_kind: string
  readonly actor_id: string
  readonly request_id: string
  readonly action: string
  readonly subject_kind: string
  readonly subject_uuid: string | null
  readonly data: unknown
}

interface AuditQuery {
  readonly tenant: string
  readonly actions: readonly string[]
  readonly from: Date | null
  readonly to: Date | null
  readonly sort: readonly SortKey<'happened_at'>[]
  readonly perPage: number
  readonly offset: number
}

interface CountedRow extends AuditRow {
  readonly total: number
}

/** Prepared once per direction. A filter that is null does not filter; the total comes along, also with an empty page. */
const pageIn = (direction: 'asc' | 'desc') =>
  hot<CountedRow>(`audit_log_${direction}`, (db) => {
    const order = sql.raw(direction)
    const matching = sql`audit_entry where tenant_uuid = $1 and ($2::text[] is null or action = any($2))
      and ($3::timestamptz is null or happened_at >= $3) and ($4::timestamptz is null or happened_at < $4)`
    return sql<CountedRow>`
      select counted.total, page.* from (select count(*) as total from ${matching}) counted left join lateral (
        select uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data
        from ${matching} order by happened_at ${order}, uuid ${order} limit $5 offset $6) page on true
      order by happened_at ${order}, uuid ${order}`.compile(db)
  })

const pages = { asc: pageIn('asc'), desc: pageIn('desc') }

export async function listAuditEntries(ctx: Context, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const direction = query.sort[0]?.descending === false ? 'asc' : 'desc'
  const actions = query.actions.length > 0 ? query.actions : null
  const rows = await pages[direction](ctx, query.tenant, actions, query.from, query.to, query.perPage, query.offset)
  return { rows: rows.filter((row) => row.uuid !== null), total: rows[0]?.total ?? 0 }
}
