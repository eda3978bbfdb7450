import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { OfferTable } from '../../kernel/db/rows.gen.ts'
import type { MonthMoves } from './statistics.rules.ts'

/** What began and ended of a holder's proven offers and of its leases, by month from the first of these on. */
export function movesByMonth(ctx: Context, holder: string, from: Date): Promise<MonthMoves[]> {
  return query<MonthMoves>`
    select case when at >= ${from} then to_char(at at time zone 'UTC', 'YYYY-MM') else '' end as month,
      sum(listed)::bigint as listed, sum(used)::bigint as used, sum(rate)::bigint as rate_minor,
      count(*) filter (where used > 0) as started, count(*) filter (where used < 0) as ended
    from (
      select at, sign * 2 ^ (32 - masklen(block)) as listed, 0 as used, 0 as rate
      from offer, lateral (values (created_at, 1), (terminated_at, -1)) moved (at, sign) where tenant_uuid = ${holder}
        and uuid in (select offer_uuid from ownership_proof where tenant_uuid = ${holder} and status = 'passed')
      union all
      select at, 0, sign * 2 ^ (32 - length), sign * price_minor
      from lease, lateral (values (created_at, 1), (ended_at, -1)) moved (at, sign) where holder_uuid = ${holder}
    ) moved where at is not null group by 1`.rows(ctx)
}

export type TopOffer = Pick<
  OfferTable,
  'uuid' | 'block' | 'status' | 'used_addresses' | 'run_rate_minor' | 'live_leases'
>

export interface HolderNow {
  readonly offers: number
  readonly leases: number
  readonly listed: number
  readonly used: number
  readonly rate_minor: number
  /** Those that earn most. */
  readonly top: readonly TopOffer[]
}

/** The whole market as it stands, by what companies' leases and proven offers are tallied by. */
interface MarketNow {
  readonly leases: number
  readonly rate_minor: number
  readonly fee_minor: number
  readonly listed: number
  readonly used: number
}

export function marketNow(ctx: Context): Promise<MarketNow> {
  return query<MarketNow>`
    select leases, rate_minor, fee_minor, listed, used from (
      select coalesce(sum(leases), 0)::bigint as leases, coalesce(sum(rate_minor), 0)::bigint as rate_minor,
        coalesce(sum(fee_minor), 0)::bigint as fee_minor, coalesce(sum(leases * 2 ^ (32 - length)), 0)::bigint as used
      from lease_tally where status <> 'terminated'
    ) let, (select coalesce(sum(2 ^ (32 - masklen(block))), 0)::bigint as listed from offer where proven) shown`.only(
    ctx,
  )
}

/** As the offers count it themselves. */
export async function holderNow(ctx: Context, holder: string, most: number): Promise<HolderNow> {
  const [row] = await query<HolderNow>`
    with own as (select * from offer where tenant_uuid = ${holder} and proven)
    select count(*) as offers, coalesce(sum(live_leases), 0)::bigint as leases,
      coalesce(sum(2 ^ (32 - masklen(block))), 0)::bigint as listed,
      coalesce(sum(used_addresses), 0)::bigint as used, coalesce(sum(run_rate_minor), 0)::bigint as rate_minor,
      coalesce((select json_agg(best) from (select uuid, block, status, used_addresses, run_rate_minor, live_leases
        from own order by run_rate_minor desc, uuid limit ${most}) best), '[]') as top
    from own`.rows(ctx)
  if (!row) throw new Error('an aggregate has one row')
  return row
}
