import type { Document } from './document.rules.ts'

/** A credit note has the amounts of what it takes back, negative. */

export function takenBack(amounts: Omit<Document, 'buyer'>): Omit<Document, 'buyer'> {
  return {
    lines: amounts.lines.map((line) => ({
      ...line,
      amount: minus(line.amount),
      earner: line.earner && { ...line.earner, commission: minus(line.earner.commission) },
    })),
    discounts: amounts.discounts.map((discount) => ({ ...discount, amount: minus(discount.amount) })),
    taxes: amounts.taxes.map((tax) => ({ ...tax, amount: minus(tax.amount) })),
    sub_total_minor: minus(amounts.sub_total_minor),
    discount_minor: minus(amounts.discount_minor),
    tax_minor: minus(amounts.tax_minor),
    total_minor: minus(amounts.total_minor),
  }
}

/** From zero, so that nothing becomes -0. */
const minus = (amount: number): number => 0 - amount
