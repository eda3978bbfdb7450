import { realNow } from '../kernel/clock.ts'
import type { House } from '../kernel/house.ts'
import { areas, isKind, kinds, type Area } from './kinds.rules.ts'
import { staleAt } from './source.rules.ts'
import { networkSources } from './sources.memory.ts'

interface Freshness {
  readonly area: Area
  /** Of the oldest of its sources. */
  readonly takenAt: Date
  /** Of any of them. */
  readonly stale: boolean
}

/** How old what this node knows is, by what it is about; nothing is said of what it has no data about. */
export function dataFreshness(owner: { readonly house: House }): Freshness[] {
  const now = realNow().getTime()
  const served = networkSources(owner).sources()
  return areas.flatMap((area) => {
    const ofArea = served.filter(({ kind }) => isKind(kind) && kinds[kind].area === area)
    if (ofArea.length === 0) return []
    const takenAt = new Date(Math.min(...ofArea.map((source) => source.takenAt.getTime())))
    return { area, takenAt, stale: ofArea.some((source) => now > staleAt(source)) }
  })
}
