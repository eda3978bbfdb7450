import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { orderBy, type SortKey } from '../../kernel/db/paging.ts'
import { all, query } from '../../kernel/db/query.ts'
import type { InvoiceTransactionTable } from '../../kernel/db/rows.gen.ts'
import type { InvoiceStatus } from './invoice.states.ts'
import type { Invoice } from './invoice.store.ts'

/** Documents as their buyer reads them, invoices and credit notes alike: one, and by page. */

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

interface InvoiceQuery {
  readonly tenant: string
  readonly statuses: readonly InvoiceStatus[]
  readonly order: string | null
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
  readonly sort: readonly SortKey<InvoiceSort>[]
  readonly perPage: number
  readonly offset: number
}

export async function listInvoices(
  ctx: Context,
  { tenant, statuses, order, from, to, sort, perPage, offset }: InvoiceQuery,
): Promise<{ readonly rows: InvoiceView[]; readonly total: number }> {
  const conditions = all([
    query`tenant_uuid = ${tenant}`,
    ...(statuses.length === 0 ? [] : [query`status = any(${textArray(statuses)})`]),
    ...(order === null ? [] : [query`order_uuid = ${order}`]),
    ...(from === null ? [] : [query`issued_at >= ${from}`]),
    ...(to === null ? [] : [query`issued_at < ${to}`]),
  ])
  const matching = query`from invoice where ${conditions}`
  const [counted] = await query<{ total: number }>`select count(*) as total ${matching}`.planned(ctx)
  // Put in order by what their index has of them; documents are fetched for the page alone.
  const sorted = orderBy(sort, columns)
  const rows = await query<Invoice>`
    select * from invoice where uuid in (select uuid ${matching} ${sorted} limit ${perPage} offset ${offset})
    ${sorted}`.planned(ctx)
  return { rows: await withTransactions(ctx, rows), total: counted?.total ?? 0 }
}

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
