import { column, type Columns } from '../../kernel/csv.ts'
import { money, toNumber } from '../../kernel/money.ts'
import { named, Nullable, OneOf, Type, UnixTime, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { invoiceStates } from './invoice.states.ts'
import type { InvoiceRow, InvoiceView, Transaction } from './list.store.ts'
import { leftToPay, percentOfRate } from './view.rules.ts'

/** Invoices in billing's words (specification, Invoice): numbers, and Unix seconds. */

const InvoiceLine = named('InvoiceLine', {
  invoice_uuid: Uuid,
  service_uuid: Nullable(Uuid),
  description: Type.String(),
  amount: Type.Number(),
  taxed: Type.Integer({ description: '1 or 0.' }),
  period_start: Nullable(UnixTime),
  period_end: Nullable(UnixTime),
  type: OneOf(['lease', 'letter', 'early_exit', 'credit', 'refund', 'adjustment', 'payment']),
  metadata: Type.Record(Type.Record(Type.Unknown())),
})

export const InvoiceAnswer = named('Invoice', {
  uuid: Uuid,
  tenant_uuid: Uuid,
  invoice_number: Type.String({ examples: ['INV-2026-000042'] }),
  date: UnixTime,
  date_due: UnixTime,
  date_paid: Nullable(UnixTime),
  subtotal: Type.Number({ description: 'What the items add up to, discounts taken off.' }),
  subtotal_with_taxes: Type.Number(),
  total: Type.Number({ description: 'Negative for a credit note.' }),
  total_left_to_pay: Type.Number(),
  total_paid: Type.Number(),
  total_tax: Type.Number(),
  status: OneOf(invoiceStates.states),
  items_count: Type.Integer(),
  items: Type.Array(InvoiceLine),
  taxes: Type.Array(
    named('InvoiceTax', {
      description: Type.String(),
      percentage: Type.Number(),
      amount: Type.Number(),
      order: Type.Integer(),
      stacks: Type.Integer({ description: '1: charged on the taxes before it, too.' }),
    }),
  ),
  transactions: Type.Array(InvoiceLine),
  currency: Type.String(),
  corrects_invoice_uuid: Nullable(Type.String({ description: 'The invoice that this credit note takes back.' })),
})

/** As a line of a table, in the words of the list. */
export const invoiceCsv: Columns<InvoiceRow> = {
  uuid: column.text(({ uuid }) => uuid),
  invoice_number: column.text(({ number }) => number),
  status: column.text(({ status }) => status),
  date: column.time(({ issued_at }) => issued_at),
  date_due: column.time(({ due_at }) => due_at),
  date_paid: column.time(({ paid_at }) => paid_at),
  subtotal: column.amount(({ sub_total_minor, discount_minor }) => sub_total_minor - discount_minor),
  total_tax: column.amount(({ tax_minor }) => tax_minor),
  total: column.amount(({ total_minor }) => total_minor),
  total_paid: column.amount(({ paid_minor }) => paid_minor),
  total_left_to_pay: column.amount(leftToPay),
  currency: column.currency,
  items_count: column.whole(({ items }) => items),
  billed_to: column.text(({ company_name }) => company_name),
  country_code: column.text(({ country_code }) => country_code),
  vat_number: column.text(({ vat_number }) => vat_number),
  order_uuid: column.text(({ order_uuid }) => order_uuid),
  corrects_invoice_uuid: column.text(({ corrects_uuid }) => corrects_uuid),
}

type Line = Static<typeof InvoiceLine>

export function invoiceAnswer(invoice: InvoiceView, currency: string): Static<typeof InvoiceAnswer> {
  const amount = (minor: number) => toNumber(money(minor, currency))
  const items = itemsOf(invoice, amount)
  return {
    uuid: invoice.uuid,
    tenant_uuid: invoice.tenant_uuid,
    invoice_number: invoice.number,
    date: toUnix(invoice.issued_at),
    date_due: toUnix(invoice.due_at),
    date_paid: toUnix(invoice.paid_at),
    subtotal: amount(invoice.sub_total_minor - invoice.discount_minor),
    subtotal_with_taxes: amount(invoice.total_minor),
    total: amount(invoice.total_minor),
    total_left_to_pay: amount(leftToPay(invoice)),
    total_paid: amount(invoice.paid_minor),
    total_tax: amount(invoice.tax_minor),
    status: invoice.status,
    items_count: items.length,
    items,
    taxes: invoice.taxes.map((tax) => ({
      description: tax.notice ?? tax.name,
      percentage: percentOfRate(tax.rate),
      amount: amount(tax.amount),
      order: tax.order,
      stacks: Number(tax.stacks),
    })),
    transactions: invoice.transactions.map((transaction) => transactionLine(transaction, amount)),
    currency,
    corrects_invoice_uuid: invoice.corrects_uuid,
  }
}

/** The specification knows no discounts, so they are items that take something off. */
function itemsOf({ uuid, lines, discounts }: InvoiceView, amount: (minor: number) => number): Line[] {
  const seconds = (time: string | null) => (time === null ? null : toUnix(new Date(time)))
  return [
    ...lines.map((line) => ({
      invoice_uuid: uuid,
      service_uuid: line.subject,
      description: line.description,
      amount: amount(line.amount),
      taxed: Number(line.taxed),
      period_start: seconds(line.from),
      period_end: seconds(line.to),
      type: line.type,
      metadata: line.metadata as Line['metadata'],
    })),
    ...discounts.map((discount) => ({
      ...plainLine(uuid, discount.name, amount(0 - discount.amount)),
      taxed: 1,
      type: 'adjustment' as const,
      metadata: { discount: { code: discount.code } },
    })),
  ]
}

function transactionLine(transaction: Transaction, amount: (minor: number) => number): Line {
  const { uuid, payment_uuid, happened_at } = transaction
  return {
    ...plainLine(transaction.invoice_uuid, transaction.description, amount(transaction.amount_minor)),
    type: transaction.type,
    metadata: { transaction: { uuid, date: toUnix(happened_at), payment_uuid } },
  }
}

const plainLine = (invoice_uuid: string, description: string, amount: number) => ({
  invoice_uuid,
  service_uuid: null,
  description,
  amount,
  taxed: 0,
  period_start: null,
  period_end: null,
})
