import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'
import type { InvoiceTransactionTable } from '../../kernel/db/rows.gen.ts'
import type { InvoiceStatus } from './invoice.states.ts'
import type { Invoice } from './invoice.store.ts'

/** Documents as their buyer reads them, invoices and credit notes alike: one, and by page. */

export type Transaction = Selectable<InvoiceTransactionTable>

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

const columns = { date: 'issued_at', date_due: 'due_at', total: 'total_minor', invoice_number: 'number' } as const

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
  query: InvoiceQuery,
): Promise<{ readonly rows: InvoiceView[]; readonly total: number }> {
  const matching = ctx.db
    .selectFrom('invoice')
    .where('tenant_uuid', '=', query.tenant)
    .$if(query.statuses.length > 0, (all) => all.where('status', 'in', [...query.statuses]))
    .$if(query.order !== null, (all) => all.where('order_uuid', '=', query.order))
    .$if(query.from !== null, (all) => all.where('issued_at', '>=', query.from as Date))
    .$if(query.to !== null, (all) => all.where('issued_at', '<', query.to as Date))
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const keys = [
    ...query.sort.map(({ field, descending }) => ({ column: columns[field], descending })),
    { column: 'uuid' as const, descending: query.sort.at(-1)?.descending ?? false },
  ]
  // Put in order by what their index has of them; documents are fetched for the page alone.
  let page = matching.select('uuid').limit(query.perPage).offset(query.offset)
  let shown = ctx.db.selectFrom('invoice').selectAll()
  for (const { column, descending } of keys) {
    page = page.orderBy(column, descending ? 'desc' : 'asc')
    shown = shown.orderBy(column, descending ? 'desc' : 'asc')
  }
  const rows = (await shown.where('uuid', 'in', page).execute()) as Invoice[]
  return { rows: await withTransactions(ctx, rows), total }
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
