import type { Endpoint } from '../kernel/endpoint.ts'
import { methodRoutes } from './method.routes.ts'
import { sandboxRoutes } from './sandbox.routes.ts'
import { stripeRoutes } from './stripe.routes.ts'

/** The door of the invoicing slice. */

export const invoicingRoutes: readonly Endpoint[] = [...methodRoutes, ...sandboxRoutes, ...stripeRoutes]

export { changeCredits, findCredits } from './credit.store.ts'
export type { Document, DocumentLine, Party } from './document.rules.ts'
export { issueInvoices, payInvoices, type Bill, type Means, type Settlement } from './invoice.actions.ts'
export { invoiceStates } from './invoice.states.ts'
export type { Invoice } from './invoice.store.ts'
export { invoicingProblem } from './invoicing.problems.ts'
export { addMethod, changeMethod, findMethod, forgetMethod, methodsByUuid, removeMethod } from './method.actions.ts'
export {
  cancelPayments,
  capturePayments,
  lookAtPayments,
  refundPayments,
  settlePayments,
  startPayments,
  takePayments,
  type PaymentWish,
  type Taken,
  type Taking,
} from './payment.actions.ts'
export { paymentStates } from './payment.states.ts'
export { findPayment, methodFor, type Payment, type PaymentMethod } from './payment.store.ts'
export { providerOf, type Provider } from './provider.actions.ts'
export type { Outcome } from './provider.rules.ts'
export { addUp, type Discount, type DiscountLine, type Tax, type TaxLine, type Totals } from './totals.rules.ts'
