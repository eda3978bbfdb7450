import type { Endpoint } from '../kernel/endpoint.ts'
import { listingRoutes } from './listing.routes.ts'
import { oneOfferRoutes } from './oneoffer.routes.ts'
import { proofRoutes } from './proof.routes.ts'
import { reservationRoutes } from './reservation.routes.ts'
import { visibilityRoutes } from './visibility.routes.ts'

/** The door of the market slice. */

export const marketRoutes: readonly Endpoint[] = [
  ...listingRoutes,
  ...proofRoutes,
  ...oneOfferRoutes,
  ...visibilityRoutes,
  ...reservationRoutes,
]

export { allocationStates } from './allocation.states.ts'
export { checkOffer } from './check.actions.ts'
export { bringChecksForward, checkDueOffers, recheckAfterImport } from './check.jobs.ts'
export { completeCommitments } from './commitment.jobs.ts'
export { commitmentStates } from './commitment.states.ts'
export { endLease, renewLease, resumeLease, startLease, suspendLease, type Purchase } from './lease.actions.ts'
export { leaseStates } from './lease.states.ts'
export { offerNotices, tellHolders } from './notice.actions.ts'
export { offerStates } from './offer.states.ts'
export { noteUndelivered } from './proof.actions.ts'
export { failLapsedProofs } from './proof.jobs.ts'
export { releaseLapsedHolds } from './reservation.jobs.ts'
export { reservationStates } from './reservation.states.ts'
export { negotiationEvents, tellNegotiators } from './reservationnotice.actions.ts'
