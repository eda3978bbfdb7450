import type { House } from '../kernel/house.ts'
import { replay, type DueQueue, type Progress } from '../kernel/replay.ts'
import { requireSandbox } from '../kernel/testclock.ts'
import { applyDuration, type Duration } from '../kernel/time.ts'
import { expiringOrders, renewalsDue } from '../commerce/index.ts'
import { payoutsDue } from '../invoicing/index.ts'
import { endingCommitments, endingRests, lapsingHolds, lapsingProofs } from '../market/index.ts'

/**
 * Everything that falls due by business time, in the order in which it is done when it falls due together: what lapses
 * first, then what renews, and payouts last, because they count what was earned before.
 */
export const dueWork: readonly DueQueue[] = [
  lapsingHolds,
  lapsingProofs,
  expiringOrders,
  endingRests,
  endingCommitments,
  renewalsDue,
  payoutsDue,
]

/** Moves a sandbox's clock ahead and does on the way what falls due. */
export function advance(
  house: House,
  duration: Duration,
  report?: (progress: Progress) => void,
  queues: readonly DueQueue[] = dueWork,
): Promise<Progress> {
  requireSandbox({ house })
  return replay(house, queues, (now) => applyDuration(now, duration), report)
}
