import { hearOfPayments, hearOfRefunds, tellBuyers, tellHowToPay, tellSubscribers } from '../commerce/index.ts'
import { tellOwners } from '../identity/index.ts'
import { tellBilled, tellPaidHolders } from '../invoicing/index.ts'
import type { Listener } from '../kernel/work/events.ts'
import { lookForGoneRoutes, lookForReadyLetters, tellBothSides } from '../letters/index.ts'
import { noteUndelivered, recheckAfterImport, tellHolders, tellLessees, tellNegotiators } from '../market/index.ts'
import { lookAgainAfterImport, lookAgainAtBlock, lookAgainAtLetters, tellOfRouting } from '../prefixes/index.ts'

/** Everybody who hears of events; each says of which. Those of one event hear it in this order. */
export const listeners: readonly Listener[] = [
  tellOwners,
  tellHolders,
  tellNegotiators,
  tellBothSides,
  tellPaidHolders,
  tellSubscribers,
  tellBuyers,
  tellBilled,
  tellHowToPay,
  noteUndelivered,
  tellLessees,
  hearOfPayments,
  hearOfRefunds,
  recheckAfterImport,
  lookForGoneRoutes,
  lookForReadyLetters,
  lookAgainAfterImport,
  lookAgainAtBlock,
  lookAgainAtLetters,
  tellOfRouting,
]
