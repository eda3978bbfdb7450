import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import { inOrder, type OrderKey } from '../../kernel/db/paging.ts'
import { nothing, query, type Query } from '../../kernel/db/query.ts'
import { addDays } from '../../kernel/time.ts'
import { uuidAt } from '../../kernel/uuid.ts'
import type { AuditRow } from './audit-log.store.ts'

/** The audit log of all companies, newest first. */

export interface NamedAuditRow extends AuditRow {
  readonly tenant_uuid: string | null
  readonly company: string | null
  readonly actor_name: string | null
}

export interface OperatorLogWish {
  readonly company: string | null
  readonly actions: readonly string[]
  readonly from: Date
  readonly to: Date
}

/** So many are counted and can be paged through; who looks for older ones says until when. */
const mostEntries = 10_000

/**
 * A company's come out of its own index. Those of all come out of the primary key, since deeds are named in the order
 * in which they are written: a day more on either side than asked for, because a name is made when the deed is done and
 * the deed counts from when it was begun.
 */
function matching({ company, actions, from, to }: OperatorLogWish): Query<unknown> {
  const whose =
    company === null
      ? query`e.deed_uuid >= ${uuidAt(addDays(from, -1))} and e.deed_uuid < ${uuidAt(addDays(to, 1))}`
      : query`e.tenant_uuid = ${company}`
  const done = actions.length === 0 ? nothing : query`and e.action = any(${textArray(actions)})`
  return query`from audit_entry e where e.happened_at >= ${from} and e.happened_at < ${to} and ${whose} ${done}`
}

const keysOf = ({ company }: OperatorLogWish): OrderKey[] => [
  ...(company === null ? [] : [{ by: query`e.happened_at`, descending: true }]),
  { by: query`e.deed_uuid`, descending: true },
  { by: query`e.nth`, descending: true, within: true },
]

/** With the names of who did it, and where. */
const named = (entries: Query<unknown>, order: Query<unknown>, more: Query<unknown> = nothing): Query<NamedAuditRow> =>
  query<NamedAuditRow>`
    select e.uuid, e.tenant_uuid, e.happened_at, e.actor_kind, e.actor_id, e.request_id, e.action, e.subject_kind,
      e.subject_uuid, e.data, t.title as company, coalesce(p.name, k.name) as actor_name ${more}
    from (select e.* ${entries}) e
    left join tenant t on t.uuid = e.tenant_uuid
    left join person p on p.uuid = case when e.actor_kind = 'user' then e.actor_id::uuid end
    left join app_key k on k.client_id = case when e.actor_kind = 'key' then e.actor_id end
    ${order}`

export async function listAllEntries(
  ctx: Context,
  wish: OperatorLogWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: NamedAuditRow[]; total: number }> {
  const order = inOrder(keysOf(wish))
  const most = Math.max(0, Math.min(wish.perPage, mostEntries - wish.offset))
  const entries = query`${matching(wish)} ${order} limit ${most} offset ${wish.offset}`
  const rows = await named(entries, order).planned(ctx)
  const [counted] = await query<{ total: number }>`
    select count(*) as total from (select ${matching(wish)} limit ${mostEntries}) counted`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}

export const allEntriesInBatches = (ctx: Context, wish: OperatorLogWish): AsyncGenerator<readonly NamedAuditRow[]> =>
  inBatches(keysOf(wish), ({ standing, beyond, order, most }) => {
    const entries = query`${matching(wish)} and ${beyond} ${order} limit ${most}`
    return named(entries, order, query`, ${standing} as standing`).planned(ctx) as Promise<(NamedAuditRow & Placed)[]>
  })
