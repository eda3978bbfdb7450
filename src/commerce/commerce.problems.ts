import { problems } from '../kernel/problems.ts'

/** What buying, paying and renewing refuses. */
export const commerceProblem = problems({
  address_required: [422, 'Put a billing address into the cart first: POST …/cart/{cart}/addresses/{address}.'],
  cart_empty: [422, 'The cart has no lines; reserve a block or add one with POST …/cart/items.'],
  cart_expired: [409, 'What the cart kept has lapsed and is free again; reserve it anew.'],
  letters_removed: [
    422,
    'The leases that the letters in the cart were for have ended, so they were taken out; nothing is left to order.',
  ],
  cart_ordered: [409, 'This cart has been ordered; its order is under …/orders.'],
  forecast_too_large: [
    422,
    'That is too much to foresee at once: at most 1,000 leases, and 6,000 renewals; ask for fewer months.',
  ],
  cart_in_checkout: [409, 'A payment for this cart is under way; wait for its answer.'],
  product_not_sold: [422, 'This kind of product cannot be put into a cart here; see "errors".'],
  discount_code_unknown: [422, 'There is no such discount code.'],
  discount_code_early: [422, 'This discount code is not valid yet.'],
  discount_code_ended: [422, 'This discount code is no longer valid; take it out of the cart.'],
  discount_code_used_up: [422, 'This discount code has been used as often as it may be; take it out of the cart.'],
  discount_code_exists: [422, 'There is a discount code of that name, or there was; choose another.'],
  order_not_waiting: [409, 'This order does not wait for a payment.'],
  order_in_checkout: [409, 'A payment for this order is under way; wait for its answer.'],
  bank_line_known: [409, 'This line of the bank has been recorded before; look for it among the bank lines.'],
  bank_line_settled: [409, 'This line of the bank has been booked or dismissed already.'],
  bank_transfer_not_offered: [422, 'This installation names no bank account: its operator sets SUBLET_BANK_ACCOUNTS.'],
  currency_foreign: [422, 'This money is in another currency than orders are; send it back, and dismiss the line.'],
  statement_unreadable: [422, 'This is no whole bank statement; nothing was taken from it.'],
  subscription_terminated: [422, 'This subscription has ended already.'],
  termination_requested: [422, 'A termination of this subscription has been asked for already; cancel that one first.'],
  termination_decided: [409, 'This request has been decided already.'],
  termination_closed: [422, 'This request is no longer open: it was rejected, cancelled or carried out.'],
  payment_method_required: [422, 'Add a card first: nothing that could be charged is among your payment methods.'],
})
