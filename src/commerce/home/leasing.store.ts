import type { Context } from '../../kernel/context.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import { standingOf, type Standing } from '../../prefixes/index.ts'

/** What a company leases, in figures, and what of it renews next. */

interface LeasingFigures {
  readonly active: number
  readonly suspended: number
  /** What the leases that run cost a month. */
  readonly rate_minor: number
  /** In the cart. */
  readonly blocks: number
  readonly letters: number
  readonly cart_minor: number
  readonly cart_at: Date | null
  readonly unpaid: number
  readonly unpaid_minor: number
  /** Whether it has ever leased or asked for anything. */
  readonly any: boolean
}

export function leasingFigures(ctx: Context, tenant: string): Promise<LeasingFigures> {
  return query<LeasingFigures>`
    select tally.*, cart.blocks, lines.letters, (cart.minor + lines.minor)::bigint as cart_minor,
      least(cart.at, lines.at) as cart_at, owed.unpaid, owed.minor as unpaid_minor,
      exists (select from lease where tenant_uuid = ${tenant})
        or exists (select from reservation where tenant_uuid = ${tenant}) or lines.letters > 0 as any
    from (
      select coalesce(sum(leases) filter (where status = 'active'), 0)::bigint as active,
        coalesce(sum(leases) filter (where status = 'suspended'), 0)::bigint as suspended,
        coalesce(sum(rate_minor) filter (where status <> 'terminated'), 0)::bigint as rate_minor
      from lease_tally where tenant_uuid = ${tenant}
    ) tally, (
      select count(*) as blocks, coalesce(sum(r.price_minor), 0) as minor, min(a.until) as at
      from allocation a join reservation r on r.allocation_uuid = a.uuid
      where a.tenant_uuid = ${tenant} and a.status = 'held' and a.until > ${ctx.now} and r.status = 'accepted'
    ) cart, (
      select coalesce(sum(cardinality(subnets)), 0)::bigint as letters, coalesce(sum(price_minor), 0) as minor,
        min(until) as at
      from letter_line where tenant_uuid = ${tenant} and claimed_by is null and until > ${ctx.now}
    ) lines, (
      select count(*) as unpaid, coalesce(sum(total_minor - paid_minor), 0)::bigint as minor
      from invoice where tenant_uuid = ${tenant} and status = 'unpaid'
    ) owed`.only(ctx)
}

/** A month later on the anchor day, as `periodAfter` has it: 31 means the last day of shorter months. */
const monthAfter = (at: Query<unknown>) => query`(
  select (m.first + (least(s.anchor_day, extract(day from m.first + interval '1 month' - interval '1 day')) - 1)
    * interval '1 day' + (m.given - date_trunc('day', m.given))) at time zone 'UTC'
  from (select g.given, date_trunc('month', g.given) + interval '1 month' as first
    from (select ${at} at time zone 'UTC' as given) g) m)`

/**
 * Leases that renew in a span, as often as they do: twice around a short month. Nothing renews that would run past what
 * has been given notice of.
 */
const renewing = (ctx: Context, tenant: string, until: Date) => query`(
  select l.uuid, l.block, s.price_minor, r.at
  from lease_term t
  cross join lateral (select * from lease where uuid = t.uuid offset 0) l
  cross join lateral (select * from subscription where uuid = l.subscription_uuid offset 0) s
  cross join lateral (select t.next_due_at as at, ${monthAfter(query`t.next_due_at`)} as after) one
  cross join lateral (
    select one.at, one.after union all select one.after, ${monthAfter(query`one.after`)} where one.after <= ${until}
  ) r
  where t.tenant_uuid = ${tenant} and coalesce(t.next_due_at, 'infinity') > ${ctx.now}
    and coalesce(t.next_due_at, 'infinity') <= ${until} and l.status <> 'terminated' and s.status <> 'terminated'
    and r.after <= least(coalesce(s.expires_at, 'infinity'), coalesce(l.expires_at, 'infinity'))) due`

interface ComingRenewal {
  readonly uuid: string
  readonly block: string
  readonly price_minor: number
  readonly at: Date
  readonly standing: Standing
}

/** The first of them, and what all of them cost before tax. */
export async function renewalsUntil(ctx: Context, tenant: string, until: Date, most: number) {
  const span = renewing(ctx, tenant, until)
  const [next, all] = await Promise.all([
    query<ComingRenewal>`
      select due.*, ${standingOf(query`due.block`)} as standing
      from (select * from ${span} order by due.at, due.block limit ${most}) due order by due.at, due.block`.rows(ctx),
    query<{ count: number; minor: number }>`
      select count(*) as count, coalesce(sum(due.price_minor), 0)::bigint as minor from ${span}`.only(ctx),
  ])
  return { next, ...all }
}
