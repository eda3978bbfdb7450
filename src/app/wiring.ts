import { raiseAlerts } from '../alerts/index.ts'
import { hearOfPayments, hearOfRefunds, tellBuyers, tellHowToPay, tellSubscribers } from '../commerce/index.ts'
import { tellOwners } from '../identity/index.ts'
import { tellBilled, tellPaidHolders } from '../invoicing/index.ts'
import { emptyEndedLease } from '../dns/index.ts'
import type { Listener } from '../kernel/work/events.ts'
import { lookForGoneRoutes, lookForReadyLetters, tellBothSides } from '../letters/index.ts'
import { noteUndelivered, placeAfterImport, recheckAfterImport, tellNegotiators } from '../market/index.ts'
import { lookAgainAfterImport, lookAgainAtBlock, lookAgainAtLetters } from '../prefixes/index.ts'
import { lookForMadeObjects, planForLetters, planForWaitingLetters } from '../routing/index.ts'
import { publishEvents, tellOfSwitchedOff } from '../webhooks/index.ts'

/** Everybody who hears of events; each says of which. Those of one event hear it in this order. */
export const listeners: readonly Listener[] = [
  tellOwners,
  tellNegotiators,
  tellBothSides,
  tellPaidHolders,
  tellSubscribers,
  tellBuyers,
  tellBilled,
  tellHowToPay,
  noteUndelivered,
  hearOfPayments,
  hearOfRefunds,
  recheckAfterImport,
  placeAfterImport,
  lookForGoneRoutes,
  lookForReadyLetters,
  lookAgainAfterImport,
  lookAgainAtBlock,
  lookAgainAtLetters,
  planForLetters,
  planForWaitingLetters,
  lookForMadeObjects,
  emptyEndedLease,
  raiseAlerts,
  publishEvents,
  tellOfSwitchedOff,
]
