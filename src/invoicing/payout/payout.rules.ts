import { addMonths, addSeconds, startOfMonth } from '../../kernel/time.ts'
import type { Posting } from '../ledger.store.ts'

/** When holders are paid out, and how that stands in the ledger. */

interface PayoutMonth {
  /** The month just over, as `2026-10`. */
  readonly month: string
  /** Everything earned before this is paid out. */
  readonly before: Date
  /** When: the first of the month, or now where that is long past. */
  readonly at: Date
}

const inTime = 12 * 3_600

export function payoutMonth(now: Date): PayoutMonth {
  const before = startOfMonth(now)
  return {
    month: monthOf(addMonths(before, -1)),
    before,
    at: now <= addSeconds(before, inTime) ? before : now,
  }
}

/** `2026-10` */
const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

/** The months up to and with the one of this moment, the oldest first. */
export const monthsUpTo = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, i) => monthOf(addMonths(startOfMonth(now), i + 1 - count)))

export interface PlannedPayout {
  readonly at: Date
  readonly amount: number
}

/** On each first of a month after `now`: all that is owed by then, once it is enough. */
export function planPayouts(
  owed: number,
  earnings: readonly { readonly at: Date; readonly amount: number }[],
  { now, until, minimum }: { readonly now: Date; readonly until: Date; readonly minimum: number },
): PlannedPayout[] {
  const planned: PlannedPayout[] = []
  let paid = 0
  for (let at = addMonths(startOfMonth(now), 1); at <= until; at = addMonths(at, 1)) {
    const earned = earnings.filter((one) => one.at < at).reduce((sum, one) => sum + one.amount, owed)
    if (earned - paid < minimum) continue
    planned.push({ at, amount: earned - paid })
    paid = earned
  }
  return planned
}

/** What the marketplace owed the holder is sent, and the holder's tax with it, which it takes off what it owes itself. */
export const payoutPostings = (tenant: string, amount: number, tax: number): Posting[] => [
  { account: 'payable', tenant, amount },
  { account: 'tax', amount: tax },
  { account: 'payouts', amount: -(amount + tax) },
]
