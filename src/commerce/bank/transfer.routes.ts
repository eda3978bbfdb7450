import { tenantOf } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf } from '../../kernel/http/schema.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { OrderPath } from '../order/order.wire.ts'
import { showTransfer } from './transfer.actions.ts'
import { TransferAnswer, transferAnswer } from './transfer.wire.ts'
import { proFormaPdf } from './pro-forma.wire.ts'

const access = { by: 'token', scope: 'ecommerce' } as const

/** Paying an order by a bank, as its buyer sees it. */
export const transferRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getBankTransfer',
    route: 'GET /ecommerce/public/:user_id/orders/:order_uuid/bank-transfer',
    tag: 'Orders',
    summary: 'Read how to pay an order by bank transfer',
    description:
      'Accounts, the reference to name, what is left to pay, and for euro accounts the QR code that banking apps read. ' +
      'Without accounts the installation takes no transfers.',
    access,
    params: OrderPath,
    answer: DataOf(TransferAnswer),
    refuses: commerceProblem.rows('order_not_waiting'),
    handle: async (ctx, { params }) => {
      const { transfer } = await showTransfer(ctx, tenantOf(ctx), params.order_uuid)
      return { data: await transferAnswer(transfer, ctx.house.config.currency) }
    },
  }),
  endpoint({
    id: 'downloadProForma',
    route: 'GET /ecommerce/public/:user_id/orders/:order_uuid/pro-forma',
    tag: 'Orders',
    summary: 'Download an order that waits as a pro-forma invoice',
    access,
    params: OrderPath,
    content: 'application/pdf',
    refuses: commerceProblem.rows('order_not_waiting'),
    handle: async (ctx, { params }) => {
      const paper = await showTransfer(ctx, tenantOf(ctx), params.order_uuid)
      return new Content('application/pdf', await proFormaPdf(paper, ctx.house.config.currency), {
        'content-disposition': `attachment; filename="pro-forma-${paper.transfer.reference}.pdf"`,
      })
    },
  }),
]
