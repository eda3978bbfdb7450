import type { Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { InvoiceAnswer, invoiceAnswer } from '../invoice/invoice.wire.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { refundInvoice, type Refunded } from './refund.actions.ts'

/** Operators give money back. */

const refundAnswer = ({ house }: Context, { invoice, creditNote }: Refunded) => {
  const { currency } = house.config
  return { data: { invoice: invoiceAnswer(invoice, currency), credit_note: invoiceAnswer(creditNote, currency) } }
}

export const refundRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorRefundInvoice',
    route: 'POST /portal/operator/invoices/:invoiceUUID/refund',
    tag: 'Operator',
    summary: 'Refund an invoice',
    description:
      'The whole invoice, never a part: a credit note takes it back. What was paid by credits goes back to credits; the rest goes to the payment method or to credits. What was paid by hand, as by bank transfer, must be sent back by hand.',
    access: { by: 'operator' },
    params: Type.Object({ invoiceUUID: Uuid }),
    body: Body('RefundRequest', { to: OneOf(['method', 'credits']), reason: Text(600) }),
    answer: DataOf(named('Refund', { invoice: InvoiceAnswer, credit_note: InvoiceAnswer })),
    examples: { body: { to: 'method', reason: 'The block was unusable.' } },
    refuses: invoicingProblem.rows(
      'invoice_not_paid',
      'invoice_refunded',
      'credit_note_final',
      'refund_under_way',
      'refund_declined',
      'payment_unanswered',
    ),
    ownTransactions: 'keeps answers',
    answerOf: refundAnswer,
    handle: async (ctx, { params, body, keep, begin }) => {
      const asker = { keep: (tx: Context, done: Refunded) => keep(tx, refundAnswer(ctx, done)), begin }
      return refundAnswer(ctx, await refundInvoice(ctx, params.invoiceUUID, body, asker))
    },
  }),
]
