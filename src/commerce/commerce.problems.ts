import { problems } from '../kernel/problems.ts'

/** What buying, paying and renewing refuses. */
export const commerceProblem = problems({
  address_required: [422, 'Put a billing address into the cart first: POST …/cart/{cart}/addresses/{address}.'],
  cart_empty: [422, 'The cart has no lines; reserve a block or add one with POST …/cart/items.'],
  cart_expired: [409, 'What the cart kept has lapsed and is free again; reserve it anew.'],
  cart_ordered: [409, 'This cart has been ordered; its order is under …/orders.'],
  cart_in_checkout: [409, 'A payment for this cart is under way; wait for its answer.'],
})
