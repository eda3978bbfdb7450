import { addDays, addMonths, addSeconds } from '../../kernel/time.ts'

/** Periods and the timetable of renewals (decisions 6, Subscription). */

/** The month that follows, on the anchor day: 31 means the last day of shorter months. */
export const periodAfter = (start: Date, anchorDay: number): Date => addMonths(start, 1, anchorDay)

export type Step = 'order' | 'authorise' | 'capture' | 'due' | 'grace_first' | 'grace_second' | 'last_try' | 'end'

const hour = 3_600

/** Hours from the due date, in their order. A renewal that is paid leaves the timetable until the next one. */
export const timetable: readonly { readonly step: Step; readonly hours: number }[] = [
  { step: 'order', hours: -48 },
  { step: 'authorise', hours: -24 },
  { step: 'capture', hours: -12 },
  { step: 'due', hours: 0 },
  { step: 'grace_first', hours: 24 },
  { step: 'grace_second', hours: 48 },
  { step: 'last_try', hours: 68 },
  { step: 'end', hours: 72 },
]

/** What is left to try once a period is over and not paid for; the last ends the lease. */
export const failingSteps = ['grace_first', 'grace_second', 'last_try', 'end'] as const

export interface Planned {
  readonly step: Step
  readonly at: Date
}

/** What comes next for a period that is paid: its renewal, or its end where nothing renews past it. */
export function firstStep(periodEnd: Date, expiresAt: Date | null): Planned {
  return expiresAt !== null && expiresAt <= periodEnd
    ? { step: 'end', at: periodEnd }
    : { step: 'order', at: addDays(periodEnd, -2) }
}

/** As far after the last step as the timetable says, also where that one came late: nobody loses days to our delays. */
export function stepAfter({ step, at }: Planned, dueAt: Date): Planned | undefined {
  const place = timetable.findIndex((row) => row.step === step)
  const [last, next] = [timetable[place], timetable[place + 1]]
  if (!last || !next) return undefined
  const planned = addSeconds(dueAt, next.hours * hour)
  const spaced = addSeconds(at, (next.hours - last.hours) * hour)
  return { step: next.step, at: planned > spaced ? planned : spaced }
}
