import { invoicingProblem, readAmount } from '../../invoicing/index.ts'
import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint, type Input } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, sortKeys, wholeQuery } from '../../kernel/db/paging.ts'
import { csvBeside } from '../../kernel/http/download.ts'
import { DataOf, Type, type Static } from '../../kernel/http/schema.ts'
import { recordSeen } from '../bank/line.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'
import {
  cancelOrder,
  ordersInBatches,
  payOrder,
  showOrder,
  showOrders,
  showWaitingOrders,
  waitingOrdersInBatches,
} from './order.actions.ts'
import {
  CheckoutAnswer,
  OperatorOrderAnswer,
  operatorOrderAnswer,
  operatorOrderCsv,
  OperatorOrderQuery,
  operatorOrdersPerPage,
  OperatorPaymentBody,
  OrderAnswer,
  orderAnswer,
  orderCsv,
  OrderLineAnswer,
  orderLineAnswer,
  OrderPath,
  OrderQuery,
  orderSorts,
  ordersPerPage,
  readDay,
} from './order.wire.ts'
import type { Asker, OrderView } from '../checkout/purchase.actions.ts'

const orders = '/ecommerce/public/:user_id/orders'
const access = { by: 'token', scope: 'ecommerce' } as const
const notWaiting = commerceProblem.rows('order_not_waiting', 'order_in_checkout')

/** The answer of every endpoint that pays. */
export const checkoutAnswer = ({ house }: Context, view: OrderView) => ({
  data: { order: orderAnswer(view, house.config.currency) },
})

/** The caller, to whom is answered in the endpoint's words. */
export const askerOf = (
  ctx: Context,
  input: Pick<Input<undefined, undefined, undefined>, 'keep' | 'begin'>,
  answer: (ctx: Context, view: OrderView) => unknown,
): Asker => ({ keep: (tx, view) => input.keep(tx, answer(ctx, view)), begin: input.begin })

/** What the list and the file are of alike. */
const wishOf = (ctx: Context, { filter, sort }: Pick<Static<typeof OrderQuery>, 'filter' | 'sort'>) => ({
  tenant: tenantOf(ctx),
  status: filter?.status ?? [],
  search: filter?.search ?? null,
  descending: sortKeys(sort, orderSorts, '-placed_at')[0]?.descending ?? true,
})

const ownOrders = endpoint({
  id: 'listOrders',
  route: `GET ${orders}`,
  tag: 'Orders',
  summary: 'List orders',
  description: 'The newest first unless sorted otherwise.',
  access,
  query: OrderQuery,
  answer: PageOf(OrderAnswer),
  handle: async (ctx, { query }) => {
    const page = pageOf(query, ordersPerPage)
    const { rows, total } = await showOrders(ctx, { ...wishOf(ctx, query), ...page })
    const data = rows.map((view) => orderAnswer(view, ctx.house.config.currency))
    return { data, meta: pageMeta(page, rows.length, total) }
  },
})

const waitingOrders = endpoint({
  id: 'operatorListOrders',
  route: 'GET /portal/operator/orders',
  tag: 'Operator',
  summary: 'List purchases of all companies that wait for their money',
  description: 'The first to expire in front. What has come by a bank is recorded by the payment of the order.',
  access: { by: 'operator' },
  query: OperatorOrderQuery,
  answer: PageOf(OperatorOrderAnswer),
  handle: async (ctx, { query }) => {
    const page = pageOf(query, operatorOrdersPerPage)
    const { rows, total } = await showWaitingOrders(ctx, page)
    const data = rows.map((view) => operatorOrderAnswer(view, ctx.house.config.currency))
    return { data, meta: pageMeta(page, rows.length, total) }
  },
})

export const orderRoutes: readonly Endpoint[] = [
  ownOrders,
  csvBeside(ownOrders, {
    id: 'exportOrders',
    summary: 'Download orders as CSV',
    name: 'orders',
    query: wholeQuery(OrderQuery),
    columns: orderCsv,
    batches: (ctx, query) => ordersInBatches(ctx, wishOf(ctx, query)),
  }),
  endpoint({
    id: 'getOrder',
    route: `GET ${orders}/:order_uuid`,
    tag: 'Orders',
    summary: 'Read an order',
    access,
    params: OrderPath,
    answer: DataOf(OrderAnswer),
    handle: async (ctx, { params }) => ({
      data: orderAnswer(await showOrder(ctx, tenantOf(ctx), params.order_uuid), ctx.house.config.currency),
    }),
  }),
  endpoint({
    id: 'listOrderLines',
    route: `GET ${orders}/:order_uuid/lines`,
    tag: 'Orders',
    summary: 'List the lines of an order',
    description: 'All of them.',
    access,
    params: OrderPath,
    answer: DataOf(Type.Array(OrderLineAnswer)),
    handle: async (ctx, { params }) => {
      const { order } = await showOrder(ctx, tenantOf(ctx), params.order_uuid)
      return { data: order.lines.map((line) => orderLineAnswer(line, ctx.house.config.currency)) }
    },
  }),
  endpoint({
    id: 'checkoutOrder',
    route: `POST ${orders}/:order_uuid/checkout`,
    tag: 'Orders',
    summary: 'Pay for an order that waits',
    description:
      'After a second step, asks how the payment stands. Otherwise charges the payment method of the order or, where it was declined, the default one. A declined payment leaves the order waiting.',
    access,
    params: OrderPath,
    answer: CheckoutAnswer,
    ownTransactions: 'keeps answers',
    refuses: [
      ...notWaiting,
      ...commerceProblem.rows('payment_method_required'),
      ...invoicingProblem.rows('payment_declined', 'payment_unanswered'),
    ],
    answerOf: checkoutAnswer,
    handle: async (ctx, input) =>
      checkoutAnswer(
        ctx,
        await payOrder(ctx, tenantOf(ctx), input.params.order_uuid, askerOf(ctx, input, checkoutAnswer)),
      ),
  }),
  endpoint({
    id: 'openPaymentPage',
    route: `POST ${orders}/:order_uuid/payment-page`,
    tag: 'Orders',
    summary: "Pay for an order that waits on the provider's page",
    description:
      '`payment.action_url` says where the person pays, with any card; the provider asks for a second step itself, and a ' +
      'declined card is tried again there. The card then pays renewals, too.',
    access,
    params: OrderPath,
    answer: CheckoutAnswer,
    ownTransactions: 'keeps answers',
    refuses: [...notWaiting, ...invoicingProblem.rows('method_not_offered', 'payment_declined', 'payment_unanswered')],
    answerOf: checkoutAnswer,
    handle: async (ctx, input) =>
      checkoutAnswer(
        ctx,
        await payOrder(ctx, tenantOf(ctx), input.params.order_uuid, askerOf(ctx, input, checkoutAnswer), 'page'),
      ),
  }),
  endpoint({
    id: 'cancelOrder',
    route: `POST ${orders}/:order_uuid/cancel`,
    tag: 'Orders',
    summary: 'Cancel an order that waits',
    description: 'Its blocks are free again.',
    access,
    params: OrderPath,
    answer: DataOf(OrderAnswer),
    ownTransactions: 'keeps answers',
    refuses: [...notWaiting, ...invoicingProblem.rows('payment_unanswered')],
    handle: async (ctx, input) => {
      const answer = (view: OrderView) => ({ data: orderAnswer(view, ctx.house.config.currency) })
      const { order_uuid } = input.params
      return answer(await cancelOrder(ctx, tenantOf(ctx), order_uuid, (tx, view) => input.keep(tx, answer(view))))
    },
  }),
  waitingOrders,
  csvBeside(waitingOrders, {
    id: 'operatorExportOrders',
    summary: 'Download purchases of all companies that wait for their money as CSV',
    name: 'waiting-orders',
    query: wholeQuery(OperatorOrderQuery),
    columns: operatorOrderCsv,
    batches: (ctx) => waitingOrdersInBatches(ctx),
  }),
  endpoint({
    id: 'operatorRecordPayment',
    route: 'POST /portal/operator/orders/:order_uuid/payment',
    tag: 'Operator',
    summary: 'Record that the money for an order has come',
    description:
      'By a bank or in another way. In full unless an amount is said: less than what is left leaves the order waiting for ' +
      'the rest, more completes it and becomes credits.',
    access: { by: 'operator' },
    params: OrderPath,
    body: OperatorPaymentBody,
    answer: DataOf(OrderAnswer),
    ownTransactions: 'keeps answers',
    refuses: [
      ...notWaiting,
      ...commerceProblem.rows('bank_line_known', 'currency_foreign'),
      ...invoicingProblem.rows('payment_unanswered'),
    ],
    handle: async (ctx, input) => {
      const { params, body } = input
      const { currency } = ctx.house.config
      const answer = (view: OrderView) => ({ data: orderAnswer(view, currency) })
      const seen = {
        reference: body.reference,
        amount: typeof body.amount === 'number' ? readAmount(body.amount, currency).minor : undefined,
        currency: body.currency ?? undefined,
        day: body.received_on ? readDay(body.received_on, 'received_on') : undefined,
        payer: body.payer ?? undefined,
      }
      return answer(await recordSeen(ctx, params.order_uuid, seen, (tx, view) => input.keep(tx, answer(view))))
    },
  }),
]
