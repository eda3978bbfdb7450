import { invoiceStates, leftToPay, type InvoiceView, type Party, type Seller } from '../../invoicing/index.ts'
import type { MoneyObject } from '../../kernel/money.ts'
import { IsoTime, MoneyAnswer, named, Nullable, OneOf, Type, Uuid, type Static } from '../../kernel/http/schema.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { postalFields } from '../address/address.rules.ts'
import { BreakdownAnswer, breakdowns } from '../breakdown.wire.ts'
import { moneyAnswer } from '../money.wire.ts'

/** Invoices in commerce's words: money objects, and times with their offset. */

const text = Nullable(Type.String())

const partyFields = {
  first_name: text,
  last_name: text,
  company_name: text,
  vat_number: text,
  line_one: Type.String(),
  line_two: text,
  line_three: text,
  city: Type.String(),
  province_code: text,
  country_code: Type.String(),
  postcode: Type.String(),
}

const SellerAnswer = named(
  'Seller',
  {
    name: Type.String(),
    address: Type.Array(Type.String(), { description: 'By line, without the country.' }),
    country_code: Type.String(),
    vat_number: Type.String(),
    email: Type.String(),
  },
  'Who billed, as it was then.',
)

const LineAnswer = named('CommerceInvoiceLine', {
  type: OneOf(['lease', 'letter', 'early_exit', 'credit', 'refund', 'adjustment']),
  description: Type.String(),
  service_uuid: Nullable(Uuid),
  period_start: Nullable(IsoTime),
  period_end: Nullable(IsoTime),
  total: MoneyAnswer,
})

const TransactionAnswer = named('CommerceTransaction', {
  uuid: Uuid,
  type: OneOf(['payment', 'credit', 'refund', 'adjustment']),
  description: Type.String(),
  amount: MoneyAnswer,
  happened_at: IsoTime,
})

export const CommerceInvoiceAnswer = named('CommerceInvoice', {
  uuid: Uuid,
  reference: Type.String({ description: 'The number.', examples: ['INV-2026-000042'] }),
  type: OneOf(['invoice', 'credit_note']),
  status: OneOf(invoiceStates.states),
  order_uuid: Nullable(Uuid),
  corrects_uuid: Nullable(Uuid),
  placed_at: IsoTime,
  due_at: IsoTime,
  paid_at: Nullable(IsoTime),
  sub_total: MoneyAnswer,
  discount_total: MoneyAnswer,
  total_before_tax: MoneyAnswer,
  tax_total: MoneyAnswer,
  total: MoneyAnswer,
  credits_total: MoneyAnswer,
  paid_total: MoneyAnswer,
  remaining_total: MoneyAnswer,
  tax_breakdown: Type.Array(BreakdownAnswer),
  discount_breakdown: Type.Array(BreakdownAnswer),
  lines: Type.Array(LineAnswer),
  transactions: Type.Array(TransactionAnswer),
  seller: SellerAnswer,
  address: named('InvoiceAddress', partyFields),
})

export function commerceInvoiceAnswer(invoice: InvoiceView, currency: string): Static<typeof CommerceInvoiceAnswer> {
  const amount = moneyAnswer(currency)
  return {
    uuid: invoice.uuid,
    reference: invoice.number,
    type: invoice.corrects_uuid === null ? 'invoice' : 'credit_note',
    status: invoice.status,
    order_uuid: invoice.order_uuid,
    corrects_uuid: invoice.corrects_uuid,
    placed_at: toIsoOffset(invoice.issued_at),
    due_at: toIsoOffset(invoice.due_at),
    paid_at: toIsoOffset(invoice.paid_at),
    sub_total: amount(invoice.sub_total_minor),
    discount_total: amount(invoice.discount_minor),
    total_before_tax: amount(invoice.sub_total_minor - invoice.discount_minor),
    tax_total: amount(invoice.tax_minor),
    total: amount(invoice.total_minor),
    credits_total: amount(paidByCredits(invoice.transactions)),
    paid_total: amount(invoice.paid_minor),
    remaining_total: amount(leftToPay(invoice)),
    ...breakdowns(invoice, amount),
    lines: linesOf(invoice, amount),
    transactions: invoice.transactions.map(({ uuid, type, description, amount_minor, happened_at }) => ({
      uuid,
      type,
      description,
      amount: amount(amount_minor),
      happened_at: toIsoOffset(happened_at),
    })),
    seller: sellerAnswer(invoice.seller),
    address: addressOf(invoice.buyer),
  }
}

/** Of what paid for it, what was credits. */
const paidByCredits = (transactions: InvoiceView['transactions']): number =>
  transactions.filter(({ type }) => type === 'credit').reduce((sum, { amount_minor }) => sum + amount_minor, 0)

const sellerAnswer = ({ name, address, country_code, vat_number, email }: Seller) => ({
  name,
  address: [...address],
  country_code,
  vat_number,
  email,
})

function linesOf({ lines }: InvoiceView, amount: (minor: number) => MoneyObject): Static<typeof LineAnswer>[] {
  const moment = (time: string | null) => (time === null ? null : toIsoOffset(new Date(time)))
  return lines.map((line) => ({
    type: line.type,
    description: line.description,
    service_uuid: line.subject,
    period_start: moment(line.from),
    period_end: moment(line.to),
    total: amount(line.amount),
  }))
}

const addressOf = (party: Party) =>
  Object.fromEntries(postalFields.map((field) => [field, party[field]])) as Pick<Party, (typeof postalFields)[number]>
