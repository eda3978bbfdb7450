import type { Endpoint } from '../kernel/endpoint.ts'
import { addressRoutes } from './address.routes.ts'
import { countryRoutes } from './country.routes.ts'
import { methodRoutes } from './method.routes.ts'

/** The door of the commerce slice. */

export const commerceRoutes: readonly Endpoint[] = [...addressRoutes, ...countryRoutes, ...methodRoutes]

export { cartStates } from './cart.states.ts'
export { orderStates } from './order.states.ts'
export { subscriptionStates } from './subscription.states.ts'
export { terminationStates } from './termination.states.ts'
export { checkVatNumber } from './vat.actions.ts'
