import type { Context } from '../../kernel/context.ts'
import type { startLeases } from '../../market/index.ts'
import type { Order } from '../order/order.store.ts'
import { firstStep, periodAfter } from '../renewal/period.rules.ts'
import { insertPeriods, insertSubscriptions, type Running, type Subscription } from './subscription.store.ts'
import { subscriptionStates } from './subscription.states.ts'

/** A lease that has begun, as it is billed from now on. */
interface NewLease {
  /** Chosen before the lease, which names it. */
  readonly subscription: string
  readonly lease: string
  readonly holder: string
  readonly name: string
  readonly price: number
  readonly commission: number
  readonly expiresAt: Date | null
}

export const newLease = (lease: Awaited<ReturnType<typeof startLeases>>[number], subscription: string): NewLease => ({
  subscription,
  lease: lease.uuid,
  holder: lease.holder_uuid,
  name: lease.block,
  price: lease.price_minor,
  commission: lease.commission_bp,
  expiresAt: lease.expires_at,
})

/** With the order that paid for the first period. */
export async function openSubscriptions(
  ctx: Context,
  order: Pick<Order, 'uuid' | 'tenant_uuid' | 'buyer' | 'payment_method_uuid'>,
  leases: readonly NewLease[],
): Promise<Subscription[]> {
  const anchor = ctx.now.getUTCDate()
  const end = periodAfter(ctx.now, anchor)
  const opened = leases.map((lease): Subscription => {
    const next = firstStep(end, lease.expiresAt)
    return {
      uuid: lease.subscription,
      tenant_uuid: order.tenant_uuid,
      holder_uuid: lease.holder,
      lease_uuid: lease.lease,
      order_uuid: order.uuid,
      name: lease.name,
      product_type: 'ipv4',
      status: subscriptionStates.initial,
      price_minor: lease.price,
      commission_bp: lease.commission,
      buyer: order.buyer,
      payment_method_uuid: order.payment_method_uuid,
      anchor_day: anchor,
      period_number: 1,
      period_start: ctx.now,
      period_end: end,
      next_step: next.step,
      next_step_at: next.at,
      started_at: ctx.now,
      expires_at: lease.expiresAt,
      terminated_at: null,
    }
  })
  await insertSubscriptions(ctx, opened)
  return opened
}

/** Billed: the period that runs now, by the invoice that paid for it. */
export async function recordPeriods(
  ctx: Context,
  periods: readonly { readonly subscription: Running; readonly order: string; readonly invoice: string }[],
): Promise<void> {
  await insertPeriods(
    ctx,
    periods.map(({ subscription, order, invoice }) => ({
      subscription_uuid: subscription.uuid,
      position: subscription.period_number,
      starts_at: subscription.period_start,
      ends_at: subscription.period_end,
      order_uuid: order,
      invoice_uuid: invoice,
    })),
  )
}
