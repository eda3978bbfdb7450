import { invoicingProblem, readRefundAmount, RefundAmount } from '../../invoicing/index.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { foreseeRefund, mostNamed } from './refund.actions.ts'
import { RefundPreviewAnswer, refundPreviewAnswer } from './refund.wire.ts'

export const refundPreviewRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorPreviewRefund',
    route: 'GET /portal/operator/invoices/:invoiceUUID/refund',
    tag: 'Operator',
    summary: 'Say what a refund would do, and what else it would end',
    description: `Changes nothing, and refuses what the refund itself would refuse. Of letters and leases the first ${mostNamed} are named.`,
    access: { by: 'operator' },
    params: Type.Object({ invoiceUUID: Uuid }),
    query: Type.Object({ amount: Type.Optional(RefundAmount) }),
    answer: DataOf(RefundPreviewAnswer),
    refuses: invoicingProblem.rows(
      'invoice_not_paid',
      'invoice_refunded',
      'credit_note_final',
      'refund_under_way',
      'refund_too_large',
    ),
    handle: async (ctx, { params, query }) => {
      const foreseen = await foreseeRefund(ctx, params.invoiceUUID, readRefundAmount(ctx, query.amount))
      return { data: refundPreviewAnswer(foreseen, ctx.house.config.currency) }
    },
  }),
]
