import type { DiscountLine } from './totals.rules.ts'
import type { InvoiceStatus } from './invoice.states.ts'

/** What can be read from a document beyond what its row says. */

interface Amounts {
  readonly status: InvoiceStatus
  readonly total_minor: number
  readonly paid_minor: number
}

/** Of one that is cancelled or was paid back nothing is owed, whatever was paid of it. */
export const leftToPay = ({ status, total_minor, paid_minor }: Amounts): number =>
  status === 'unpaid' || status === 'draft' ? total_minor - paid_minor : 0

/** Of what paid for it, what was credits. */
export const paidByCredits = (transactions: readonly { readonly type: string; readonly amount_minor: number }[]) =>
  transactions.filter(({ type }) => type === 'credit').reduce((sum, { amount_minor }) => sum + amount_minor, 0)

/** Thousandths of a percent, or the hundredths of a discount, as people say them. */
export const percentOfRate = (rate: number): number => rate / 1_000
export const percentOfDiscount = ({ kind, value }: Pick<DiscountLine, 'kind' | 'value'>): number | null =>
  kind === 'percent' ? value / 100 : null
