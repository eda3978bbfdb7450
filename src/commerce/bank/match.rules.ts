import { toPay } from '../checkout/purchase.rules.ts'
import type { BankLine, FoundOrder } from './line.store.ts'

/** Whether a line of the bank and an order belong together without anybody's word: by reference and exact amount. */

export const mismatches = {
  no_reference: 'It names no reference of an order, or more than one.',
  unknown_reference: 'There is no order of this reference.',
  other_currency: 'It is in another currency than orders are.',
  order_not_waiting: 'The order of this reference does not wait for a payment.',
  amount_short: 'It is less than what is left to pay of the order.',
  amount_over: 'It is more than what is left to pay of the order.',
} as const

export type Mismatch = keyof typeof mismatches

/** Nothing: it fits. */
export function mismatchOf(
  line: Pick<BankLine, 'reference' | 'currency' | 'amount_minor'>,
  order: FoundOrder | undefined,
  currency: string,
): Mismatch | null {
  if (line.reference === null) return 'no_reference'
  if (!order) return 'unknown_reference'
  if (line.currency !== currency) return 'other_currency'
  if (order.status !== 'pending_payment') return 'order_not_waiting'
  const left = toPay(order)
  if (line.amount_minor === left) return null
  return line.amount_minor < left ? 'amount_short' : 'amount_over'
}
