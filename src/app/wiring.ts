import { noticedEvents, tellOwners } from '../identity/index.ts'
import type { Listener, Wiring } from '../kernel/events.ts'
import { noteUndelivered, offerNotices, recheckAfterImport, tellHolders } from '../market/index.ts'

const all = (types: readonly string[], listener: Listener): Wiring =>
  Object.fromEntries(types.map((type) => [type, [listener]]))

/** Who hears of what. */
export const wiring: Wiring = {
  ...all(noticedEvents, tellOwners),
  ...all(offerNotices, tellHolders),
  'mail.failed': [noteUndelivered],
  'network.replaced': [recheckAfterImport],
}
