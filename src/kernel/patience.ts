import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

/**
 * The answer, or null when it has not come within so many milliseconds. Timers are looked at before sockets: after a long
 * turn of the event loop the answer may be there unread, so one more turn is waited for.
 */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  const stopped = new AbortController()
  const late = async (): Promise<null> => {
    await pause(ms, undefined, { signal: stopped.signal })
    await nextTurn()
    return null
  }
  try {
    return await Promise.race([answer, late()])
  } finally {
    stopped.abort()
  }
}

/** Whether it ended in time, one way or the other; who does not wait for it any longer has not ended it. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  )
  return (await within(ms, ended)) ?? false
}
