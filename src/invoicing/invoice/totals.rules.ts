import { money, multiplyByRatio, percentage } from '../../kernel/money.ts'

/**
 * What a sale adds up to: the one function behind carts, orders and invoices (decisions 1, Money; decisions 6, Taxes).
 * Amounts are minor units of the one currency. Every line is rounded once, and sums are sums of rounded lines.
 */

export interface Discount {
  readonly code: string
  readonly name: string
  readonly kind: 'percent' | 'amount'
  /** Basis points of the subtotal, or minor units. */
  readonly value: number
}

export interface Tax {
  readonly code: string
  readonly name: string
  /** Thousandths of a percent: 9.975 % is 9975. */
  readonly rate: number
  readonly order: number
  /** On the net and the taxes before it, instead of on the net alone. */
  readonly stacks: boolean
  readonly notice: string | null
}

interface DiscountLine extends Discount {
  readonly amount: number
}

export interface TaxLine extends Tax {
  readonly amount: number
}

export interface Totals {
  readonly subTotal: number
  readonly discounts: readonly DiscountLine[]
  readonly discount: number
  readonly beforeTax: number
  readonly taxes: readonly TaxLine[]
  readonly tax: number
  readonly total: number
  /** Of the credits wanted, what the total can take. */
  readonly credits: number
  readonly remaining: number
}

/** The part of it that is kept: in orders, in the invoices that bill them, and in credit notes that take these back. */
export interface Amounts {
  readonly discounts: readonly DiscountLine[]
  readonly taxes: readonly TaxLine[]
  readonly sub_total_minor: number
  readonly discount_minor: number
  readonly tax_minor: number
  readonly total_minor: number
}

export const amountsOf = ({ discounts, taxes, subTotal, discount, tax, total }: Totals): Amounts => ({
  discounts,
  taxes,
  sub_total_minor: subTotal,
  discount_minor: discount,
  tax_minor: tax,
  total_minor: total,
})

export interface Sale {
  readonly lines: readonly { readonly amount: number }[]
  readonly discounts: readonly Discount[]
  readonly taxes: readonly Tax[]
  readonly credits: number
}

export function addUp({ lines, discounts, taxes, credits: wanted }: Sale, currency: string): Totals {
  const subTotal = sumOf(lines)
  const discountLines = takeOff(subTotal, discounts, currency)
  const discount = sumOf(discountLines)
  const beforeTax = subTotal - discount
  const taxLines = putOn(beforeTax, taxes, currency)
  const tax = sumOf(taxLines)
  const total = beforeTax + tax
  const credits = Math.min(wanted, total)
  return {
    subTotal,
    discounts: discountLines,
    discount,
    beforeTax,
    taxes: taxLines,
    tax,
    total,
    credits,
    remaining: total - credits,
  }
}

const sumOf = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** One after the other, each from what the ones before have left; never below nothing. */
function takeOff(subTotal: number, discounts: readonly Discount[], currency: string): DiscountLine[] {
  let left = subTotal
  return discounts.map((discount) => {
    const wanted =
      discount.kind === 'amount' ? discount.value : percentage(money(subTotal, currency), discount.value).minor
    const amount = Math.min(wanted, left)
    left -= amount
    return { ...discount, amount }
  })
}

const wholeRate = 100_000

/** Those of one order by their codes, so that a total never depends on how a table is sorted. */
const inOrder = (a: Tax, b: Tax): number => a.order - b.order || (a.code < b.code ? -1 : Number(a.code > b.code))

/** In their order; a stacking tax counts those before it in. */
function putOn(net: number, taxes: readonly Tax[], currency: string): TaxLine[] {
  let before = 0
  return taxes.toSorted(inOrder).map((tax) => {
    const base = tax.stacks ? net + before : net
    const amount = multiplyByRatio(money(base, currency), tax.rate, wholeRate).minor
    before += amount
    return { ...tax, amount }
  })
}
