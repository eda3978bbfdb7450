import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Liveness } from './liveness.ts'
import { cutOff } from './cut-off.ts'
import type { House } from '../house.ts'
import type { AnyJob, Scheduled } from './jobs.ts'
import { lanesOf, type LaneName } from './lanes.ts'
import { endsWithin } from '../patience.ts'
import { beginShift, type Shift } from './shift.ts'

/** The work outside requests as long as the process lives: in every lane one shift follows upon another. */

export interface Workers {
  readonly busy: boolean
  /** Takes nothing new and waits for what is under way, as long as it may; what then still is, is cut off. */
  stop(): Promise<void>
}

/** In ms: between two tries to begin, and for what is under way when we stop. */
const pauses = { first: 250, longest: 8_000 }
const longestStop = 8_000

export async function startJobs(
  house: House,
  jobs: readonly AnyJob[],
  schedule: readonly Scheduled[],
  lanes: readonly LaneName[] = lanesOf('server'),
): Promise<Workers> {
  const liveness = new Liveness(house.board)
  /** All who may be at work, also those whom a later shift has relieved. */
  const shifts = new Set<Shift>()
  const begin = async (lane: LaneName): Promise<Shift> => {
    const shift = await beginShift({ house, jobs, schedule, liveness }, lane)
    shifts.add(shift)
    return shift
  }
  const end = async (shift: Shift): Promise<void> => {
    await shift.end()
    shifts.delete(shift)
  }
  const stopping = new AbortController()
  const asked = once(stopping.signal, 'abort')
  const keep = async (lane: LaneName, first: Shift): Promise<void> => {
    for (let shift: Shift | null = first; shift;) {
      const why = await Promise.race([shift.spent, asked])
      if (stopping.signal.aborted) return end(shift)
      house.log.warn({ err: why, lane }, 'jobs begin anew')
      void end(shift)
      shift = await untilBegun(() => begin(lane), stopping.signal)
    }
  }
  const kept: Promise<void>[] = []
  const stop = async (): Promise<void> => {
    stopping.abort()
    await endsWithin(
      longestStop,
      Promise.all(kept).then(() => untilEmpty(shifts)),
    )
    const { list } = cutOff({ house })
    for (const { underWay } of shifts) for (const { id, name } of underWay) list.push({ what: 'job', id, name })
    await liveness.close()
  }
  try {
    for (const lane of lanes) kept.push(keep(lane, await begin(lane)))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    get busy() {
      return [...shifts].some(({ underWay }) => underWay.size > 0)
    },
    stop,
  }
}

/** More and more patiently; nothing once nobody wants it any more. */
async function untilBegun(begin: () => Promise<Shift>, unwanted: AbortSignal): Promise<Shift | null> {
  for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
    await pause(wait, undefined, { signal: unwanted }).catch(() => undefined)
    if (unwanted.aborted) return null
    const begun = await begin().catch(() => null)
    if (begun) return begun
  }
}

async function untilEmpty(set: ReadonlySet<unknown>): Promise<void> {
  while (set.size > 0) await pause(20, undefined, { ref: false })
}
