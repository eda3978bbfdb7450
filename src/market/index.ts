import type { Endpoint } from '../kernel/endpoint.ts'
import { leaseRoutes } from './lease.routes.ts'
import { oneOfferRoutes } from './oneoffer.routes.ts'
import { reservationRoutes } from './reservation.routes.ts'
import { visibilityRoutes } from './visibility.routes.ts'

/** The door of the market slice. */

export const marketRoutes: readonly Endpoint[] = [
  ...oneOfferRoutes, //
  ...visibilityRoutes,
  ...reservationRoutes,
  ...leaseRoutes,
]

export { allocationStates } from './allocation.states.ts'
export { completeCommitments } from './commitment.jobs.ts'
export { commitmentStates } from './commitment.states.ts'
export { endLease, renewLease, resumeLease, startLease, suspendLease, type Purchase } from './lease.actions.ts'
export { leaseStates } from './lease.states.ts'
export { offerStates } from './offer.states.ts'
export { releaseLapsedHolds } from './reservation.jobs.ts'
export { reservationStates } from './reservation.states.ts'
export { negotiationEvents, tellNegotiators } from './reservationnotice.actions.ts'
