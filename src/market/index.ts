import type { Endpoint } from '../kernel/endpoint.ts'
import { listingRoutes } from './listing.routes.ts'
import { proofRoutes } from './proof.routes.ts'
import { visibilityRoutes } from './visibility.routes.ts'

/** The door of the market slice. */

export const marketRoutes: readonly Endpoint[] = [...listingRoutes, ...proofRoutes, ...visibilityRoutes]

export { allocationStates } from './allocation.states.ts'
export { checkOffer } from './check.actions.ts'
export { bringChecksForward, checkDueOffers, recheckAfterImport } from './check.jobs.ts'
export { commitmentStates } from './commitment.states.ts'
export { leaseStates } from './lease.states.ts'
export { offerNotices, tellHolders } from './notice.actions.ts'
export { offerStates } from './offer.states.ts'
export { noteUndelivered } from './proof.actions.ts'
export { failLapsedProofs } from './proof.jobs.ts'
export { reservationStates } from './reservation.states.ts'
