import { machine } from '../../kernel/machine.ts'

/** Decisions 6, Commitment: pending with its reservation, active with its lease. */
export const commitmentStates = machine('commitment', 'pending', {
  pending: { start: 'active', terminate: 'terminated' },
  active: { complete: 'completed', terminate: 'terminated' },
  completed: {},
  terminated: {},
})
