import type { Context } from '../kernel/context.ts'
import { query } from '../kernel/db/query.ts'

/** What an installation has, in numbers that people know; and what it is about to do. */
export interface Holdings {
  readonly companies: number
  readonly people: number
  readonly leases: number
  readonly letters: number
  readonly orders: number
  readonly invoices: number
  readonly mails_waiting: number
  readonly payments_under_way: number
  readonly renewals_due: number
}

export async function countHoldings(ctx: Context): Promise<Holdings> {
  const rows = await query<Holdings>`
    select (select count(*) from tenant)::int as companies, (select count(*) from person)::int as people,
      (select count(*) from lease)::int as leases, (select count(*) from letter)::int as letters,
      (select count(*) from sales_order)::int as orders, (select count(*) from invoice)::int as invoices,
      (select count(*) from mail where status in ('queued', 'failed'))::int as mails_waiting,
      (select count(*) from payment where status = 'started')::int as payments_under_way,
      (select count(*) from renewal_step where next_step_at <= ${ctx.now})::int as renewals_due`.rows(ctx)
  const [holdings] = rows
  if (!holdings) throw new Error('counting gave no row')
  return holdings
}
