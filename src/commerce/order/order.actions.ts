import {
  cancelPayments,
  lookAtPayments,
  methodsOf,
  paymentsOf,
  startPayments,
  type Payment,
  type PaymentMethod,
} from '../../invoicing/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { dropLetters, revokeLettersOfOrder } from '../../letters/index.ts'
import { dropClaims } from '../../market/index.ts'
import { chargeOrder, type Charge } from '../checkout/checkout.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { listOrders, listWaitingOrders } from './list.store.ts'
import {
  findOrder,
  findOrderAndPayment,
  latestPayment,
  latestPayments,
  lockOrders,
  setOrderMethod,
  type Order,
} from './order.store.ts'
import {
  nobody,
  moveOrder,
  releaseMeans,
  settlePurchase,
  type Asker,
  type OrderView,
} from '../checkout/purchase.actions.ts'
import { hasLetters, toPay } from '../checkout/purchase.rules.ts'
import { methodToTry } from '../renewal/renewal.rules.ts'
import { methodRequired, payRenewal, type PaidBy } from '../renewal/pay.actions.ts'

export { ordersInBatches, waitingOrdersInBatches } from './list.store.ts'

type Keep = Asker['keep']

/** Orders that were placed: shown, paid later, cancelled, and let go of when nobody pays. */

export async function showOrder(ctx: Context, tenant: string, uuid: string): Promise<OrderView> {
  const view = await findOrderAndPayment(ctx, tenant, uuid)
  if (!view) throw kernelProblem('not_found')
  return view
}

export async function showOrders(
  ctx: Context,
  wish: Parameters<typeof listOrders>[1],
): Promise<{ rows: OrderView[]; total: number }> {
  const { rows, total } = await listOrders(ctx, wish)
  const payments = await latestPayments(
    ctx,
    rows.map(({ uuid }) => uuid),
  )
  return { rows: rows.map((order) => ({ order, payment: payments.get(order.uuid) ?? null })), total }
}

/** For operators, who know whether the money has come by a bank. */
export async function showWaitingOrders(ctx: Context, page: Parameters<typeof listWaitingOrders>[1]) {
  const { rows, total } = await listWaitingOrders(ctx, page)
  const payments = await latestPayments(
    ctx,
    rows.map(({ uuid }) => uuid),
  )
  return {
    rows: rows.map((order) => ({ order, company: order.company, payment: payments.get(order.uuid) ?? null })),
    total,
  }
}

/** After a second step the provider is asked how it stands; otherwise what can be charged now is charged. */
export async function payOrder(
  ctx: Context,
  tenant: string,
  uuid: string,
  asker: Asker,
  by: PaidBy = 'method',
): Promise<OrderView> {
  const seen = await findOrder(ctx, tenant, uuid)
  if (seen && seen.kind !== 'purchase') return payRenewal(ctx, tenant, uuid, asker, by)
  const { order, waiting, charge } = await inTransaction(ctx, async (tx) => {
    const begun = await beginPayment(tx, tenant, uuid, by)
    await asker.begin(tx, (begun.waiting ?? begun.charge.payment).uuid)
    return begun
  })
  return waiting ? lookAtOrder(ctx, order, waiting, asker) : chargeOrder(ctx, order, charge)
}

type Begun = { readonly order: Order } & (
  | { readonly waiting: Payment; readonly charge?: never }
  | { readonly waiting?: never; readonly charge: Charge }
)

async function beginPayment(ctx: Context, tenant: string, uuid: string, by: PaidBy): Promise<Begun> {
  const [order] = await lockOrders(ctx, [uuid])
  if (order?.tenant_uuid !== tenant) throw kernelProblem('not_found')
  requireWaiting(order)
  const last = await latestPayment(ctx, uuid)
  if (last && isUnderWay(last)) return { order, waiting: requireAnswered(last) }
  const method = by === 'page' ? null : await methodToCharge(ctx, order)
  const wish = { tenant, order: uuid, method, amount: toPay(order), capture: true }
  const [payment] = await startPayments(ctx, [wish])
  if (!payment) throw new Error('a payment was not begun')
  if (method) await setOrderMethod(ctx, uuid, method.uuid)
  return { order, charge: { payment, method } }
}

const isUnderWay = ({ status }: Payment): boolean => ['started', 'authorised', 'needs_action'].includes(status)

function requireWaiting({ status, kind }: Order): void {
  if (status !== 'pending_payment' || kind !== 'purchase') throw commerceProblem('order_not_waiting')
}

/** What has only been started is in somebody's hands, or will be in the recovery's. */
function requireAnswered(payment: Payment): Payment {
  if (payment.status === 'started') throw commerceProblem('order_in_checkout')
  return payment
}

/** The one it was ordered with or the company's default one; what was declined for it comes last. */
async function methodToCharge(ctx: Context, { uuid, tenant_uuid, payment_method_uuid }: Order): Promise<PaymentMethod> {
  const tries = await paymentsOf(ctx, [uuid])
  const declined = new Set(tries.map(({ method_uuid }) => method_uuid))
  const method = methodToTry(await methodsOf(ctx, [tenant_uuid]), payment_method_uuid, declined)
  if (!method) throw methodRequired(ctx)
  return method
}

/** What waits for a second step, as its provider sees it now. */
export async function lookAtOrder(ctx: Context, order: Order, payment: Payment, asker?: Asker): Promise<OrderView> {
  const [taken] = await lookAtPayments(ctx, [payment])
  if (!taken) throw new Error('a question has no answer')
  return settlePurchase(ctx, order, taken, asker)
}

export async function cancelOrder(ctx: Context, tenant: string, uuid: string, keep: Keep): Promise<OrderView> {
  const order = await findOrder(ctx, tenant, uuid)
  if (!order) throw kernelProblem('not_found')
  return endOrder(ctx, order, 'cancel', keep)
}

/** Its blocks are free again, and the credits and the discount it would have used are not used. */
export async function endOrder(
  ctx: Context,
  order: Order,
  trigger: 'cancel' | 'expire',
  keep: Keep = nobody.keep,
): Promise<OrderView> {
  requireWaiting(order)
  await letGoOfPayment(ctx, order)
  return inTransaction(ctx, async (tx) => {
    await dropClaims(tx, order.uuid)
    if (hasLetters(order)) await dropLetters(tx, order.uuid)
    const locked = await lockWaiting(tx, order.uuid)
    await releaseMeans(tx, locked)
    const view = { order: await moveOrder(tx, locked, trigger), payment: await latestPayment(tx, order.uuid) }
    await keep(tx, view)
    return view
  })
}

/** Its invoice was taken back in full. What it bought once is taken back with it; a lease runs on. */
export async function noteRefund(ctx: Context, uuid: string): Promise<void> {
  const [order] = await lockOrders(ctx, [uuid])
  if (order?.status !== 'completed') return
  await moveOrder(ctx, order, 'refund')
  if (hasLetters(order)) await revokeLettersOfOrder(ctx, uuid, 'The order it was bought with was refunded.')
}

/** Nobody can pay any more by what was begun; who has paid meanwhile has bought. */
export async function letGoOfPayment(ctx: Context, order: Order): Promise<void> {
  const last = await latestPayment(ctx, order.uuid)
  if (!last || !isUnderWay(last)) return
  const [taken] = await cancelPayments(ctx, [requireAnswered(last)])
  if (!taken) throw new Error('a cancellation has no answer')
  requireWaiting((await settlePurchase(ctx, order, taken)).order)
}

/** As it stands now that nobody else changes it: still waiting, and nobody trying to pay. */
export async function lockWaiting(tx: Context, uuid: string): Promise<Order> {
  const [order] = await lockOrders(tx, [uuid])
  if (!order) throw kernelProblem('not_found')
  requireWaiting(order)
  const last = await latestPayment(tx, uuid)
  if (last && isUnderWay(last)) throw commerceProblem('order_in_checkout')
  return order
}
