import type { ObjectReason, ObjectStatus, ObjectTrigger } from './object.states.ts'

/** What happens next to one object, by what the registry has and what our own data shows. First match. */

export interface StepFacts {
  readonly status: ObjectStatus
  /** A live letter needs it. */
  readonly wanted: boolean
  /** It is its turn, and not only that of something beside it. */
  readonly due: boolean
  /** The registry has exactly this: made by us, by somebody else, or not at all. */
  readonly found: 'ours' | 'foreign' | null
  /** Something else at the registry serves as well. */
  readonly served: boolean
  /** The registry lets the holder make it there. */
  readonly held: boolean
  /** Made long enough ago for a registry that tells of it late. */
  readonly settled: boolean
  /** Routes of legitimate others that it would make invalid, in words; null: it cannot be known. */
  readonly danger: string | null
  /** A route object would be passed over as invalid: its ROA comes first. */
  readonly early: boolean
  /** Routes that it allows are gone; null: it cannot be known. */
  readonly withdrawn: boolean | null
}

export interface Step {
  readonly move: ObjectTrigger | null
  readonly reason: ObjectReason | null
  readonly detail?: string
}

const move = (trigger: ObjectTrigger, reason: ObjectReason | null = null): Step => ({ move: trigger, reason })
const wait = (reason: ObjectReason | null): Step => ({ move: null, reason })

/** Null: it stays as it is, for the same reason as before. */
export function nextStep(facts: StepFacts): Step | null {
  return steps[facts.status](facts)
}

const steps: Readonly<Record<ObjectStatus, (facts: StepFacts) => Step | null>> = {
  wanted: (facts) => {
    if (!facts.wanted) return move('drop')
    if (facts.found !== null || facts.served) return move('adopt')
    if (!facts.held) return move('refuse', 'not_held')
    if (facts.early) return wait('waits_for_roa')
    if (facts.danger === null) return wait('no_bgp_data')
    if (facts.danger !== '') return { ...move('refuse', 'would_invalidate'), detail: facts.danger }
    return move('send')
  },
  // What was asked for before a kill or a time-out is looked for before it is asked for again.
  sending: ({ found }) => move(found === 'ours' ? 'confirm' : found === 'foreign' ? 'adopt' : 'miss'),
  made: (facts) => standing(facts),
  seen: (facts) => standing(facts),
  adopted: ({ wanted, found, served }) => {
    if (!wanted) return move('drop')
    return found === null && !served ? move('lose') : wait(null)
  },
  refused: ({ wanted, due, found, served }) => {
    if (!wanted) return move('drop')
    if (found !== null || served) return move('adopt')
    return due ? move('retry') : null
  },
  ending: ({ wanted, found, withdrawn }) => {
    if (wanted) return move('want')
    // Gone already, or replaced by somebody: neither is ours to remove.
    if (found !== 'ours') return move('drop')
    if (withdrawn === null) return wait('no_bgp_data')
    return withdrawn ? move('remove') : wait('still_announced')
  },
  removing: ({ wanted, found }) => {
    if (found === 'ours') return move('miss')
    return found === 'foreign' && !wanted ? move('drop') : removed(wanted)
  },
  gone: () => null,
  left: () => null,
}

/** A letter may have come to need it while it went: then it is made again. */
export const removed = (wanted: boolean): Step => move(wanted ? 'want' : 'confirm')

/** What we made and somebody took away is not made again behind their back. */
function standing({ wanted, found, held, settled }: StepFacts): Step {
  if (!wanted) return move('end')
  if (found === 'foreign') return move('adopt')
  if (found === null && settled) return move('lose', held ? 'removed_elsewhere' : 'not_held')
  return wait(null)
}
