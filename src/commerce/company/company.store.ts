import type { Context } from '../../kernel/context.ts'
import type { InvoiceTable, LeaseTable, OfferTable, PayoutTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

/** One company as operators see it at first: figures, and the newest few of each of its lists. */

interface CompanyFigures {
  readonly leases: number
  readonly running: number
  /** What the leases that run cost a month. */
  readonly rate_minor: number
  readonly offers: number
  /** Those that are not withdrawn. */
  readonly listed: number
  readonly invoices: number
  readonly unpaid: number
  readonly unpaid_minor: number
  readonly payouts: number
  /** Earned, and in no payout yet. */
  readonly earned_minor: number
  /** In payouts that were not sent yet. */
  readonly pending_minor: number
  readonly credits_minor: number
  readonly held_minor: number
}

/** Nothing where there is no such company. */
export function companyFigures(ctx: Context, tenant: string): Promise<CompanyFigures | undefined> {
  return query<CompanyFigures>`
    select tally.*, listed.*, billed.*, paid.*, earned.*, coalesce(c.total_minor, 0)::bigint as credits_minor,
      coalesce(c.held_minor, 0)::bigint as held_minor
    from tenant t left join credit_account c on c.tenant_uuid = t.uuid, (
      select coalesce(sum(leases), 0)::bigint as leases,
        coalesce(sum(leases) filter (where status <> 'terminated'), 0)::bigint as running,
        coalesce(sum(rate_minor) filter (where status <> 'terminated'), 0)::bigint as rate_minor
      from lease_tally where tenant_uuid = ${tenant}
    ) tally, (
      select count(*) as offers, count(*) filter (where status <> 'object_terminated') as listed
      from offer where tenant_uuid = ${tenant}
    ) listed, (
      select count(*) as invoices, count(*) filter (where status = 'unpaid') as unpaid,
        coalesce(sum(total_minor - paid_minor) filter (where status = 'unpaid'), 0)::bigint as unpaid_minor
      from invoice where tenant_uuid = ${tenant} and status <> 'draft'
    ) billed, (
      select count(*) as payouts,
        coalesce(sum(amount_minor + tax_minor) filter (where status = 'pending'), 0)::bigint as pending_minor
      from payout where tenant_uuid = ${tenant}
    ) paid, (
      select coalesce(sum(gross_minor - commission_minor), 0)::bigint as earned_minor
      from earning where tenant_uuid = ${tenant} and payout_uuid is null
    ) earned
    where t.uuid = ${tenant}`.one(ctx)
}

type NewestLease = Pick<LeaseTable, 'uuid' | 'block' | 'status' | 'price_minor' | 'created_at'> & {
  readonly next_due_at: Date | null
}

export function newestLeases(ctx: Context, tenant: string, most: number): Promise<NewestLease[]> {
  return query<NewestLease>`
    select l.uuid, l.block, l.status, l.price_minor, l.created_at, t.next_due_at
    from lease l left join lease_term t on t.uuid = l.uuid
    where l.tenant_uuid = ${tenant} order by l.created_at desc, l.uuid desc limit ${most}`.rows(ctx)
}

type NewestOffer = Pick<
  OfferTable,
  'uuid' | 'block' | 'status' | 'hidden' | 'live_leases' | 'run_rate_minor' | 'created_at'
>

export function newestOffers(ctx: Context, tenant: string, most: number): Promise<NewestOffer[]> {
  return query<NewestOffer>`
    select uuid, block, status, hidden, live_leases, run_rate_minor, created_at
    from offer where tenant_uuid = ${tenant} order by created_at desc, uuid desc limit ${most}`.rows(ctx)
}

type NewestInvoice = Pick<InvoiceTable, 'uuid' | 'number' | 'status' | 'total_minor' | 'corrects_uuid' | 'issued_at'>

export function newestInvoices(ctx: Context, tenant: string, most: number): Promise<NewestInvoice[]> {
  return query<NewestInvoice>`
    select uuid, number, status, total_minor, corrects_uuid, issued_at
    from invoice where tenant_uuid = ${tenant} and status <> 'draft'
    order by issued_at desc, uuid desc limit ${most}`.rows(ctx)
}

type NewestPayout = Pick<PayoutTable, 'uuid' | 'number' | 'status' | 'amount_minor' | 'tax_minor' | 'created_at'>

export function newestPayouts(ctx: Context, tenant: string, most: number): Promise<NewestPayout[]> {
  return query<NewestPayout>`
    select uuid, number, status, amount_minor, tax_minor, created_at
    from payout where tenant_uuid = ${tenant} order by created_at desc, uuid desc limit ${most}`.rows(ctx)
}
