import { addMonths } from '../../kernel/time.ts'

/** For how long a letter is signed. It ends earlier when it is revoked or its lease ends. */

/** Null: it names no end. Where the end of the lease is known it is no later. */
export function untilOf(now: Date, leaseEnds: Date | null, months: number): Date | null {
  if (months === 0) return leaseEnds
  const until = addMonths(now, months)
  return leaseEnds !== null && leaseEnds < until ? leaseEnds : until
}

/** How many days before its end it is signed anew: a month, or a third of a short term. */
export const renewedBefore = (months: number): number => Math.min(30, months * 10)
