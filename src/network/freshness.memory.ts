import { realNow } from '../kernel/clock.ts'
import type { House } from '../kernel/house.ts'
import { areas, isKind, kinds, type Area } from './kinds.rules.ts'
import { staleAt } from './source.rules.ts'
import { networkSources } from './sources.memory.ts'

/** Of the source of an area that is worst off: the oldest that is too old, or else the oldest. */
interface Freshness {
  readonly area: Area
  readonly takenAt: Date
  /** When it was imported, or was last found unchanged. */
  readonly checkedAt: Date
  /** How old it may grow. Null: it is a sample that nobody renews. */
  readonly freshSeconds: number | null
  readonly stale: boolean
}

/** How old what this node knows is, by what it is about; nothing is said of what it has no data about. */
export function dataFreshness(owner: { readonly house: House }): Freshness[] {
  const now = realNow().getTime()
  const served = networkSources(owner)
    .sources()
    .map((source) => ({ ...source, stale: now > staleAt(source) }))
    .toSorted((a, b) => Number(b.stale) - Number(a.stale) || a.takenAt.getTime() - b.takenAt.getTime())
  return areas.flatMap((area) => {
    const worst = served.find(({ kind }) => isKind(kind) && kinds[kind].area === area)
    if (worst === undefined) return []
    const { takenAt, checkedAt, freshSeconds, stale } = worst
    return { area, takenAt, checkedAt, freshSeconds, stale }
  })
}
