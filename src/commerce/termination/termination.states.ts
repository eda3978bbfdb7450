import { machine } from '../../kernel/machine.ts'

/** Decisions 6, Termination request: the end of a period needs nobody's word, an end at once an operator's. */
export const terminationStates = machine('termination_request', 'pending', {
  pending: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
  approved: { complete: 'completed', cancel: 'cancelled' },
  completed: {},
  rejected: {},
  cancelled: {},
})
