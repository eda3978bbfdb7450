import { money, multiply, percentage, type Money } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addMonths } from '../../kernel/time.ts'

/** What a lessee may ask about its leases, and what leaving one would mean. */

export const leaseSorts = [
  'address',
  'cidr',
  'registry',
  'status',
  'next_due_date',
  'recurring_amount',
  'created_at',
] as const

export type LeaseSort = (typeof leaseSorts)[number]

const refused = (field: string, sentence: string) =>
  kernelProblem('invalid_fields', { fields: { [field]: [sentence] } })

/** The first direction is the first key's, and so on; a key without one keeps what its own sign says. */
export function directed<Key extends { readonly descending: boolean }>(
  keys: readonly Key[],
  directions: readonly ('asc' | 'desc')[],
): Key[] {
  if (directions.length > keys.length)
    throw refused('direction', `must have at most ${keys.length} items, one for each sort key`)
  return keys.map((key, i) => {
    const direction = directions[i]
    return direction === undefined ? key : { ...key, descending: direction === 'desc' }
  })
}

export interface RunningCommitment {
  readonly starts_at: Date
  readonly ends_at: Date
  readonly months: number
  readonly price_minor: number
}

export interface Leaving {
  /** Null where nothing runs that could end. */
  readonly earliestAt: Date | null
  readonly commitmentEnd: Date | null
  /** What leaving before the commitment's end would cost now. */
  readonly earlyExit: Money
}

export function leaving(
  lease: { readonly status: string; readonly next_due_at: Date | null },
  commitment: RunningCommitment | null,
  now: Date,
  { currency, earlyExit }: { readonly currency: string; readonly earlyExit: number },
): Leaving {
  const periodEnd = lease.status === 'terminated' ? null : lease.next_due_at
  if (!commitment || commitment.ends_at <= now || lease.status === 'terminated')
    return { earliestAt: periodEnd, commitmentEnd: null, earlyExit: money(0, currency) }
  return {
    // A commitment may end within a period that has begun, and that period is paid for.
    earliestAt: periodEnd && periodEnd > commitment.ends_at ? periodEnd : commitment.ends_at,
    commitmentEnd: commitment.ends_at,
    earlyExit: earlyExitOf(commitment, now, { currency, earlyExit }),
  }
}

/** What is due for the months of a commitment that are left. */
export function earlyExitOf(
  commitment: RunningCommitment,
  now: Date,
  { currency, earlyExit }: { readonly currency: string; readonly earlyExit: number },
): Money {
  if (commitment.ends_at <= now) return money(0, currency)
  return percentage(multiply(money(commitment.price_minor, currency), monthsLeft(commitment, now)), earlyExit)
}

/** Months are counted from the commitment's own beginning; the one that has begun counts whole. */
function monthsLeft({ starts_at, months }: RunningCommitment, now: Date): number {
  let over = 0
  while (over < months && addMonths(starts_at, over + 1) <= now) over++
  return months - over
}
