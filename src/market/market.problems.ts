import { problems } from '../kernel/problems.ts'

/**
 * What the market refuses. Statuses are those of additions; an endpoint with listed codes maps them (decisions 1,
 * Codes).
 */
export const marketProblem = problems({
  prefix_invalid: [422, 'The block is not an IPv4 prefix that can be listed; see "errors".'],
  block_listed: [422, 'A block overlaps one that is already on the market; see "errors".'],
  too_many_unproven: [422, 'Your company has as many unproven listings as it may; prove or cancel some first.'],
  proven_elsewhere: [422, 'Another company has proven this space or a part of it; this listing has ended, cancel it.'],
  terms_not_accepted: [422, 'Accept the terms and the subnet actions (tos_accepted, subnet_actions_accepted) to list.'],
  splits_invalid: [422, 'Split limits must satisfy cidr ≤ minimum_split ≤ maximum_split ≤ 24; see "errors".'],
  pricings_invalid: [422, 'A pricing is not acceptable; see "errors".'],
  discounts_invalid: [422, 'A discount for a commitment is not acceptable; see "errors".'],
  offer_ended: [422, 'This market service has been cancelled; it can no longer be changed.'],
  offer_move_forbidden: [422, 'The market service cannot do this in its present state.'],
  code_wrong: [422, 'The code is wrong; see "errors" for how many tries are left.'],
  resend_throttled: [429, 'This contact was mailed a code just now, or often today; wait as long as Retry-After says.'],
  proof_not_by_mail: [422, 'No mailed code is awaited for this market service.'],
  children_invalid: [422, 'A child block is not acceptable; nothing was changed. See "errors".'],
  pricing_not_found: [404, 'There is no such price on the market; search again.'],
  block_not_offered: [422, 'This block is not on offer under this price; see "errors".'],
  period_not_offered: [422, 'This price is not offered for that contract_length; see "errors".'],
  price_too_low: [422, 'The price is below the list price and this holder does not negotiate.'],
  own_block: [422, 'This is a block of your own company; hide it instead of leasing it.'],
  subnet_taken: [409, 'Part of this block is held, leased or withheld; see "errors" for free ones near it.'],
  too_many_reservations: [
    422,
    'Your company keeps as many blocks at a time as it may, those of unpaid orders included; pay, cancel or withdraw some first.',
  ],
  reservation_decided: [422, 'This reservation has been answered, bought or has lapsed.'],
  counter_out_of_range: [422, 'A third price lies between what was offered and the list price; see "errors".'],
  lease_move_forbidden: [422, 'The lease cannot do this in its present state.'],
  loaa_not_signed: [422, 'The authorisation (LOA-A) of this block is not signed; sign it first.'],
  loaa_signed: [422, 'The authorisation (LOA-A) of this block is signed already.'],
})
