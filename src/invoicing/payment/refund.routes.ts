import type { Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, DataOf, named, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { readAmount } from '../amount.wire.ts'
import { InvoiceAnswer, invoiceAnswer } from '../invoice/invoice.wire.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { refundInvoice, type Refunded } from './refund.actions.ts'

/** Operators give money back. */

export const RefundAmount = Type.Number({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'With tax, in the currency of the installation; over 0. All that is left unless said.',
})

const refundAnswer = ({ house }: Context, { invoice, creditNote }: Refunded) => {
  const { currency } = house.config
  return { data: { invoice: invoiceAnswer(invoice, currency), credit_note: invoiceAnswer(creditNote, currency) } }
}

/** In minor units; nothing is all that is left. */
export const readRefundAmount = ({ house }: Context, amount: number | undefined): number | null =>
  amount === undefined ? null : readAmount(amount, house.config.currency).minor

export const refundRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorRefundInvoice',
    route: 'POST /portal/operator/invoices/:invoiceUUID/refund',
    tag: 'Operator',
    summary: 'Refund an invoice, or a part of it',
    description:
      'All that is left of the invoice, or an amount of it with tax: a credit note takes it back, of a part line by line by its share. What was paid by credits goes back to credits; the rest goes to the payment method or to credits. A part, and what a part has left, goes to credits alone. What was paid by hand, as by bank transfer, must be sent back by hand. GET of the same path says beforehand what it would do.',
    access: { by: 'operator' },
    params: Type.Object({ invoiceUUID: Uuid }),
    body: Body('RefundRequest', {
      to: OneOf(['method', 'credits']),
      reason: Text(600),
      amount: Type.Optional(RefundAmount),
    }),
    answer: DataOf(named('Refund', { invoice: InvoiceAnswer, credit_note: InvoiceAnswer })),
    examples: { body: { to: 'method', reason: 'The block was unusable.' } },
    refuses: invoicingProblem.rows(
      'invoice_not_paid',
      'invoice_refunded',
      'refund_too_large',
      'refund_part_to_method',
      'credit_note_final',
      'refund_under_way',
      'refund_declined',
      'payment_unanswered',
    ),
    ownTransactions: 'keeps answers',
    answerOf: refundAnswer,
    handle: async (ctx, { params, body, keep, begin }) => {
      const asker = { keep: (tx: Context, done: Refunded) => keep(tx, refundAnswer(ctx, done)), begin }
      const { to, reason } = body
      const refund = { to, reason, amount: readRefundAmount(ctx, body.amount) }
      return refundAnswer(ctx, await refundInvoice(ctx, params.invoiceUUID, refund, asker))
    },
  }),
]
