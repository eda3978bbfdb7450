import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { totalOrder, type OrderKey, type SortKey } from '../../kernel/db/paging.ts'
import { all, query, type Query } from '../../kernel/db/query.ts'
import { payoutColumns, type Payout } from './payout.store.ts'
import type { PayoutStatus } from './payout.states.ts'

/** What is shown of payouts and earnings. */

type PayoutSort = 'created_at' | 'month' | 'amount'

interface PayoutWish {
  /** Null: of every holder, for operators. */
  readonly tenant: string | null
  readonly status: readonly PayoutStatus[]
  readonly sort: readonly SortKey<PayoutSort>[]
}

export interface ListedPayout extends Payout {
  readonly holder: string
}

const columns = { created_at: query`p.created_at`, month: query`p.month`, amount: query`p.amount_minor` }

const keysOf = ({ sort }: PayoutWish): OrderKey[] => totalOrder(sort, columns, query`p.uuid`)

const matching = ({ tenant, status }: PayoutWish): Query<unknown> =>
  query`from payout p where ${all([
    ...(tenant === null ? [] : [query`p.tenant_uuid = ${tenant}`]),
    ...(status.length === 0 ? [] : [query`p.status = any(${textArray(status)})`]),
  ])}`

export async function listPayouts(
  ctx: Context,
  wish: PayoutWish & { readonly perPage: number; readonly offset: number },
): Promise<{ rows: ListedPayout[]; total: number }> {
  return pageOfList(ctx, wish, {
    keys: keysOf(wish),
    total: counted(query<{ total: number }>`select count(*) as total ${matching(wish)}`),
    rows: (asked, { order, most, skip }) =>
      query<ListedPayout>`
        select ${payoutColumns}, t.title as holder
        from (select p.* ${matching(wish)} ${order} limit ${most} offset ${skip}) p
        join tenant t on t.uuid = p.tenant_uuid ${order}`.planned(asked),
  })
}

export const payoutsInBatches = (ctx: Context, wish: PayoutWish): AsyncGenerator<readonly ListedPayout[]> =>
  inBatches(keysOf(wish), ({ standing, beyond, order, most }) =>
    query<ListedPayout & Placed>`
      select ${payoutColumns}, t.title as holder, ${standing} as standing
      from (select p.* ${matching(wish)} and ${beyond} ${order} limit ${most}) p
      join tenant t on t.uuid = p.tenant_uuid ${order}`.planned(ctx),
  )

export async function findPayout(ctx: Context, tenant: string, uuid: string): Promise<Payout | undefined> {
  return query<Payout>`
    select ${payoutColumns} from payout p where p.uuid = ${uuid} and p.tenant_uuid = ${tenant}`.one(ctx)
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
  const rows = await query<LeaseEarning>`
    select subject_uuid, min(name) as name, count(*)::integer as earnings, sum(gross_minor)::bigint as gross_minor,
      sum(commission_minor)::bigint as commission_minor
    from earning where payout_uuid = ${payout} group by subject_uuid
    order by min(name), subject_uuid limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`
    select count(distinct subject_uuid) as total from earning where payout_uuid = ${payout}`.only(ctx)
  return { rows, total }
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
  return query<PayoutTotals>`
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
    ) e`.only(ctx)
}

export interface MonthEarned {
  readonly month: string
  readonly gross: number
  readonly commission: number
}

/** From the first moment of a month on; months without earnings are not among them. */
export async function earnedByMonth(ctx: Context, tenant: string, from: Date): Promise<MonthEarned[]> {
  return query<MonthEarned>`
    select to_char(earned_at at time zone 'UTC', 'YYYY-MM') as month, sum(gross_minor)::bigint as gross,
      sum(commission_minor)::bigint as commission
    from earning where tenant_uuid = ${tenant} and earned_at >= ${from} group by 1`.rows(ctx)
}
