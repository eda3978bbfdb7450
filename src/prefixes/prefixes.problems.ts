import { problems } from '../kernel/problems.ts'

/** How the prefixes slice says no. */
export const prefixProblem = problems({
  invalid_notation: [400, 'The path names no prefix: write it as 192.0.2.0%2F24 or 2001:db8::%2F32.'],
  metadata_full: [422, 'A prefix has at most 64 metadata keys; delete some first.'],
  geofeed_invalid: [422, 'Some lines of the geofeed are not acceptable; see "errors".'],
})
