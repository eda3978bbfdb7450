import type { Endpoint } from '../kernel/endpoint.ts'
import { visibilityRoutes } from './visibility.routes.ts'

/** The door of the market slice. */

export const marketRoutes: readonly Endpoint[] = [
  ...visibilityRoutes, //
]

export { allocationStates } from './allocation.states.ts'
export { commitmentStates } from './commitment.states.ts'
export { leaseStates } from './lease.states.ts'
export { offerStates } from './offer.states.ts'
export { reservationStates } from './reservation.states.ts'
