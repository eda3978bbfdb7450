import type { House } from '../kernel/house.ts'
import { replay, type DueQueue, type Progress } from '../kernel/work/replay.ts'
import { slot } from '../kernel/slot.ts'
import { requireSandbox } from '../kernel/work/test-clock.ts'
import { applyDuration, type Duration } from '../kernel/time.ts'
import { digestsDue } from '../alerts/index.ts'
import { expiringOrders, renewalsDue } from '../commerce/index.ts'
import { payoutsDue } from '../invoicing/index.ts'
import { endingCommitments, endingRests, lapsingHolds, lapsingProofs } from '../market/index.ts'

/**
 * Everything that falls due by business time, in the order in which it is done when it falls due together: what lapses
 * first, then what renews, then payouts, because they count what was earned before, and last what people are mailed of it.
 */
export const dueWork: readonly DueQueue[] = [
  lapsingHolds,
  lapsingProofs,
  expiringOrders,
  endingRests,
  endingCommitments,
  renewalsDue,
  payoutsDue,
  digestsDue,
]

/** How far this node is with moving the clock; nothing while it does not. */
export const journey = slot<{ progress: Progress | null }>(() => ({ progress: null }))

/** Moves a sandbox's clock ahead and does on the way what falls due. */
export async function advance(
  house: House,
  duration: Duration,
  report?: (progress: Progress) => void,
  queues: readonly DueQueue[] = dueWork,
): Promise<Progress> {
  requireSandbox({ house })
  const here = journey({ house })
  let last: Progress | null = null
  const note = (progress: Progress): void => {
    here.progress = last = progress
    report?.(progress)
  }
  try {
    return await replay(house, queues, (now) => applyDuration(now, duration), note)
  } finally {
    // Whoever was refused because somebody else is on the way leaves that one alone.
    if (last !== null) here.progress = null
  }
}
