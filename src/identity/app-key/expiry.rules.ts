import { addDays } from '../../kernel/time.ts'

/** So many days before its end the owners of a key are warned, once each time. */
export const warningDays = [30, 7, 1] as const

export type WarningDays = (typeof warningDays)[number]

interface Ending {
  readonly created_at: Date
  readonly expires_at: Date
  readonly warned_days: WarningDays | null
}

/** The latest whose time has come since the key was made, unless it was given; those before it are then too late. */
export function warningDue({ created_at, expires_at, warned_days }: Ending, now: Date): WarningDays | null {
  const due = warningDays.findLast((days) => {
    const at = addDays(expires_at, -days)
    return created_at < at && at <= now
  })
  return due === undefined || (warned_days !== null && warned_days <= due) ? null : due
}
