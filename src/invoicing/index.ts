import type { Endpoint } from '../kernel/endpoint.ts'
import { creditRoutes } from './credit.routes.ts'
import { invoiceRoutes } from './invoice.routes.ts'
import { methodRoutes } from './method.routes.ts'
import { payoutRoutes } from './payout.routes.ts'
import { refundRoutes } from './refund.routes.ts'
import { sandboxRoutes } from './sandbox.routes.ts'
import { stripeRoutes } from './stripe.routes.ts'

/** The door of the invoicing slice. */

export const invoicingRoutes: readonly Endpoint[] = [
  ...invoiceRoutes,
  ...refundRoutes,
  ...creditRoutes,
  ...methodRoutes,
  ...sandboxRoutes,
  ...stripeRoutes,
  ...payoutRoutes,
]

export { readAmount } from './amount.wire.ts'
export { grantCredits } from './credit.actions.ts'
export { changeCredits, findCredits } from './credit.store.ts'
export { cancelInvoices, type Correction } from './creditnote.actions.ts'
export type { Document, DocumentLine, Party } from './document.rules.ts'
export { invoicingInvariants } from './invariants.store.ts'
export { issueInvoices, payInvoices, sellerOf, type Bill, type Means, type Settlement } from './invoice.actions.ts'
export { invoiceStates } from './invoice.states.ts'
export { unpaidInvoicesOf, type Invoice, type Seller } from './invoice.store.ts'
export { dayOf } from './invoicetext.rules.ts'
export { invoicingProblem } from './invoicing.problems.ts'
export { addMethod, changeMethod, findMethod, forgetMethod, methodsByUuid, removeMethod } from './method.actions.ts'
export { MethodAnswer, methodAnswer } from './method.wire.ts'
export { drawHead, drawParties, left, openPaper, rule, sealPaper, width } from './paper.wire.ts'
export {
  cancelPayments,
  capturePayments,
  lookAtPayments,
  recordMoney,
  refundPayments,
  settlePayments,
  startPayments,
  takePayments,
  type PaymentWish,
  type Taken,
  type Taking,
} from './payment.actions.ts'
export { paymentStates } from './payment.states.ts'
export {
  findPayment,
  lockPaymentStates,
  methodFor,
  methodsOf,
  paymentsLeftBehind,
  paymentsOf,
  type Payment,
  type PaymentMethod,
} from './payment.store.ts'
export { makePayouts, markPaidOut, payoutsAhead } from './payout.actions.ts'
export { payOutHolders, payoutsDue } from './payout.jobs.ts'
export { monthsUpTo, type PlannedPayout } from './payout.rules.ts'
export { payoutStates } from './payout.states.ts'
export type { Payout } from './payout.store.ts'
export { payoutInvariants } from './payoutinvariants.store.ts'
export { earnedByMonth } from './payoutview.store.ts'
export { payoutEvents, tellPaidHolders } from './payoutnotice.actions.ts'
export { providerOf, type Provider } from './provider.actions.ts'
export type { Outcome } from './provider.rules.ts'
export { finishRefundsLeftBehind } from './refund.jobs.ts'
export { taxesOf } from './tax.actions.ts'
export { isEuMember, taxesFor } from './tax.rules.ts'
export { addUp, type Discount, type DiscountLine, type Tax, type TaxLine, type Totals } from './totals.rules.ts'
