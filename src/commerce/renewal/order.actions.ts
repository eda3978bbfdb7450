import { addUp, amountsOf, taxesOf } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Order, OrderLine } from '../order/order.store.ts'
import type { Subscription } from '../subscription/subscription.store.ts'

/** What a subscription has to pay by an order of its own, with the taxes that its buyer pays today. */
export function orderFor(
  ctx: Context,
  { uuid, tenant_uuid, buyer }: Pick<Subscription, 'uuid' | 'tenant_uuid' | 'buyer'>,
  line: OrderLine,
  at: Date,
): Omit<Order, 'kind'> {
  const { currency } = ctx.house.config
  const totals = addUp({ lines: [line], discounts: [], taxes: taxesOf(ctx, buyer), credits: 0 }, currency)
  return {
    uuid: newUuid(),
    tenant_uuid,
    status: 'pending_payment',
    cart_uuid: null,
    subscription_uuid: uuid,
    period_start: null,
    period_end: null,
    buyer,
    lines: [line],
    removed_items: [],
    ...amountsOf(totals),
    discount_code_uuid: null,
    credits_minor: 0,
    payment_method_uuid: null,
    placed_at: at,
    expires_at: null,
    completed_at: null,
  }
}
