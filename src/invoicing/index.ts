import type { Endpoint } from '../kernel/endpoint.ts'
import { creditRoutes } from './credit/credit.routes.ts'
import { invoiceRoutes } from './invoice/invoice.routes.ts'
import { ledgerRoutes } from './ledger/ledger.routes.ts'
import { methodRoutes } from './payment/method.routes.ts'
import { payoutRoutes } from './payout/payout.routes.ts'
import { payoutFileRoutes } from './payout/file.routes.ts'
import { detailsRoutes } from './details/details.routes.ts'
import { refundRoutes } from './payment/refund.routes.ts'
import { sandboxRoutes } from './sandbox/sandbox.routes.ts'
import { stripeRoutes } from './stripe/stripe.routes.ts'

/** The door of the invoicing slice. */

export const invoicingRoutes: readonly Endpoint[] = [
  ...invoiceRoutes,
  ...refundRoutes,
  ...creditRoutes,
  ...ledgerRoutes,
  ...methodRoutes,
  ...sandboxRoutes,
  ...stripeRoutes,
  ...payoutRoutes,
  ...payoutFileRoutes,
  ...detailsRoutes,
]

export { readAmount } from './amount.wire.ts'
export { bankAccountsOf } from './bank/account.actions.ts'
export { numberOfAccount, type BankAccount } from './bank/account.rules.ts'
export { BankAccountAnswer, bankAccountAnswer } from './bank/account.wire.ts'
export { epcText } from './bank/epc.rules.ts'
export { grouped } from './bank/iban.rules.ts'
export { referenceFor, referencesIn, uuidsWith } from './bank/reference.rules.ts'
export { depositCredits, grantCredits } from './credit/credit.actions.ts'
export { changeCredits } from './credit/credit.store.ts'
export { planRefund } from './payment/refund.actions.ts'
export { lostBy } from './payment/refund.rules.ts'
export { readRefundAmount, RefundAmount } from './payment/refund.routes.ts'
export { cancelInvoices } from './invoice/credit-note.actions.ts'
export type { Document, DocumentLine, Party } from './invoice/document.rules.ts'
export { invoicingInvariants } from './invariants.store.ts'
export {
  issueInvoiceAtCommit,
  issueInvoices,
  payInvoices,
  sellerOf,
  type Bill,
  type Means,
} from './invoice/invoice.actions.ts'
export { buyerOf, drawLines, drawNotices, drawSums, invoiceFile } from './invoice/pdf.wire.ts'
export { tellBilled } from './invoice/notice.actions.ts'
export { invoiceOf, listInvoices, showInvoice } from './invoice/view.actions.ts'
export { leftToPay, percentOfRate } from './invoice/view.rules.ts'
export type { InvoiceView } from './invoice/list.store.ts'
export { invoiceStates } from './invoice/invoice.states.ts'
export { unpaidInvoicesOf, type Invoice, type Seller } from './invoice/invoice.store.ts'
export { dayOf, taxName } from './invoice/text.rules.ts'
export { invoicingEvents } from './invoicing.events.ts'
export { invoicingProblem } from './invoicing.problems.ts'
export { addMethod, forgetMethod, methodsByUuid, removeMethod } from './payment/method.actions.ts'
export { finishCardPage, keepPaidCard } from './payment/page.actions.ts'
export { cardsTaken, MethodAnswer, methodAnswer } from './payment/method.wire.ts'
export { drawHead, drawParties, label, left, openPaper, rule, sealPaper, width } from './invoice/paper.wire.ts'
export {
  cancelPayments,
  capturePayments,
  lookAtPayments,
  recordMoney,
  refundPayments,
  settlePayments,
  startPayments,
  takePayments,
  type Taken,
  type Taking,
} from './payment/payment.actions.ts'
export { paymentStates } from './payment/payment.states.ts'
export {
  findPayment,
  lockPaymentStates,
  methodFor,
  methodsOf,
  paymentsLeftBehind,
  paymentsOf,
  type Payment,
  type PaymentMethod,
} from './payment/payment.store.ts'
export { bankDetailsStates } from './details/details.states.ts'
export { markPaidOut, payoutsAhead } from './payout/payout.actions.ts'
export { payOutHolders, payoutsDue } from './payout/payout.jobs.ts'
export { monthsUpTo, type PlannedPayout } from './payout/payout.rules.ts'
export { payoutStates } from './payout/payout.states.ts'
export { payoutInvariants } from './payout/invariants.store.ts'
export { earnedByMonth } from './payout/view.store.ts'
export { tellPaidHolders } from './payout/notice.actions.ts'
export type { Outcome } from './payment/provider.rules.ts'
export { finishRefundsLeftBehind } from './payment/refund.jobs.ts'
export { taxesOf } from './tax/tax.actions.ts'
export { addUp, amountsOf, type Amounts, type Discount, type Tax, type Totals } from './invoice/totals.rules.ts'
export { invoicingSettings } from './invoicing.settings.ts'
export { moneyChecks, noWayToPay, type MoneyFacts } from './readiness.rules.ts'
