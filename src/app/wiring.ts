import { hearOfPayments, hearOfRefunds, renewalEvents, tellSubscribers } from '../commerce/index.ts'
import { noticedEvents, tellOwners } from '../identity/index.ts'
import { payoutEvents, tellPaidHolders } from '../invoicing/index.ts'
import type { Listener, Wiring } from '../kernel/events.ts'
import {
  negotiationEvents,
  noteUndelivered,
  offerNotices,
  recheckAfterImport,
  tellHolders,
  tellLessees,
  tellNegotiators,
} from '../market/index.ts'

const heardBy = (types: readonly string[], listener: Listener): Wiring =>
  Object.fromEntries(types.map((type) => [type, [listener]]))

/** Who hears of what. */
export const wiring: Wiring = {
  ...heardBy(noticedEvents, tellOwners),
  ...heardBy(offerNotices, tellHolders),
  ...heardBy(negotiationEvents, tellNegotiators),
  ...heardBy(payoutEvents, tellPaidHolders),
  ...heardBy(renewalEvents, tellSubscribers),
  'mail.failed': [noteUndelivered],
  'offer.cancelled': [tellLessees],
  'payment.changed': [hearOfPayments],
  'invoice.refunded': [hearOfRefunds],
  'network.replaced': [recheckAfterImport],
  'network.removed': [recheckAfterImport],
}
