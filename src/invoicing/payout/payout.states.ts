import { machine } from '../../kernel/machine.ts'

/** Owed to the holder from the first of the month; paid once an operator has sent the money. */
export const payoutStates = machine('payout', 'pending', {
  pending: { pay: 'paid' },
  paid: {},
})

export type PayoutStatus = (typeof payoutStates.states)[number]
