import {
  capturePayments,
  lookAtPayments,
  methodsOf,
  paymentsOf,
  recordMoney,
  startPayments,
  takePayments,
  type Payment,
  type Taken,
  type Taking,
} from '../../invoicing/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { leaseTerms } from '../../market/index.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { lockOrders, type Order } from '../order/order.store.ts'
import { declined, isLost, isUnchanged, viewOf, type Asker, type OrderView } from '../checkout/purchase.actions.ts'
import { takingOf } from '../checkout/purchase.rules.ts'
import { methodToTry } from './renewal.rules.ts'
import { lockSubscriptions } from './renewal.store.ts'
import { completeByHand, isWanted, settleRenewals } from './settle.actions.ts'

/** A customer pays a renewal, or what leaving early costs, without waiting for the timetable. */

export async function payRenewal(ctx: Context, tenant: string, uuid: string, asker: Asker): Promise<OrderView> {
  const begun = await inTransaction(ctx, async (tx) => {
    const made = await begin(tx, tenant, uuid)
    await asker.begin(tx, ('charge' in made ? made.charge.payment : made.live).uuid)
    return made
  })
  const [taken] = await ask(ctx, begun)
  if (!taken) throw new Error('a charge has no answer')
  let view: OrderView | undefined
  await settleRenewals(ctx, [taken], {}, async (tx) => {
    view = await viewOf(tx, uuid)
    if (isUnchanged(taken)) await asker.keep(tx, view)
  })
  if (taken.outcome.status === 'declined') throw declined(taken.outcome)
  if (!view?.payment || view.payment.status === 'started' || isLost(view.payment))
    throw commerceProblem('order_not_waiting')
  return view
}

type Begun = { readonly charge: Taking } | { readonly live: Payment }

async function begin(ctx: Context, tenant: string, uuid: string): Promise<Begun> {
  const [order] = await lockOrders(ctx, [uuid])
  if (order?.tenant_uuid !== tenant) throw kernelProblem('not_found')
  const [subscription] = await lockSubscriptions(ctx, [order.subscription_uuid as string])
  if (!subscription) throw kernelProblem('not_found')
  const terms = await leaseTerms(ctx, [subscription.lease_uuid])
  if (!isWanted({ order, subscription, at: ctx.now }, terms.get(subscription.lease_uuid)))
    throw commerceProblem('order_not_waiting')
  const tries = await paymentsOf(ctx, [uuid])
  const live = tries.find(({ status }) => status !== 'declined' && status !== 'cancelled')
  if (live && live.status !== 'authorised' && live.status !== 'needs_action') throw commerceProblem('order_in_checkout')
  return live ? { live } : { charge: await startCharge(ctx, order, subscription.payment_method_uuid, tries) }
}

async function startCharge(
  ctx: Context,
  order: Order,
  bought: string | null,
  tries: readonly Payment[],
): Promise<Taking> {
  const refused = new Set(tries.filter(({ status }) => status === 'declined').map(({ method_uuid }) => method_uuid))
  const method = methodToTry(await methodsOf(ctx, [order.tenant_uuid]), bought, refused)
  if (!method) throw commerceProblem('payment_method_required')
  const wish = { tenant: order.tenant_uuid, order: order.uuid, method, amount: order.total_minor, capture: true }
  const [payment] = await startPayments(ctx, [wish])
  if (!payment) throw new Error('a payment was not begun')
  return { ...takingOf(order, payment, method), attempt: tries.length }
}

function ask(ctx: Context, begun: Begun): Promise<Taken[]> {
  if ('charge' in begun) return takePayments(ctx, [begun.charge])
  return begun.live.status === 'authorised' ? capturePayments(ctx, [begun.live]) : lookAtPayments(ctx, [begun.live])
}

/** An operator has seen the money come by another way; nobody may be taking it from a card meanwhile. */
export async function recordRenewalPayment(
  ctx: Context,
  { uuid, tenant_uuid: tenant, total_minor: amount, status }: Order,
  reference: string | undefined,
  keep: Asker['keep'],
): Promise<OrderView> {
  if (status !== 'pending_payment') throw commerceProblem('order_not_waiting')
  return inTransaction(ctx, async (tx) => {
    const tries = await paymentsOf(tx, [uuid])
    if (tries.some(({ status }) => status !== 'declined' && status !== 'cancelled'))
      throw commerceProblem('order_in_checkout')
    const done = await completeByHand(tx, uuid, () =>
      recordMoney(tx, { tenant, order: uuid, amount, reference: reference ?? `manual_${uuid}` }),
    )
    if (!done) throw commerceProblem('order_not_waiting')
    const view = await viewOf(tx, uuid)
    await keep(tx, view)
    return view
  })
}
