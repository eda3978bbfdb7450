import { uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { PayoutTable } from '../../kernel/db/rows.gen.ts'
import { addMonths, startOfMonth } from '../../kernel/time.ts'
import { query } from '../../kernel/db/query.ts'
import type { BankDetails } from '../details/details.store.ts'
import type { TaxLine } from '../invoice/totals.rules.ts'

/** The month as `2026-10`: a day without a zone is no moment. */
export interface Payout extends Omit<PayoutTable, 'month' | 'taxes' | 'supplier' | 'creditor'> {
  readonly month: string
  readonly taxes: readonly TaxLine[]
  /** The holder as it was taxed, where it had given its details by then. */
  readonly supplier: Supplier | null
  /** Where it was sent to, once it is in a file. */
  readonly creditor: Creditor | null
}

export type Supplier = Pick<BankDetails, 'account_holder' | 'address' | 'country_code' | 'vat_number'>
export type Creditor = Pick<BankDetails, 'account_holder' | 'iban' | 'bic'>

export const payoutColumns = query`p.uuid, p.tenant_uuid, to_char(p.month, 'YYYY-MM') as month, p.number, p.status,
  p.gross_minor, p.commission_minor, p.amount_minor, p.tax_minor, p.taxes, p.supplier, p.file_uuid, p.creditor, p.earnings,
  p.created_at, p.paid_at`

/** One node at a time: what each counts and marks is then the same. */
export async function lockPayouts(ctx: Context): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('sublet.payouts'))`.changed(ctx)
}

interface PayoutTerms {
  readonly month: string
  readonly before: Date
  readonly minimum: number
}

const enough = (minimum: number) => query`sum(e.gross_minor - e.commission_minor) >= ${minimum}`

/** Who has earned enough to be paid out, and has not been for this month. */
export async function holdersToPay(ctx: Context, { month, before, minimum }: PayoutTerms): Promise<string[]> {
  const rows = await query<{ tenant_uuid: string }>`
    select e.tenant_uuid from earning e where e.payout_uuid is null and e.earned_at < ${before}
      and not exists (select from payout p where p.tenant_uuid = e.tenant_uuid and p.month = ${`${month}-01`}::date)
    group by e.tenant_uuid having ${enough(minimum)} order by e.tenant_uuid`.rows(ctx)
  return rows.map((row) => row.tenant_uuid)
}

interface NewPayouts extends PayoutTerms {
  readonly series: string
  readonly at: Date
  readonly holders: readonly { readonly tenant: string; readonly uuid: string }[]
}

/** Counted, numbered, written and marked in one statement, which sees one state of the earnings. */
export async function insertPayouts(ctx: Context, made: NewPayouts): Promise<Payout[]> {
  const { series, at, month, before, minimum, holders } = made
  const year = at.getUTCFullYear()
  const rows = await query<Payout>`
    with holder as (
      select * from unnest(${uuidArray(holders.map(({ tenant }) => tenant))}, ${uuidArray(holders.map(({ uuid }) => uuid))})
        as holder (tenant, payout)
    ), owed as (
      select h.tenant, h.payout, sum(e.gross_minor)::bigint as gross, sum(e.commission_minor)::bigint as commission,
        count(*)::integer as earnings, row_number() over (order by h.tenant) as place
      from holder h join earning e on e.tenant_uuid = h.tenant and e.payout_uuid is null and e.earned_at < ${before}
      group by h.tenant, h.payout having ${enough(minimum)}
    ), taken as (
      insert into document_number as n (series, year, last)
      select ${series}::text, ${year}::smallint, count(*) from owed having count(*) > 0
      on conflict (series, year) do update set last = n.last + excluded.last returning last
    ), numbered as (
      select owed.*, (taken.last - count(*) over () + place)::text as digits from owed cross join taken
    ), p as (
      insert into payout (uuid, tenant_uuid, month, number, status, gross_minor, commission_minor, amount_minor,
        earnings, created_at)
      select payout, tenant, ${`${month}-01`}::date,
        concat(${series}::text, '-', ${year}::text, '-', lpad(digits, greatest(6, length(digits)), '0')), 'pending',
        gross, commission, gross - commission, earnings, ${at} from numbered
      returning *
    ), marked as (
      update earning e set payout_uuid = p.uuid from p
      where e.tenant_uuid = p.tenant_uuid and e.payout_uuid is null and e.earned_at < ${before}
    )
    select ${payoutColumns} from p order by p.number`.rows(ctx)
  return rows
}

/** Whatever has been earned is looked at on the first of the next month. */
export const nextPayout = (now: Date) => query<Date | null>`
  select ${addMonths(startOfMonth(now), 1)}::timestamptz where exists (select from earning where payout_uuid is null)`

export async function lockPayout(ctx: Context, uuid: string): Promise<Payout | undefined> {
  const rows = await query<Payout>`select ${payoutColumns} from payout p where uuid = ${uuid} for update`.rows(ctx)
  return rows[0]
}

/** The status is `move`'s. */
export async function setPaidOut(ctx: Context, uuid: string, at: Date): Promise<void> {
  await query`update payout set paid_at = ${at} where uuid = ${uuid}`.changed(ctx)
}

/** What its holder charges on top, by the details that count when it is made. */
export async function setTaxes(
  ctx: Context,
  { uuid, tax_minor, taxes, supplier }: Pick<Payout, 'uuid' | 'tax_minor' | 'taxes' | 'supplier'>,
): Promise<void> {
  await query`update payout set tax_minor = ${tax_minor}, taxes = ${JSON.stringify(taxes)}::jsonb,
    supplier = ${JSON.stringify(supplier)}::jsonb where uuid = ${uuid}`.changes(1, ctx)
}
