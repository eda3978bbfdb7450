import { problems } from '../kernel/problems.ts'

/** What everything about money refuses. */
export const invoicingProblem = problems({
  credits_insufficient: [422, 'Your company has less in credits than that; see /credits for the balance.'],
  bank_details_missing: [422, 'This holder has no confirmed bank details; it cannot be paid before it has.'],
  nothing_to_withdraw: [422, 'No other bank account has been asked for.'],
  no_own_account: [422, 'Payouts are sent from the first account of SUBLET_BANK_ACCOUNTS, which names none.'],
  nothing_to_pay: [
    422,
    'No payout can be sent: none is pending, or their holders lack bank details, or all are in a file.',
  ],
  ticket_wrong: [422, 'This link is used up, too old or not the latest one; ask for the change again.'],
  payout_paid: [422, 'This payout has been sent already.'],
  payment_declined: [422, 'The payment was declined; nothing was charged. Try again, or use another payment method.'],
  card_refused: [422, 'This card cannot be taken; see the message.'],
  method_not_offered: [422, 'This installation does not take this kind of payment; bank_transfer and manual it takes.'],
  card_page_open: [409, 'No card has been left on this page yet, or it has expired; open another one.'],
  last_payment_method: [422, 'This is the only payment method of the company; add another one first.'],
  signature_invalid: [400, 'The signature does not fit the body and our secret, or is too old.'],
  event_malformed: [400, 'The body is signed, but is no event as Stripe sends them: see its API for their shape.'],
  event_ahead: [400, 'The event was signed or made more than five minutes ahead of our clock; set both clocks right.'],
  step_not_open: [422, 'This payment waits for no second step; it was taken, refused or cancelled.'],
  invoice_not_paid: [422, 'Only an invoice that has been paid can be refunded.'],
  invoice_refunded: [422, 'This invoice has been refunded before; its credit note says so.'],
  refund_too_large: [422, 'This is more than is left of the invoice; its credit notes have taken back the rest.'],
  refund_part_to_method: [
    422,
    'Only a whole invoice goes back to the payment method. Refund a part of it, or what a part has left, to credits.',
  ],
  credit_note_final: [422, 'A credit note takes an invoice back and cannot be refunded itself.'],
  refund_under_way: [409, 'A refund of this invoice is under way; read the invoice again in a minute.'],
  refund_declined: [422, 'The payment provider did not give the money back. Refund to credits instead, or ask it why.'],
  payment_unanswered: [
    503,
    'The payment provider does not answer. Nothing is lost: what was begun is taken up again by itself within minutes. Read the order, or send the same again with the same Idempotency-Key, to learn how it ended.',
  ],
})
