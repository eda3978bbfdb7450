import type { Endpoint } from '../kernel/endpoint.ts'

/** The door of the market slice. */

export const marketRoutes: readonly Endpoint[] = []

export { allocationStates } from './allocation.states.ts'
export { commitmentStates } from './commitment.states.ts'
export { leaseStates } from './lease.states.ts'
export { offerStates } from './offer.states.ts'
export { reservationStates } from './reservation.states.ts'
