import { problems } from '../kernel/problems.ts'

/** What the network slice refuses. */
export const networkProblem = problems({
  asn_invalid: [422, 'An AS number is a whole number from 1 to 4294967295, with or without "AS" before it.'],
})
