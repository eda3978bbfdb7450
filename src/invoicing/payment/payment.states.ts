import { machine } from '../../kernel/machine.ts'

/** One try to take money. What is started is asked of the provider outside every transaction. */
export const paymentStates = machine('payment', 'started', {
  started: {
    authorise: 'authorised',
    ask: 'needs_action',
    succeed: 'succeeded',
    decline: 'declined',
    cancel: 'cancelled',
  },
  authorised: { succeed: 'succeeded', decline: 'declined', cancel: 'cancelled' },
  needs_action: { succeed: 'succeeded', decline: 'declined', cancel: 'cancelled' },
  succeeded: { refund: 'refunding' },
  refunding: { refunded: 'refunded', keep: 'succeeded' },
  declined: {},
  cancelled: {},
  refunded: {},
})
