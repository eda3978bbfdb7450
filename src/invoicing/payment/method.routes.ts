import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { Body, DataOf, Nullable, Type, Uuid } from '../../kernel/http/schema.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { addMethod, changeMethod, listMethods } from './method.actions.ts'
import type { PaymentMethod } from './payment.store.ts'
import { MethodAnswer, methodAnswer, NewMethodBody, readMethod } from './method.wire.ts'

/** How a company pays (specification, Payment method). Removing one stands in commerce, which uses them. */

const perPage = 10

export const methodRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listPaymentMethods',
    route: 'GET /ecommerce/public/:user_id/payment-methods',
    tag: 'Payments',
    summary: 'List payment methods',
    description: 'Oldest first.',
    access: { by: 'token', scope: 'ecommerce' },
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(MethodAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await listMethods(ctx, tenantOf(ctx), page)
      return { data: rows.map(methodAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'addPaymentMethod',
    route: 'POST /ecommerce/public/:user_id/payment-methods',
    tag: 'Payments',
    summary: 'Add a payment method',
    description:
      'The first one becomes the default. A card is a test card in a sandbox and a token with Stripe. What is paid by ' +
      'bank_transfer or manual waits until an operator says that the money has come.',
    access: { by: 'token', scope: 'ecommerce' },
    status: 201,
    ownTransactions: 'keeps answers',
    body: NewMethodBody,
    answer: DataOf(MethodAnswer),
    examples: {
      body: { type: 'card', card: { number: '4242424242424242', expiry_month: 12, expiry_year: 2040 } },
    },
    refuses: invoicingProblem.rows('card_refused', 'method_not_offered', 'payment_unanswered'),
    handle: async (ctx, input) => {
      const answerOf = (method: PaymentMethod) => ({ data: methodAnswer(method) })
      const keep = (tx: Context, method: PaymentMethod) => input.keep(tx, answerOf(method))
      return answerOf(await addMethod(ctx, tenantOf(ctx), readMethod(input.body), keep))
    },
  }),
  endpoint({
    id: 'updatePaymentMethod',
    route: 'PATCH /ecommerce/public/:user_id/payment-methods/:paymentMethod_uuid',
    tag: 'Payments',
    summary: 'Make a payment method the default',
    description: 'Anything but true changes nothing.',
    access: { by: 'token', scope: 'ecommerce' },
    params: Type.Object({ paymentMethod_uuid: Uuid }),
    body: Body('PaymentMethodChange', { make_default: Type.Optional(Nullable(Type.Boolean())) }),
    answer: DataOf(MethodAnswer),
    examples: { body: { make_default: true } },
    handle: async (ctx, { params, body }) => {
      const wish = { makeDefault: body.make_default === true }
      return { data: methodAnswer(await changeMethod(ctx, tenantOf(ctx), params.paymentMethod_uuid, wish)) }
    },
  }),
]
