import { problems } from '../kernel/problems.ts'

/** What the network slice refuses. */
export const networkProblem = problems({
  asn_invalid: [422, 'An AS number is a whole number from 1 to 4294967295, with or without "AS" before it.'],
  acceptance_end: [422, 'An acceptance ends within a year: say when.'],
  import_running: [409, 'This source is being imported already; wait until that has ended.'],
  import_failed: [422, 'The file cannot be imported; what there was before keeps serving.'],
  import_empty: [422, 'The file has no rows; import it with force if that is right.'],
  import_shrunk: [422, 'The file has less than half the rows of the last one; import it with force if that is right.'],
  import_ahead: [422, 'The file says that it is of a day to come; import it with force if its data is of today.'],
  url_refused: [422, 'Only http and https addresses of public hosts are fetched, and rtr for vrps.'],
  source_exists: [409, 'A source of this kind has that name or that address already.'],
  source_paused: [409, 'This source is paused; resume it first, or give its address to import it once.'],
  source_unknown: [422, 'No address is configured for this source; give one, or name it in SUBLET_SOURCES.'],
})
