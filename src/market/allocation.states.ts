import { machine } from '../kernel/machine.ts'

/** A block in someone's hands: held for a purchase, then leased; the exclusion constraint counts these two. */
export const allocationStates = machine('allocation', 'held', {
  held: { lease: 'leased', release: 'released' },
  leased: { end: 'ended' },
  released: {},
  ended: {},
})

export type AllocationStatus = (typeof allocationStates.states)[number]
