import type { Endpoint } from '../kernel/endpoint.ts'
import { billedPeriodRoutes } from './renewal/billed-period.routes.ts'
import { bankLineRoutes } from './bank/line.routes.ts'
import { transferRoutes } from './bank/transfer.routes.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { cartAddressRoutes } from './cart/address.routes.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { discountRoutes } from './discount/discount.routes.ts'
import { addressRoutes } from './address/address.routes.ts'
import { vatRoutes } from './address/vat.routes.ts'
import { attentionRoutes } from './attention/attention.routes.ts'
import { companyRoutes } from './company/company.routes.ts'
import { countryRoutes } from './address/country.routes.ts'
import { forecastRoutes } from './forecast/forecast.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { invoiceRoutes } from './invoice/invoice.routes.ts'
import { leaseRoutes } from './subscription/lease.routes.ts'
import { methodRoutes } from './payment-method/method.routes.ts'
import { orderRoutes } from './order/order.routes.ts'
import { refundPreviewRoutes } from './refund/refund.routes.ts'
import { reserveRoutes } from './cart/reserve.routes.ts'
import { subscriptionRoutes } from './subscription/subscription.routes.ts'
import { terminationRoutes } from './termination/termination.routes.ts'

/** The door of the commerce slice. */

export const commerceRoutes: readonly Endpoint[] = [
  ...addressRoutes,
  ...vatRoutes,
  ...countryRoutes,
  ...reserveRoutes,
  ...cartRoutes,
  ...cartAddressRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...transferRoutes,
  ...bankLineRoutes,
  ...invoiceRoutes,
  ...discountRoutes,
  ...methodRoutes,
  ...forecastRoutes,
  ...terminationRoutes,
  ...subscriptionRoutes,
  ...leaseRoutes,
  ...attentionRoutes,
  ...homeRoutes,
  ...companyRoutes,
  ...refundPreviewRoutes,
  ...billedPeriodRoutes,
]

export { addAddress } from './address/address.actions.ts'
export { operatorAttention } from './attention/attention.actions.ts'
export { OperatorAttentionAnswer, operatorAttentionAnswer } from './attention/attention.wire.ts'
export { failedRenewals } from './renewal/failing.store.ts'
export { failingSteps } from './renewal/period.rules.ts'
export { bankInvariants } from './bank/invariants.store.ts'
export { bankLineStates } from './bank/line.states.ts'
export { tellHowToPay } from './bank/notice.actions.ts'
export { showCurrentCart } from './cart/cart.actions.ts'
export { copyAddress } from './cart/address.actions.ts'
export { applyCode, chooseMethod } from './cart/means.actions.ts'
export { checkOut } from './checkout/checkout.actions.ts'
export { createCode } from './discount/discount.actions.ts'
export { nobody } from './checkout/purchase.actions.ts'
export { requestTermination } from './termination/termination.actions.ts'
export { cartStates } from './cart/cart.states.ts'
export { renewalsDue } from './renewal/due.jobs.ts'
export { orderInvariants } from './invariants.store.ts'
export {
  expireOrders,
  expiringOrders,
  followPaymentChange,
  hearOfPayments,
  hearOfRefunds,
  recoverAtStart,
  recoverCheckouts,
} from './order/order.jobs.ts'
export { orderStates } from './order/order.states.ts'
export { renewSubscriptions } from './renewal/renewal.jobs.ts'
export { renewalInvariants } from './renewal/invariants.store.ts'
export { tellBuyers } from './order/notice.actions.ts'
export { tellSubscribers, troubleWords, withAccounts } from './renewal/notice.actions.ts'
export { subscriptionStates } from './subscription/subscription.states.ts'
export { terminationStates } from './termination/termination.states.ts'
export { commerceEvents } from './commerce.events.ts'
export { checkVatNumber, recheckVatNumbers } from './address/vat.actions.ts'
export { commerceSettings } from './commerce.settings.ts'
export { renewalChecks } from './readiness.rules.ts'
