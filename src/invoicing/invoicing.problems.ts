import { problems } from '../kernel/problems.ts'

/** What everything about money refuses. */
export const invoicingProblem = problems({
  credits_insufficient: [422, 'Your company has less in credits than that; see /credits for the balance.'],
  payout_paid: [422, 'This payout has been sent already.'],
  payment_declined: [422, 'The payment was declined; nothing was charged. Try again, or use another payment method.'],
})
