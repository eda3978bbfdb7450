import { problems } from '../kernel/problems.ts'

/** What everything about money refuses. */
export const invoicingProblem = problems({
  credits_insufficient: [422, 'Your company has less in credits than that; see /credits for the balance.'],
  payout_paid: [422, 'This payout has been sent already.'],
  payment_declined: [422, 'The payment was declined; nothing was charged. Try again, or use another payment method.'],
  card_refused: [422, 'This card cannot be taken; see the message.'],
  method_not_offered: [422, 'This installation does not take this kind of payment; bank_transfer and manual it takes.'],
  last_payment_method: [422, 'This is the only payment method of the company; add another one first.'],
  signature_invalid: [400, 'The signature does not fit the body and our secret, or is too old.'],
  step_not_open: [422, 'This payment waits for no second step; it was taken, refused or cancelled.'],
  payment_unanswered: [
    503,
    'The payment provider does not answer. Nothing is lost: what was begun is taken up again by itself.',
  ],
})
