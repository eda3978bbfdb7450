import { createContext, use, useEffect, useState } from 'react'

/** Business time, which a sandbox may have moved; ticks once a minute, so that "3 minutes ago" stays true. */
export const ClockContext = createContext<{ readonly aheadBy: number }>({ aheadBy: 0 })

export function useNow(real = false, everyMs = 60_000): Date {
  const { aheadBy } = use(ClockContext)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return new Date(real ? now : now + aheadBy)
}
