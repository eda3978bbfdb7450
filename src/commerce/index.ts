import type { Endpoint } from '../kernel/endpoint.ts'
import { billedPeriodRoutes } from './billedperiod.routes.ts'
import { cartRoutes } from './cart.routes.ts'
import { cartAddressRoutes } from './cartaddress.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { discountRoutes } from './discount.routes.ts'
import { addressRoutes } from './address.routes.ts'
import { attentionRoutes } from './attention.routes.ts'
import { countryRoutes } from './country.routes.ts'
import { forecastRoutes } from './forecast.routes.ts'
import { methodRoutes } from './method.routes.ts'
import { orderRoutes } from './order.routes.ts'
import { reserveRoutes } from './reserve.routes.ts'
import { subscriptionRoutes } from './subscription.routes.ts'
import { terminationRoutes } from './termination.routes.ts'

/** The door of the commerce slice. */

export const commerceRoutes: readonly Endpoint[] = [
  ...addressRoutes,
  ...countryRoutes,
  ...reserveRoutes,
  ...cartRoutes,
  ...cartAddressRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...discountRoutes,
  ...methodRoutes,
  ...forecastRoutes,
  ...terminationRoutes,
  ...subscriptionRoutes,
  ...attentionRoutes,
  ...billedPeriodRoutes,
]

export { addAddress } from './address.actions.ts'
export { showCurrentCart } from './cart.actions.ts'
export { copyAddress } from './cartaddress.actions.ts'
export { applyCode, chooseMethod } from './cartmeans.actions.ts'
export { checkOut } from './checkout.actions.ts'
export { createCode } from './discount.actions.ts'
export { nobody } from './purchase.actions.ts'
export { requestTermination } from './termination.actions.ts'
export { cartStates } from './cart.states.ts'
export { renewalsDue } from './due.jobs.ts'
export { orderInvariants } from './invariants.store.ts'
export {
  expireOrders,
  expiringOrders,
  followPaymentChange,
  hearOfPayments,
  hearOfRefunds,
  recoverAtStart,
  recoverCheckouts,
} from './order.jobs.ts'
export { orderStates } from './order.states.ts'
export { runRenewals, type RenewalOptions } from './renewal.actions.ts'
export { renewSubscriptions } from './renewal.jobs.ts'
export { renewalInvariants } from './renewalinvariants.store.ts'
export { renewalEvents, tellSubscribers } from './renewalnotice.actions.ts'
export { subscriptionStates } from './subscription.states.ts'
export { terminationStates } from './termination.states.ts'
export { checkVatNumber } from './vat.actions.ts'
