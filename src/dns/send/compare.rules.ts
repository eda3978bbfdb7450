import { setKey, type ZoneContent } from '../backend/backend.rules.ts'

/** A zone as it is, beside what we keep in it. */

interface Kept {
  readonly name: string
  readonly type: string
  readonly contents: readonly string[]
  readonly version: number
  readonly state: 'wanted' | 'sent' | 'seen'
}

interface Compared {
  /** Versions of sets that are there as they should be. */
  readonly seen: readonly number[]
  /** Of those that somebody has changed or removed since. */
  readonly restored: readonly number[]
  /** So many sets there are not ours. */
  readonly foreign: number
}

export function compareZone(kept: readonly Kept[], { sets, others }: ZoneContent): Compared {
  const seen: number[] = []
  const restored: number[] = []
  let ours = 0
  for (const { name, type, contents, version, state } of kept) {
    const there = sets.get(setKey(name, type))
    if (there) ours++
    if (state === 'wanted') continue
    if (there && isSame(there, contents)) {
      if (state === 'sent') seen.push(version)
    } else restored.push(version)
  }
  return { seen, restored, foreign: sets.size - ours + others }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length &&
  (one.length === 1 ? one[0] === other[0] : one.toSorted().join() === other.toSorted().join())
