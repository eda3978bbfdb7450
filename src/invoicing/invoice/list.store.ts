import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import { pageOfList } from '../../kernel/db/pages.ts'
import { totalOrder, type SortKey } from '../../kernel/db/paging.ts'
import { all, query, type Query } from '../../kernel/db/query.ts'
import type { InvoiceTable, InvoiceTransactionTable } from '../../kernel/db/rows.gen.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
import { uuidsBeginning } from '../../kernel/uuid.ts'
import type { Party } from './document.rules.ts'
import type { InvoiceStatus } from './invoice.states.ts'
import type { Invoice } from './invoice.store.ts'

/** Documents as their buyer reads them, invoices and credit notes alike: one, by page, in batches. */

export type Transaction = InvoiceTransactionTable

export interface InvoiceView extends Invoice {
  readonly transactions: readonly Transaction[]
}

export interface OneInvoice extends InvoiceView {
  /** Of the invoice that a credit note takes back. */
  readonly corrects_number: string | null
}

export async function findInvoice(ctx: Context, tenant: string, uuid: string): Promise<OneInvoice | undefined> {
  const invoice = await query<Omit<OneInvoice, 'transactions'>>`
    select i.*, corrected.number as corrects_number
    from invoice i left join invoice corrected on corrected.uuid = i.corrects_uuid
    where i.uuid = ${uuid} and i.tenant_uuid = ${tenant}`.one(ctx)
  return invoice && (await withTransactions(ctx, [invoice]))[0]
}

const columns = {
  date: query`issued_at`,
  date_due: query`due_at`,
  total: query`total_minor`,
  invoice_number: query`number`,
}

type InvoiceSort = keyof typeof columns
export const invoiceSorts = Object.keys(columns) as InvoiceSort[]

interface InvoiceWish {
  readonly tenant: string
  readonly statuses: readonly InvoiceStatus[]
  readonly order: string | null
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
  readonly search: string | null
  readonly sort: readonly SortKey<InvoiceSort>[]
}

/** Part of the number, which the index of a company's documents has, or how the identifier begins. */
function called(text: string): Query<unknown> {
  const range = uuidsBeginning(text)
  const numbered = query`strpos(number, upper(${text})) > 0`
  return range === null ? numbered : query`(${numbered} or uuid between ${range[0]} and ${range[1]})`
}

const matching = ({ tenant, statuses, order, from, to, search }: InvoiceWish): Query<unknown> =>
  query`from invoice where ${all([
    query`tenant_uuid = ${tenant}`,
    ...(statuses.length === 0 ? [] : [query`status = any(${textArray(statuses)})`]),
    ...(order === null ? [] : [query`order_uuid = ${order}`]),
    ...(from === null ? [] : [query`issued_at >= ${from}`]),
    ...(to === null ? [] : [query`issued_at < ${to}`]),
    ...(search === null ? [] : [called(search)]),
  ])}`

export async function listInvoices(
  ctx: Context,
  wish: InvoiceWish & { readonly perPage: number; readonly offset: number },
): Promise<{ readonly rows: InvoiceView[]; readonly total: number }> {
  const { rows, total } = await pageOfList(ctx, wish, {
    keys: totalOrder(wish.sort, columns),
    total: (asked) => totalOf(asked, wish),
    // Put in order by what their index has of them; documents are fetched for the page alone.
    rows: (asked, { order, most, skip }) =>
      query<Invoice>`
        select * from invoice where uuid in (select uuid ${matching(wish)} ${order} limit ${most} offset ${skip})
        ${order}`.planned(asked),
  })
  return { rows: await withTransactions(ctx, rows), total }
}

/** Nothing is taken out of a company's documents again; how many are of a status is another matter. */
async function totalOf(ctx: Context, wish: InvoiceWish): Promise<number> {
  const { tenant, statuses, order, from, to, search } = wish
  const count = (came: Query<unknown>) =>
    query<{ total: number }>`select count(*) as total ${matching(wish)} and ${came}`
  const whole = statuses.length === 0 && [order, from, to, search].every((filter) => filter === null)
  if (whole) return settledTotal(ctx, { list: `invoice ${tenant}`, cameAt: columns.date, count })
  return (await count(query`true`).planned(ctx))[0]?.total ?? 0
}

/** A document as a line of a table. */
export interface InvoiceRow
  extends
    Omit<
      InvoiceTable,
      'tenant_uuid' | 'series' | 'year' | 'position' | 'seller' | 'buyer' | 'lines' | 'discounts' | 'taxes'
    >,
    Pick<Party, 'company_name' | 'country_code' | 'vat_number'> {
  readonly items: number
}

export const invoicesInBatches = (ctx: Context, wish: InvoiceWish): AsyncGenerator<readonly InvoiceRow[]> =>
  inBatches(totalOrder(wish.sort, columns), ({ standing, beyond, order, most }) =>
    query<InvoiceRow & Placed>`
      select uuid, number, status, order_uuid, corrects_uuid, sub_total_minor, discount_minor, tax_minor, total_minor,
        paid_minor, issued_at, due_at, paid_at, buyer ->> 'company_name' as company_name,
        buyer ->> 'country_code' as country_code, buyer ->> 'vat_number' as vat_number,
        jsonb_array_length(lines) + jsonb_array_length(discounts) as items, ${standing} as standing
      ${matching(wish)} and ${beyond} ${order} limit ${most}`.planned(ctx),
  )

async function withTransactions<I extends Omit<InvoiceView, 'transactions'>>(
  ctx: Context,
  invoices: readonly I[],
): Promise<(I & Pick<InvoiceView, 'transactions'>)[]> {
  if (invoices.length === 0) return []
  const rows = await query<Transaction>`
    select * from invoice_transaction where invoice_uuid = any(${invoices.map(({ uuid }) => uuid)}::uuid[])
    order by happened_at, uuid`.rows(ctx)
  const all = Map.groupBy(rows, ({ invoice_uuid }) => invoice_uuid)
  return invoices.map((invoice) => ({ ...invoice, transactions: all.get(invoice.uuid) ?? [] }))
}
