import { machine } from '../../kernel/machine.ts'

/**
 * Decisions 5, Reserve. Withdrawn by its caller or not answered in time, a wish has lapsed either way. The holder answers
 * what is pending, the lessee what is countered.
 */
export const reservationStates = machine('reservation', 'pending', {
  pending: { accept: 'accepted', decline: 'declined', counter: 'countered', expire: 'expired', withdraw: 'expired' },
  countered: { accept: 'accepted', decline: 'declined', expire: 'expired', withdraw: 'expired' },
  accepted: { expire: 'expired', withdraw: 'expired' },
  declined: {},
  expired: {},
})
