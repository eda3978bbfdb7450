import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { toIsoOffset } from '../../kernel/time.ts'
import { Body, DataOf, named, Nullable, OneOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { BankAccountAnswer, bankAccountAnswer } from '../bank/account.wire.ts'
import { bankAccountsOf } from '../bank/account.actions.ts'
import { invoicingProblem } from '../invoicing.problems.ts'
import { addMethod, changeMethod, listMethods } from './method.actions.ts'
import type { PaymentMethod } from './payment.store.ts'
import { openCardPage, takeCardLeft } from './page.actions.ts'
import { cardsTaken, CardPageAnswer, MethodAnswer, methodAnswer, NewMethodBody, readMethod } from './method.wire.ts'

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
    id: 'openCardPage',
    route: 'POST /ecommerce/public/:user_id/payment-methods/card-page',
    tag: 'Payments',
    summary: "Open a page of the provider's on which a person leaves a card",
    description:
      'Send the person to `url`. It comes back to the portal with the name of the page in `session`; a program asks for ' +
      'the card with that name.',
    access: { by: 'token', scope: 'ecommerce' },
    status: 201,
    ownTransactions: true,
    body: Body('NewCardPage', { return_to: Type.Optional(Nullable(OneOf(['methods', 'cart']))) }),
    answer: DataOf(CardPageAnswer),
    refuses: invoicingProblem.rows('method_not_offered', 'payment_unanswered'),
    handle: async (ctx, { body }) => {
      const { session, url, expiresAt } = await openCardPage(ctx, tenantOf(ctx), body.return_to ?? 'methods')
      return { data: { session, url, expires_at: toIsoOffset(expiresAt) } }
    },
  }),
  endpoint({
    id: 'takeCardLeft',
    route: 'POST /ecommerce/public/:user_id/payment-methods/card-page/:session',
    tag: 'Payments',
    summary: 'Add the card that was left on a page',
    description: 'Asked of the provider. The same page twice is the same payment method.',
    access: { by: 'token', scope: 'ecommerce' },
    params: Type.Object({ session: Text(255, { pattern: '^cs_[A-Za-z0-9_]+$', examples: ['cs_test_a1B2c3'] }) }),
    ownTransactions: 'keeps answers',
    answer: DataOf(MethodAnswer),
    refuses: invoicingProblem.rows('card_page_open', 'payment_unanswered'),
    handle: async (ctx, input) => {
      const answerOf = (method: PaymentMethod) => ({ data: methodAnswer(method) })
      const keep = (tx: Context, method: PaymentMethod) => input.keep(tx, answerOf(method))
      return answerOf(await takeCardLeft(ctx, tenantOf(ctx), input.params.session, keep))
    },
  }),
  endpoint({
    id: 'getPaymentOptions',
    route: 'GET /ecommerce/public/:user_id/payment-options',
    tag: 'Payments',
    summary: 'Read how this installation can be paid',
    access: { by: 'token', scope: 'ecommerce' },
    answer: DataOf(
      named('PaymentOptions', {
        cards: OneOf(['hosted_page', 'test_cards', 'none']),
        bank_accounts: Type.Array(BankAccountAnswer, { description: 'None: no bank transfers are taken.' }),
        message: Type.String({ description: 'The same in a sentence.' }),
      }),
    ),
    handle: (ctx) => {
      const accounts = bankAccountsOf(ctx)
      const { cards, message } = cardsTaken(ctx.house.config.paymentProvider, accounts.length > 0)
      return { data: { cards, bank_accounts: accounts.map(bankAccountAnswer), message } }
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
