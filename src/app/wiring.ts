import { hearOfPayments, hearOfRefunds, renewalEvents, tellSubscribers } from '../commerce/index.ts'
import { noticedEvents, tellOwners } from '../identity/index.ts'
import { payoutEvents, tellPaidHolders } from '../invoicing/index.ts'
import type { Listener, Wiring } from '../kernel/work/events.ts'
import {
  letterNotices,
  lookForGoneRoutes,
  lookForReadyLetters,
  readinessEvents,
  tellBothSides,
} from '../letters/index.ts'
import {
  negotiationEvents,
  noteUndelivered,
  offerNotices,
  recheckAfterImport,
  tellHolders,
  tellLessees,
  tellNegotiators,
} from '../market/index.ts'
import {
  blockEvents,
  letterEvents,
  lookAgainAfterImport,
  lookAgainAtBlock,
  lookAgainAtLetters,
} from '../prefixes/index.ts'

/** Who hears of what. */
const hearers: readonly (readonly [types: readonly string[], listener: Listener])[] = [
  [noticedEvents, tellOwners],
  [offerNotices, tellHolders],
  [negotiationEvents, tellNegotiators],
  [letterNotices, tellBothSides],
  [payoutEvents, tellPaidHolders],
  [renewalEvents, tellSubscribers],
  [['mail.failed'], noteUndelivered],
  [['offer.cancelled'], tellLessees],
  [['payment.changed'], hearOfPayments],
  [['invoice.refunded'], hearOfRefunds],
  [['network.replaced', 'network.removed'], recheckAfterImport],
  [['network.replaced', 'network.removed'], lookForGoneRoutes],
  [readinessEvents, lookForReadyLetters],
  [['network.replaced', 'network.removed'], lookAgainAfterImport],
  [blockEvents, lookAgainAtBlock],
  [letterEvents, lookAgainAtLetters],
]

const heard = hearers.flatMap(([types, listener]) => types.map((type) => ({ type, listener })))

export const wiring: Wiring = Object.fromEntries(
  Map.groupBy(heard, ({ type }) => type)
    .entries()
    .map(([type, each]) => [type, each.map(({ listener }) => listener)]),
)
