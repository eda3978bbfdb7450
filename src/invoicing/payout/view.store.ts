import { sql, type RawBuilder } from 'kysely'
import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import { payoutColumns, type Payout } from './payout.store.ts'
import type { PayoutStatus } from './payout.states.ts'

/** What is shown of payouts and earnings. */

type PayoutSort = 'created_at' | 'month' | 'amount'

interface PayoutQuery {
  /** Null: of every holder, for operators. */
  readonly tenant: string | null
  readonly status: readonly PayoutStatus[]
  readonly sort: readonly SortKey<PayoutSort>[]
  readonly perPage: number
  readonly offset: number
}

export interface ListedPayout extends Payout {
  readonly holder: string
}

const columnOf = { created_at: sql.ref('p.created_at'), month: sql.ref('p.month'), amount: sql.ref('p.amount_minor') }

export async function listPayouts(
  ctx: Context,
  { tenant, status, sort, perPage, offset }: PayoutQuery,
): Promise<{ rows: ListedPayout[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [
    sql`true`,
    ...(tenant === null ? [] : [sql`p.tenant_uuid = ${tenant}`]),
    ...(status.length === 0 ? [] : [sql`p.status = any(${textArray(status)})`]),
  ]
  const matching = sql`from payout p where ${sql.join(conditions, sql` and `)}`
  const way = ({ field, descending }: SortKey<PayoutSort>) =>
    sql`${columnOf[field]} ${descending ? sql`desc` : sql`asc`}`
  const lastKey = sql`p.uuid ${sort.at(-1)?.descending === false ? sql`asc` : sql`desc`}`
  const order = sql.join([...sort.map(way), lastKey])
  const page = await sql<ListedPayout>`
    select ${payoutColumns}, t.title as holder
    from (select p.* ${matching} order by ${order} limit ${perPage} offset ${offset}) p
    join tenant t on t.uuid = p.tenant_uuid order by ${order}`.execute(ctx.db)
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(ctx.db)
  return { rows: page.rows, total: rows[0]?.total ?? 0 }
}

export async function findPayout(ctx: Context, tenant: string, uuid: string): Promise<Payout | undefined> {
  const { rows } = await sql<Payout>`
    select ${payoutColumns} from payout p where p.uuid = ${uuid} and p.tenant_uuid = ${tenant}`.execute(ctx.db)
  return rows[0]
}

/** What one lease brought. */
export interface LeaseEarning {
  readonly subject_uuid: string
  readonly name: string
  readonly earnings: number
  readonly gross_minor: number
  readonly commission_minor: number
}

/** By name, which is the block. */
export async function earningsOf(
  ctx: Context,
  payout: string,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: LeaseEarning[]; total: number }> {
  const { rows } = await sql<LeaseEarning>`
    select subject_uuid, min(name) as name, count(*)::integer as earnings, sum(gross_minor)::bigint as gross_minor,
      sum(commission_minor)::bigint as commission_minor
    from earning where payout_uuid = ${payout} group by subject_uuid
    order by min(name), subject_uuid limit ${perPage} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    select count(distinct subject_uuid) as total from earning where payout_uuid = ${payout}`.execute(ctx.db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export interface PayoutTotals {
  readonly gross: number
  readonly commission: number
  readonly paid: number
  readonly pending: number
  readonly unpaid: number
}

/** What has been paid out is added up from the payouts, so that only what has not is read earning by earning. */
export async function payoutTotals(ctx: Context, tenant: string): Promise<PayoutTotals> {
  const { rows } = await sql<PayoutTotals>`
    select (p.gross + e.gross)::bigint as gross, (p.commission + e.commission)::bigint as commission,
      p.paid::bigint as paid, p.pending::bigint as pending, (e.gross - e.commission)::bigint as unpaid
    from (
      select coalesce(sum(gross_minor), 0) as gross, coalesce(sum(commission_minor), 0) as commission,
        coalesce(sum(amount_minor) filter (where status = 'paid'), 0) as paid,
        coalesce(sum(amount_minor) filter (where status = 'pending'), 0) as pending
      from payout where tenant_uuid = ${tenant}
    ) p, (
      select coalesce(sum(gross_minor), 0) as gross, coalesce(sum(commission_minor), 0) as commission
      from earning where tenant_uuid = ${tenant} and payout_uuid is null
    ) e`.execute(ctx.db)
  return rows[0] ?? { gross: 0, commission: 0, paid: 0, pending: 0, unpaid: 0 }
}

export interface MonthEarned {
  readonly month: string
  readonly gross: number
  readonly commission: number
}

/** From the first moment of a month on; months without earnings are not among them. */
export async function earnedByMonth(ctx: Context, tenant: string, from: Date): Promise<MonthEarned[]> {
  const { rows } = await sql<MonthEarned>`
    select to_char(earned_at at time zone 'UTC', 'YYYY-MM') as month, sum(gross_minor)::bigint as gross,
      sum(commission_minor)::bigint as commission
    from earning where tenant_uuid = ${tenant} and earned_at >= ${from} group by 1`.execute(ctx.db)
  return rows
}
