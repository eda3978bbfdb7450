import { problems } from '../kernel/problems.ts'

/** What letters are refused for. */
export const lettersProblem = problems({
  asn_not_fit: [422, 'No letter can be issued for this AS number; see "errors".'],
  letter_subnets_invalid: [422, 'A letter cannot be issued for one of these subnets; see "errors".'],
  letter_length_invalid: [422, 'max_length must lie between the length of each subnet and 24; see "errors".'],
  letter_company_invalid: [422, 'No letter can name a company so; see "errors".'],
  letter_company_sanctioned: [422, 'No letter can name a company that is under sanctions; see "errors".'],
  letter_company_confirmed: [422, 'The company that this letter names has been confirmed already.'],
  letter_exists: [
    409,
    'There is a live letter for this AS number and subnet already, or one is being bought; see "errors".',
  ],
  subnets_not_leased: [422, 'A subnet is not part of a block your company leases; see "errors".'],
  letters_not_found: [404, 'Some of these are not there; nothing was revoked. See "errors".'],
  too_many_letters: [422, 'At most 500 letters can be revoked at once; name fewer.'],
  letters_cost: [422, 'Letters are not free here: put them into the cart with POST …/cart/items and check out.'],
  letter_pending: [
    422,
    'This letter has not been released yet, so there is no document; see its steps for what is missing.',
  ],
  letter_over: [422, 'This letter has been revoked, or has expired with its lease.'],
  letter_released: [422, 'This letter has been released already.'],
  letter_not_ready: [422, 'This letter cannot be released yet; see "errors" for what is missing.'],
})
