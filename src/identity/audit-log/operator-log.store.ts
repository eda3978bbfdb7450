import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { nothing, query } from '../../kernel/db/query.ts'
import { addDays } from '../../kernel/time.ts'
import { uuidAt } from '../../kernel/uuid.ts'
import type { AuditRow } from './audit-log.store.ts'

/** The audit log of all companies, newest first. */

export interface NamedAuditRow extends AuditRow {
  readonly tenant_uuid: string | null
  readonly company: string | null
  readonly actor_name: string | null
}

interface OperatorLogQuery {
  readonly company: string | null
  readonly actions: readonly string[]
  readonly from: Date
  readonly to: Date
  readonly perPage: number
  readonly offset: number
}

/** So many are counted and can be paged through; who looks for older ones says until when. */
const mostEntries = 10_000

/**
 * A company's come out of its own index. Those of all come out of the primary key, since entries are named in the order
 * in which they are written: a day more on either side than asked for, because a name is made when the deed is done and
 * the deed counts from when it was begun.
 */
export async function listAllEntries(
  ctx: Context,
  { company, actions, from, to, perPage, offset }: OperatorLogQuery,
): Promise<{ rows: NamedAuditRow[]; total: number }> {
  const whose =
    company === null
      ? query`uuid >= ${uuidAt(addDays(from, -1))} and uuid < ${uuidAt(addDays(to, 1))}`
      : query`tenant_uuid = ${company}`
  const done = actions.length === 0 ? nothing : query`and action = any(${textArray(actions)})`
  const order = company === null ? query`uuid desc` : query`happened_at desc, uuid desc`
  const outer = company === null ? query`e.uuid desc` : query`e.happened_at desc, e.uuid desc`
  const matching = query`from audit_entry where happened_at >= ${from} and happened_at < ${to} and ${whose} ${done}`
  const rows = await query<NamedAuditRow>`
    select e.*, t.title as company, coalesce(p.name, k.name) as actor_name from (
      select uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data
      ${matching} order by ${order} limit ${Math.max(0, Math.min(perPage, mostEntries - offset))} offset ${offset}) e
    left join tenant t on t.uuid = e.tenant_uuid
    left join person p on p.uuid = case when e.actor_kind = 'user' then e.actor_id::uuid end
    left join app_key k on k.client_id = case when e.actor_kind = 'key' then e.actor_id end
    order by ${outer}`.planned(ctx)
  const [counted] = await query<{ total: number }>`
    select count(*) as total from (select ${matching} limit ${mostEntries}) counted`.planned(ctx)
  return { rows, total: counted?.total ?? 0 }
}
