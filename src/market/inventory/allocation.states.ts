import { machine } from '../../kernel/machine.ts'

/**
 * A block in someone's hands: held for a purchase until it lapses, claimed by an order, leased, and where the settings say so
 * resting before it is free again. The exclusion constraint counts these four.
 */
export const allocationStates = machine('allocation', 'held', {
  held: { claim: 'claimed', lease: 'leased', release: 'released' },
  claimed: { unclaim: 'held', lease: 'leased', release: 'released' },
  leased: { rest: 'resting', end: 'ended' },
  resting: { end: 'ended' },
  released: {},
  ended: {},
})
