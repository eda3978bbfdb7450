import { sql, type RawBuilder } from 'kysely'
import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
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
  const conditions: RawBuilder<unknown>[] = [
    sql`happened_at >= ${from} and happened_at < ${to}`,
    company === null
      ? sql`uuid >= ${uuidAt(addDays(from, -1))} and uuid < ${uuidAt(addDays(to, 1))}`
      : sql`tenant_uuid = ${company}`,
    ...(actions.length === 0 ? [] : [sql`action = any(${textArray(actions)})`]),
  ]
  const order = company === null ? sql`uuid desc` : sql`happened_at desc, uuid desc`
  const matching = sql`from audit_entry where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<NamedAuditRow>`
    select e.*, t.title as company, coalesce(p.name, k.name) as actor_name from (
      select uuid, tenant_uuid, happened_at, actor_kind, actor_id, request_id, action, subject_kind, subject_uuid, data
      ${matching} order by ${order} limit ${Math.max(0, Math.min(perPage, mostEntries - offset))} offset ${offset}) e
    left join tenant t on t.uuid = e.tenant_uuid
    left join person p on p.uuid = case when e.actor_kind = 'user' then e.actor_id::uuid end
    left join app_key k on k.client_id = case when e.actor_kind = 'key' then e.actor_id end
    order by ${company === null ? sql`e.uuid desc` : sql`e.happened_at desc, e.uuid desc`}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select ${matching} limit ${mostEntries}) counted`.execute(ctx.db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
