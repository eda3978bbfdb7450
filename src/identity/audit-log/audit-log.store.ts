import type { Context } from '../../kernel/context.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'

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

const orders = { asc: query`happened_at asc, uuid asc`, desc: query`happened_at desc, uuid desc` }

/** A filter that is null does not filter; the total comes along, also with an empty page. */
export async function listAuditEntries(
  ctx: Context,
  { tenant, actions, from, to, sort, perPage, offset }: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  const order = orders[sort[0]?.descending === false ? 'asc' : 'desc']
  const wanted = actions.length > 0 ? actions : null
  const matching = query`audit_entry where tenant_uuid = ${tenant}
    and (${wanted}::text[] is null or action = any(${wanted}))
    and (${from}::timestamptz is null or happened_at >= ${from})
    and (${to}::timestamptz is null or happened_at < ${to})`
  const rows = await query<CountedRow>`
    select counted.total, page.* from (select count(*) as total from ${matching}) counted left join lateral (
      select uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data
      from ${matching} order by ${order} limit ${perPage} offset ${offset}) page on true
    order by ${order}`.rows(ctx)
  return { rows: rows.filter((row) => row.uuid !== null), total: rows[0]?.total ?? 0 }
}
