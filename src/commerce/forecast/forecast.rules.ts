import type { Payment } from '../../invoicing/index.ts'
import type { LeaseTerms } from '../../market/index.ts'
import { firstStep } from '../renewal/period.rules.ts'
import { afterRenewal, captureAfter, earliest, mayRenew, takesMoney, timeOf } from '../renewal/renewal.rules.ts'
import type { Running } from '../subscription/subscription.store.ts'

/** What the timetable will do if every payment succeeds, by the rules it goes by. */

export interface Prospect {
  readonly subscription: Running
  readonly terms: LeaseTerms | undefined
  /** Whether the company has something that can be charged. */
  readonly payable: boolean
  /** The try to take money that is under way, where there is one. */
  readonly live: Pick<Payment, 'status' | 'capture'> | undefined
}

/** When each of the coming periods is paid for, in their order. */
export function paymentsAhead(prospect: Prospect, now: Date, until: Date): Date[] {
  const { terms, payable } = prospect
  const paid: Date[] = []
  let { subscription, live } = prospect
  for (;;) {
    const { next_step: step, next_step_at: due } = subscription
    if (step === null || due === null || due > until) return paid
    if (step === 'end' || !mayRenew(subscription, terms) || !(live || payable)) return paid
    const at = due <= now ? timeOf(due, now) : due
    if (isTaken(live, takesMoney(step))) {
      paid.push(at)
      subscription = renewed(subscription, terms)
      live = undefined
    } else {
      const next = captureAfter(subscription, at)
      subscription = { ...subscription, next_step: next.step, next_step_at: next.at }
      live = { status: 'authorised', capture: false }
    }
  }
}

/** Whether this step takes the money, or only sees that it is there. Whoever waits for a second step takes it. */
function isTaken(live: Prospect['live'], takes: boolean): boolean {
  if (live?.status === 'needs_action') return true
  return live?.status === 'started' ? live.capture : takes
}

function renewed(subscription: Running, terms: LeaseTerms | undefined): Running {
  const after = afterRenewal(subscription)
  const next = firstStep(after.period_end, earliest(subscription.expires_at, terms?.expires_at ?? null))
  return { ...after, next_step: next.step, next_step_at: next.at }
}
