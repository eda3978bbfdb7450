import { machine } from '../../kernel/machine.ts'

/** Decisions 6, Subscription. */
export const subscriptionStates = machine('subscription', 'active', {
  active: { suspend: 'suspended', terminate: 'terminated' },
  suspended: { resume: 'active', terminate: 'terminated' },
  terminated: {},
})

export type SubscriptionStatus = (typeof subscriptionStates.states)[number]
