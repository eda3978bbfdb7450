import { createContext, use, useEffect, useState } from 'react'
import { datesIn, type Dates } from '../dates.ts'

/** What time it is, and for whom. */

/** Business time, which a sandbox may have moved, and the time zone that the reader has chosen. */
export const ClockContext = createContext<{ readonly aheadBy: number; readonly timeZone: string }>({
  aheadBy: 0,
  timeZone: 'UTC',
})

/** Ticks once a minute, so that "3 minutes ago" stays true. */
export function useNow(real = false, everyMs = 60_000): Date {
  const { aheadBy } = use(ClockContext)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return new Date(real ? now : now + aheadBy)
}

export function useDates(): Dates {
  return datesIn(use(ClockContext).timeZone)
}
