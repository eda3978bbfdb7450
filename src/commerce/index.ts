import type { Endpoint } from '../kernel/endpoint.ts'
import { methodRoutes } from './method.routes.ts'

/** The door of the commerce slice. */

export const commerceRoutes: readonly Endpoint[] = [...methodRoutes]

export { cartStates } from './cart.states.ts'
export { orderStates } from './order.states.ts'
export { renewSubscriptions } from './renewal.jobs.ts'
export { renewalEvents, tellSubscribers } from './renewalnotice.actions.ts'
export { subscriptionStates } from './subscription.states.ts'
export { terminationStates } from './termination.states.ts'
