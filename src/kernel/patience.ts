import { setTimeout as pause } from 'node:timers/promises'

/** Whether it ended in time, one way or the other; who does not wait for it any longer has not ended it. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const late = pause(ms, false, { signal: over.signal }).catch(() => false)
  const ended = work.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, late]).finally(() => over.abort())
}
