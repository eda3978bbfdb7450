import type { Context } from '../../kernel/context.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import { inOrder, type OrderKey } from '../../kernel/db/paging.ts'
import { query, type Query } from '../../kernel/db/query.ts'

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

export interface AuditWish {
  readonly tenant: string
  readonly actions: readonly string[]
  readonly from: Date | null
  readonly to: Date | null
  readonly descending: boolean
}

interface CountedRow extends AuditRow {
  readonly total: number
}

/** A filter that is null does not filter. */
function matching({ tenant, actions, from, to }: AuditWish): Query<unknown> {
  const wanted = actions.length > 0 ? actions : null
  return query`audit_entry where tenant_uuid = ${tenant}
    and (${wanted}::text[] is null or action = any(${wanted}))
    and (${from}::timestamptz is null or happened_at >= ${from})
    and (${to}::timestamptz is null or happened_at < ${to})`
}

const shown = query`uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data`

const byTime = ({ descending }: AuditWish): OrderKey[] =>
  [query`happened_at`, query`uuid`].map((by) => ({ by, descending }))

/** The total comes along, also with an empty page. */
export async function listAuditEntries(
  ctx: Context,
  wish: AuditWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const order = inOrder(byTime(wish))
  const rows = await query<CountedRow>`
    select counted.total, page.* from (select count(*) as total from ${matching(wish)}) counted left join lateral (
      select ${shown} from ${matching(wish)} ${order} limit ${wish.perPage} offset ${wish.offset}) page on true
    ${order}`.rows(ctx)
  return { rows: rows.filter((row) => row.uuid !== null), total: rows[0]?.total ?? 0 }
}

export const auditEntriesInBatches = (ctx: Context, wish: AuditWish): AsyncGenerator<readonly AuditRow[]> =>
  inBatches(byTime(wish), ({ standing, beyond, order, most }) =>
    query<AuditRow & Placed>`
      select ${shown}, ${standing} as standing from ${matching(wish)} and ${beyond} ${order} limit ${most}`.planned(
      ctx,
    ),
  )
