import type { House } from '../kernel/house.ts'
import { metrics } from '../kernel/metrics.ts'
import { cutOff } from '../kernel/work/cut-off.ts'

/** How long a stop may take, and what it ends with. */

/** In ms, from the signal to the end: containers are killed after ten seconds. */
export const longestStop = 9_500

/** Of a stop that cut work off. A refused start is 1, wrong arguments are 2. */
export const cutOffCode = 3

/** Until the process ends by itself: what is let go of after a stop is waited for no longer either. */
export function endWithin(house: House, ms = longestStop): void {
  setTimeout(() => process.exit(process.exitCode ?? codeOf(house)), ms).unref()
}

/** A stop may take long to let go of things on a busy machine; only what it cut off makes it a bad one. */
export function codeOf(house: House): number {
  const { working } = metrics({ house })
  const cut = cutOff({ house }).list
  if (cut.length === 0 && working === 0) return 0
  house.log.warn({ cut, working }, 'stopped before all was done: jobs begin anew, these requests were not answered')
  return cutOffCode
}
