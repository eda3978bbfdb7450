import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'

/** What has been billed of a lease: its subscription's periods, each with the invoice that bills it. */

export interface LeasePeriod {
  readonly position: number
  readonly starts_at: Date
  readonly ends_at: Date
  /** Net, of this lease alone: an invoice bills what renews together. */
  readonly amount_minor: number
  readonly invoice_uuid: string
  readonly invoice_number: string
  readonly invoice_status: 'draft' | 'unpaid' | 'paid' | 'refunded' | 'cancelled'
}

/** The newest first. */
export async function pageOfPeriods(
  ctx: Context,
  { tenant, lease, perPage, offset }: { tenant: string; lease: string; perPage: number; offset: number },
): Promise<{ rows: LeasePeriod[]; total: number }> {
  const billed = query`billed_period p join subscription s on s.uuid = p.subscription_uuid
    and s.lease_uuid = ${lease} and s.tenant_uuid = ${tenant}`
  const [rows, counted] = await Promise.all([
    query<LeasePeriod>`
      select p.position, p.starts_at, p.ends_at, i.uuid as invoice_uuid, i.number as invoice_number,
        i.status as invoice_status, (
          select coalesce(sum((line ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(i.lines) line
          where line ->> 'type' = 'lease' and line ->> 'subject' = s.lease_uuid::text) as amount_minor
      from ${billed} join invoice i on i.uuid = p.invoice_uuid
      order by p.position desc limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from ${billed}`.rows(ctx),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}
