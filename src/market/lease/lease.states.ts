import { machine } from '../../kernel/machine.ts'

/** Decisions 5, List services. */
export const leaseStates = machine('lease', 'pending', {
  pending: { activate: 'active', terminate: 'terminated' },
  active: { suspend: 'suspended', terminate: 'terminated' },
  suspended: { resume: 'active', terminate: 'terminated' },
  terminated: {},
})

export type LeaseStatus = (typeof leaseStates.states)[number]
