import type { Context } from '../../kernel/context.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import type { OrderKey } from '../../kernel/db/paging.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'

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

/** A filter that is null does not filter. */
const timely = ({ tenant, from, to }: AuditWish): Query<unknown> =>
  query`tenant_uuid = ${tenant}
    and (${from}::timestamptz is null or happened_at >= ${from})
    and (${to}::timestamptz is null or happened_at < ${to})`

function matching(wish: AuditWish): Query<unknown> {
  const wanted = wish.actions.length > 0 ? wish.actions : null
  return query`${timely(wish)} and (${wanted}::text[] is null or action = any(${wanted}))`
}

const shown = query`uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data`

/** The entries of a deed stand together. */
const byTime = ({ descending }: AuditWish): OrderKey[] => [
  { by: query`happened_at`, descending },
  { by: query`deed_uuid`, descending },
  { by: query`nth`, descending, within: true },
]

/** Of every action they are counted by deeds, of which each knows how many it holds. */
const countOf =
  (wish: AuditWish) =>
  (came: Query<unknown>): Query<{ total: number }> =>
    wish.actions.length > 0
      ? query<{ total: number }>`select count(*) as total from audit_entry where ${matching(wish)} and ${came}`
      : query<{ total: number }>`
          select coalesce(sum(entries), 0)::bigint as total from audit_deed where ${timely(wish)} and ${came}`

export async function listAuditEntries(
  ctx: Context,
  wish: AuditWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { tenant, actions, from, to } = wish
  const count = countOf(wish)
  const whole = actions.length === 0 && from === null && to === null
  return pageOfList(ctx, wish, {
    keys: byTime(wish),
    total: whole
      ? (asked) => settledTotal(asked, { list: `audit ${tenant}`, cameAt: query`happened_at`, count })
      : counted(count(query`true`)),
    rows: (asked, { order, most, skip }) =>
      query<AuditRow>`
        select ${shown} from audit_entry where ${matching(wish)} ${order} limit ${most} offset ${skip}`.rows(asked),
  })
}

export const auditEntriesInBatches = (ctx: Context, wish: AuditWish): AsyncGenerator<readonly AuditRow[]> =>
  inBatches(byTime(wish), ({ standing, beyond, order, most }) =>
    query<AuditRow & Placed>`
      select ${shown}, ${standing} as standing from audit_entry where ${matching(wish)} and ${beyond}
      ${order} limit ${most}`.planned(ctx),
  )
