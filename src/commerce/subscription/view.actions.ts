import { addUp, taxesOf } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { lettersOfLeases } from '../../letters/index.ts'
import { showLease, showLeases } from '../../market/index.ts'
import { leaseStands, type Standing } from '../../prefixes/index.ts'
import { pendingOrders } from '../renewal/renewal.store.ts'
import { findSubscription, listSubscriptions, type Subscription, type SubscriptionsWish } from './subscription.store.ts'
import { openRequestsOf } from '../termination/termination.store.ts'

/** Subscriptions as their lessee reads them. */

export interface SubscriptionView {
  readonly subscription: Subscription
  /** What a month costs today, taxes included. */
  readonly total: number
  readonly leavesAtOnce: boolean
}

export async function showSubscription(ctx: Context, tenant: string, uuid: string): Promise<SubscriptionView> {
  const found = await findSubscription(ctx, tenant, uuid)
  const [view] = await viewsOf(ctx, found ? [found] : [])
  if (!view) throw kernelProblem('not_found')
  return view
}

export async function showSubscriptions(
  ctx: Context,
  wish: SubscriptionsWish,
): Promise<{ rows: SubscriptionView[]; total: number }> {
  const { rows, total } = await listSubscriptions(ctx, wish)
  return { rows: await viewsOf(ctx, rows), total }
}

async function viewsOf(ctx: Context, subscriptions: readonly Subscription[]): Promise<SubscriptionView[]> {
  if (subscriptions.length === 0) return []
  const open = await openRequestsOf(
    ctx,
    subscriptions.map(({ uuid }) => uuid),
  )
  const leaving = new Set(
    open.filter(({ type }) => type === 'immediate').map(({ subscription_uuid }) => subscription_uuid),
  )
  return subscriptions.map((subscription) => ({
    subscription,
    total: monthlyTotal(ctx, subscription),
    leavesAtOnce: leaving.has(subscription.uuid),
  }))
}

function monthlyTotal(ctx: Context, { price_minor: amount, buyer }: Subscription): number {
  const sale = { lines: [{ amount }], discounts: [], taxes: taxesOf(ctx, buyer), credits: 0 }
  return addUp(sale, ctx.house.config.currency).total
}

/** A page of leases, each with its letters and the order for its next period. */
export async function showServices(ctx: Context, wish: Parameters<typeof showLeases>[1], routing?: Standing) {
  const filter = routing === undefined ? wish.filter : { ...wish.filter, also: leaseStands(routing) }
  const { rows, total } = await showLeases(ctx, { ...wish, filter })
  const [letters, orders] = await Promise.all([
    lettersOfLeases(
      ctx,
      wish.tenant,
      rows.map(({ uuid }) => uuid),
    ),
    pendingOrders(
      ctx,
      rows.flatMap(({ subscription_uuid: uuid }) => uuid ?? []),
    ),
  ])
  return {
    rows: rows.map((lease) => ({
      lease,
      letters: letters.get(lease.uuid) ?? [],
      order: orders.get(lease.subscription_uuid ?? ''),
    })),
    total,
  }
}

/** A lease with its letters and what is open about it: the order for its next period, and the request to end it. */
export async function showService(ctx: Context, tenant: string, lease: string) {
  const [view, letters] = await Promise.all([showLease(ctx, tenant, lease), lettersOfLeases(ctx, tenant, [lease])])
  const { subscription_uuid: subscription } = view.lease
  const open = subscription === null ? { order: undefined, request: undefined } : await openWorkOf(ctx, subscription)
  return { ...view, letters: letters.get(lease) ?? [], ...open }
}

async function openWorkOf(ctx: Context, subscription: string) {
  const [orders, [request]] = await Promise.all([
    pendingOrders(ctx, [subscription]),
    openRequestsOf(ctx, [subscription]),
  ])
  return { order: orders.get(subscription), request }
}
