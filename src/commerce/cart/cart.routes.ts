import { invoicingProblem, readAmount } from '../../invoicing/index.ts'
import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { removeLine, showCart, showCurrentCart, type CartView } from './cart.actions.ts'
import { CartAnswer, cartAnswer, CartPath, CreditsBody, ItemAnswer, itemAnswer } from './cart.wire.ts'
import { applyCode, applyCredits, chooseMethod, removeCode, removeCredits } from './means.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'

export const cartsPath = '/ecommerce/public/:user_id/cart'
const path = `${cartsPath}/:cart_uuid`
const access = { by: 'token', scope: 'ecommerce' } as const
const answer = DataOf(CartAnswer)
export const closedCart = commerceProblem.rows('cart_ordered', 'cart_in_checkout')

const shown = async (ctx: Context, view: Promise<CartView>) => ({
  data: cartAnswer(await view, ctx.house.config.currency),
})

const CodePath = Type.Object({ cart_uuid: Uuid, code: Text(64) })

export const cartRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getCurrentCart',
    route: `GET ${cartsPath}`,
    tag: 'Cart',
    summary: 'Read the current cart',
    description: 'Made on first read. Its items are the blocks the company holds and has not bought.',
    access,
    answer,
    handle: (ctx) => shown(ctx, showCurrentCart(ctx, tenantOf(ctx))),
  }),
  endpoint({
    id: 'getCart',
    route: `GET ${path}`,
    tag: 'Cart',
    summary: 'Read a cart',
    description: 'One that was ordered shows what was ordered.',
    access,
    params: CartPath,
    answer,
    handle: (ctx, { params }) => shown(ctx, showCart(ctx, tenantOf(ctx), params.cart_uuid)),
  }),
  endpoint({
    id: 'listCartLines',
    route: `GET ${path}/lines`,
    tag: 'Cart',
    summary: 'List the lines of a cart',
    description: 'All of them: a company holds at most a hundred blocks.',
    access,
    params: CartPath,
    answer: DataOf(Type.Array(ItemAnswer)),
    handle: async (ctx, { params }) => {
      const { items } = await showCart(ctx, tenantOf(ctx), params.cart_uuid)
      return { data: items.map((item) => itemAnswer(item, ctx.house.config.currency)) }
    },
  }),
  endpoint({
    id: 'removeCartLine',
    route: `DELETE ${path}/lines/:line_uuid`,
    tag: 'Cart',
    summary: 'Take a line out of the cart',
    description: 'Its reservation is withdrawn and its block free again.',
    access,
    params: Type.Object({ cart_uuid: Uuid, line_uuid: Uuid }),
    answer,
    refuses: closedCart,
    handle: (ctx, { params }) => shown(ctx, removeLine(ctx, tenantOf(ctx), params.cart_uuid, params.line_uuid)),
  }),
  endpoint({
    id: 'applyCartCredits',
    route: `POST ${path}/credits/apply`,
    tag: 'Cart',
    summary: 'Pay part of the cart by credits',
    description: 'Replaces what was applied before. More than the total is not used.',
    access,
    params: CartPath,
    body: CreditsBody,
    answer,
    refuses: [...closedCart, ...invoicingProblem.rows('credits_insufficient')],
    handle: (ctx, { params, body }) => {
      const { minor } = readAmount(body.amount, ctx.house.config.currency)
      return shown(ctx, applyCredits(ctx, tenantOf(ctx), params.cart_uuid, minor))
    },
  }),
  endpoint({
    id: 'removeCartCredits',
    route: `DELETE ${path}/credits`,
    tag: 'Cart',
    summary: 'Pay nothing by credits',
    access,
    params: CartPath,
    answer,
    refuses: closedCart,
    handle: (ctx, { params }) => shown(ctx, removeCredits(ctx, tenantOf(ctx), params.cart_uuid)),
  }),
  endpoint({
    id: 'applyCartDiscountCode',
    route: `POST ${path}/discount-code/:code`,
    tag: 'Cart',
    summary: 'Use a discount code',
    description: 'In any case of letters. It takes the place of another, and counts once the cart is ordered.',
    access,
    params: CodePath,
    answer,
    refuses: [
      ...closedCart,
      ...commerceProblem.rows(
        'discount_code_unknown',
        'discount_code_early',
        'discount_code_ended',
        'discount_code_used_up',
      ),
    ],
    handle: (ctx, { params }) => shown(ctx, applyCode(ctx, tenantOf(ctx), params.cart_uuid, params.code)),
  }),
  endpoint({
    id: 'removeCartDiscountCode',
    route: `DELETE ${path}/discount-code/:code`,
    tag: 'Cart',
    summary: 'Take a discount code out of the cart',
    access,
    params: CodePath,
    answer,
    refuses: closedCart,
    handle: (ctx, { params }) => shown(ctx, removeCode(ctx, tenantOf(ctx), params.cart_uuid, params.code)),
  }),
  endpoint({
    id: 'chooseCartPaymentMethod',
    route: `PATCH ${path}/payment-method/:payment_method_uuid`,
    tag: 'Cart',
    summary: 'Choose how the cart is paid',
    description: 'Without a choice the default payment method is charged.',
    access,
    params: Type.Object({ cart_uuid: Uuid, payment_method_uuid: Uuid }),
    answer,
    refuses: closedCart,
    handle: (ctx, { params }) =>
      shown(ctx, chooseMethod(ctx, tenantOf(ctx), params.cart_uuid, params.payment_method_uuid)),
  }),
]
