import type { Endpoint } from '../kernel/endpoint.ts'
import { cartRoutes } from './cart.routes.ts'
import { cartAddressRoutes } from './cartaddress.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { reserveRoutes } from './reserve.routes.ts'

/** The door of the commerce slice. */

export const commerceRoutes: readonly Endpoint[] = [
  ...reserveRoutes,
  ...cartRoutes,
  ...cartAddressRoutes,
  ...checkoutRoutes,
]

export { cartStates } from './cart.states.ts'
export { orderStates } from './order.states.ts'
export { subscriptionStates } from './subscription.states.ts'
export { terminationStates } from './termination.states.ts'
