import {
  capturePayments,
  cardsTaken,
  lookAtPayments,
  methodsOf,
  paymentsOf,
  startPayments,
  takePayments,
  type Payment,
  type PaymentMethod,
  type Taken,
  type Taking,
} from '../../invoicing/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { leaseTerms } from '../../market/index.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { lockOrders, type Order } from '../order/order.store.ts'
import { declined, isLost, isUnchanged, viewOf, type Asker, type OrderView } from '../checkout/purchase.actions.ts'
import { takingOf, toPay } from '../checkout/purchase.rules.ts'
import { methodToTry } from './renewal.rules.ts'
import { lockSubscriptions } from './renewal.store.ts'
import { isWanted, settleRenewals } from './settle.actions.ts'

/** A customer pays a renewal, or what leaving early costs, without waiting for the timetable. */

/** By a method there is, or on a page of the provider's. */
export type PaidBy = 'method' | 'page'

export async function payRenewal(
  ctx: Context,
  tenant: string,
  uuid: string,
  asker: Asker,
  by: PaidBy = 'method',
): Promise<OrderView> {
  const begun = await inTransaction(ctx, async (tx) => {
    const made = await begin(tx, tenant, uuid, by)
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

async function begin(ctx: Context, tenant: string, uuid: string, by: PaidBy): Promise<Begun> {
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
  if (live) return { live }
  const method = by === 'page' ? null : await methodFor(ctx, order, subscription.payment_method_uuid, tries)
  return { charge: await startCharge(ctx, order, method, tries.length) }
}

async function methodFor(
  ctx: Context,
  order: Order,
  bought: string | null,
  tries: readonly Payment[],
): Promise<PaymentMethod> {
  const refused = new Set(tries.filter(({ status }) => status === 'declined').map(({ method_uuid }) => method_uuid))
  const method = methodToTry(await methodsOf(ctx, [order.tenant_uuid]), bought, refused)
  if (!method) throw methodRequired(ctx)
  return method
}

/** What there is instead of a card is said, where no cards are taken. */
export function methodRequired({ house: { config } }: Context) {
  const { cards, message } = cardsTaken(config.paymentProvider, config.bankAccounts !== null)
  return commerceProblem('payment_method_required', cards === 'none' ? { message } : {})
}

async function startCharge(ctx: Context, order: Order, method: PaymentMethod | null, attempt: number): Promise<Taking> {
  const wish = { tenant: order.tenant_uuid, order: order.uuid, method, amount: toPay(order), capture: true }
  const [payment] = await startPayments(ctx, [wish])
  if (!payment) throw new Error('a payment was not begun')
  return { ...takingOf(order, payment, method), attempt }
}

function ask(ctx: Context, begun: Begun): Promise<Taken[]> {
  if ('charge' in begun) return takePayments(ctx, [begun.charge])
  return begun.live.status === 'authorised' ? capturePayments(ctx, [begun.live]) : lookAtPayments(ctx, [begun.live])
}
