import { timeArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import { insertLater } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { EarningTable, InvoiceTable, InvoiceTransactionTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import { takeAtCommit } from '../../kernel/db/together.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Document } from './document.rules.ts'
import { numberDigits } from './invoice.rules.ts'

export interface Seller {
  readonly name: string
  readonly address: readonly string[]
  readonly country_code: string
  readonly vat_number: string
  readonly email: string
}

/** An issued document; what the row keeps as JSON has these shapes. */
export interface Invoice extends Omit<InvoiceTable, keyof Document | 'seller'>, Document {
  readonly seller: Seller
}

export type Series = 'INV' | 'CN'

const taken = (series: string, year: number, count: number) => query<{ last: number }>`
  insert into document_number as number (series, year, last) values (${series}, ${year}, ${count})
  on conflict (series, year) do update set last = number.last + excluded.last returning last`

/** The first of so many numbers in a row. Others wait for the next ones until this transaction ends: take them last. */
export async function takeNumbers(ctx: Context, series: string, year: number, count: number): Promise<number> {
  const rows = await taken(series, year, count).beside(ctx)
  return (rows[0]?.last ?? count) - count + 1
}

/** One that is taken with the commit, so that nobody waits for it any longer; rows have these words in its place. */
export async function takeNumberAtCommit(ctx: Context, series: Series, year: number): Promise<Numbered> {
  const [position, number] = [`position ${newUuid()}`, `number ${newUuid()}`]
  const digits = query`lpad(last::text, greatest(${numberDigits}, length(last::text)), '0')`
  await takeAtCommit(ctx, {
    take: taken(series, year, 1),
    stands: new Map([
      [position, query`last::text`],
      [number, query`concat(${`${series}-${year}-`}::text, ${digits})`],
    ]),
  })
  // A row is written as JSON, where PostgreSQL reads a number from its digits as well.
  return { year, position: position as unknown as number, number }
}

/** A document's place among those of its year. */
export interface Numbered {
  readonly year: number
  readonly position: number
  readonly number: string
}

export async function insertInvoices(ctx: Context, invoices: readonly Invoice[]): Promise<void> {
  await insertLater(ctx, 'invoice', invoices)
}

/** Of these orders, what was billed and waits for its payment. */
export async function unpaidInvoicesOf(ctx: Context, orders: readonly string[]): Promise<Invoice[]> {
  const rows = await query<Invoice>`select * from invoice
    where order_uuid = any(${uuidArray(orders)}) and status = 'unpaid'`.rows(ctx)
  return rows
}

/** What has been paid of each; the status is `moveAll`'s. */
export async function setPaid(
  ctx: Context,
  paid: readonly { readonly uuid: string; readonly paid_minor: number; readonly at: Date }[],
): Promise<void> {
  await query`
    update invoice set paid_minor = now_paid.minor, paid_at = now_paid.at
    from unnest(${uuidArray(paid.map(({ uuid }) => uuid))}, ${wholeArray(paid.map(({ paid_minor }) => paid_minor))},
      ${timeArray(paid.map(({ at }) => at))}) as now_paid (subject, minor, at)
    where uuid = now_paid.subject`.changed(ctx)
}

export async function insertTransactions(
  ctx: Context,
  transactions: readonly InvoiceTransactionTable[],
): Promise<void> {
  await insertLater(ctx, 'invoice_transaction', transactions)
}

export async function insertEarnings(ctx: Context, earnings: readonly EarningTable[]): Promise<void> {
  await insertLater(ctx, 'earning', earnings)
}
