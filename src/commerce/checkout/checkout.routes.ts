import { activeOnly } from '../../identity/index.ts'
import { invoicingProblem } from '../../invoicing/index.ts'
import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { lettersProblem } from '../../letters/index.ts'
import { cartsPath, closedCart } from '../cart/cart.routes.ts'
import { CartPath } from '../cart/cart.wire.ts'
import { checkOut } from './checkout.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { askerOf, checkoutAnswer } from '../order/order.routes.ts'
import { CheckoutAnswer } from '../order/order.wire.ts'

export const checkoutRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'checkoutCart',
    route: `POST ${cartsPath}/:cart_uuid/checkout`,
    tag: 'Cart',
    summary: 'Order what is in the cart, and pay for it',
    description:
      'Credits are used first if applied, then the payment method. Without one the order waits for its payment. A letter whose lease has ended is taken out of the cart, and `removed_items` says so. A declined payment leaves the cart as it was. Where the payment needs a second step, `payment.action_url` says where.',
    access: { by: 'token', scope: 'ecommerce' },
    params: CartPath,
    answer: CheckoutAnswer,
    ownTransactions: 'keeps answers',
    refuses: [
      ...activeOnly,
      ...closedCart,
      ...commerceProblem.rows(
        'address_required',
        'cart_empty',
        'cart_expired',
        'letters_removed',
        'discount_code_ended',
        'discount_code_used_up',
      ),
      ...lettersProblem.rows('asn_not_fit', 'letter_company_sanctioned', 'letter_subnets_invalid', 'letter_exists'),
      ...invoicingProblem.rows('credits_insufficient', 'payment_declined', 'payment_unanswered'),
    ],
    answerOf: checkoutAnswer,
    handle: async (ctx, input) =>
      checkoutAnswer(
        ctx,
        await checkOut(ctx, tenantOf(ctx), input.params.cart_uuid, askerOf(ctx, input, checkoutAnswer)),
      ),
  }),
]
