import { percentOfRate, type Amounts, type Discount } from '../invoicing/index.ts'
import { MoneyAnswer, named, Nullable, OneOf, Type } from '../kernel/http/schema.ts'
import type { MoneyObject } from '../kernel/money.ts'

/** What the taxes and discounts of a cart or an invoice are made of. */

export const BreakdownAnswer = named('Breakdown', {
  amount: MoneyAnswer,
  code: Type.String(),
  name: Type.String(),
  rate: Nullable(Type.Number({ description: 'Percent; nothing for a fixed amount.' })),
  calculator_type: OneOf(['percentage', 'fixed_amount']),
  notice: Nullable(Type.String()),
})

type Parts = Pick<Amounts, 'taxes' | 'discounts'>

export const breakdowns = ({ taxes, discounts }: Parts, amount: (minor: number) => MoneyObject) => ({
  tax_breakdown: taxes.map((tax) => ({
    amount: amount(tax.amount),
    code: tax.code,
    name: tax.name,
    rate: percentOfRate(tax.rate),
    calculator_type: 'percentage' as const,
    notice: tax.notice,
  })),
  discount_breakdown: discounts.map((discount) => ({
    amount: amount(discount.amount),
    code: discount.code,
    name: discount.name,
    rate: percentOfDiscount(discount),
    calculator_type: discount.kind === 'percent' ? ('percentage' as const) : ('fixed_amount' as const),
    notice: null,
  })),
})

/** Kept in hundredths. */
const percentOfDiscount = ({ kind, value }: Discount): number | null => (kind === 'percent' ? value / 100 : null)
