import { addUp, taxesOf } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { lettersOfLeases } from '../../letters/index.ts'
import { showLease } from '../../market/index.ts'
import { pendingRenewals, type WaitingRenewal } from '../renewal/renewal.store.ts'
import { findSubscription, listSubscriptions, type Subscription, type SubscriptionsWish } from './subscription.store.ts'
import { openRequestsOf, type TerminationRequest } from '../termination/termination.store.ts'

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

/** A lease with its letters and what is open about it: the order for its next period, and the request to end it. */
export async function showService(ctx: Context, tenant: string, lease: string) {
  const [view, letters] = await Promise.all([showLease(ctx, tenant, lease), lettersOfLeases(ctx, tenant, [lease])])
  const open = await openWorkOf(ctx, tenant, view.lease.subscription_uuid)
  return { ...view, letters: letters.get(lease) ?? [], ...open }
}

async function openWorkOf(
  ctx: Context,
  tenant: string,
  subscription: string | null,
): Promise<{ order: WaitingRenewal | undefined; request: TerminationRequest | undefined }> {
  const found = subscription === null ? undefined : await findSubscription(ctx, tenant, subscription)
  if (!found) return { order: undefined, request: undefined }
  const [request] = await openRequestsOf(ctx, [found.uuid])
  return { order: (await pendingRenewals(ctx, [found])).get(found.uuid), request }
}
