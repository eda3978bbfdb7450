import {
  findPayment,
  invoicingProblem,
  lookAtPayments,
  methodsByUuid,
  paymentsLeftBehind,
  type Payment,
} from '../../invoicing/index.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problems.ts'
import { lockKept } from '../../market/index.ts'
import { chargeOrder } from './checkout.actions.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { endOrder, lookAtOrder } from '../order/order.actions.ts'
import { findOrders, lockOrders, ordersToExpire, strandedDrafts, type Order } from '../order/order.store.ts'
import { giveBack } from './purchase.actions.ts'
import { reservationsOf } from './purchase.rules.ts'
import { settleRenewals } from '../renewal/settle.actions.ts'

/** Purchases that a dead process, a provider's message or the passing of time has left to be finished or undone. */

/** What to do about one of them; refused or not, it has been dealt with. */
type Errand = () => Promise<void>

const batch = 100

const settledRefusals = new Set(
  [...invoicingProblem.rows('payment_declined'), ...commerceProblem.rows('order_not_waiting', 'order_in_checkout')].map(
    ({ code }) => code,
  ),
)

/** A refusal is an answer to somebody who is not there any more. */
const errand =
  (work: () => Promise<unknown>): Errand =>
  async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Problem && settledRefusals.has(error.row.code))) throw error
    }
  }

/** Asked again under the same key, the provider answers what it answered first; then all goes on as it would have. */
export async function paymentsToTakeUp(ctx: Context, seconds?: number): Promise<Errand[]> {
  const left = (await paymentsLeftBehind(ctx, batch, seconds)).filter(({ status }) => status === 'started')
  const orders = await purchasesOf(ctx, left)
  const methods = await methodsByUuid(
    ctx,
    left.flatMap(({ method_uuid }) => method_uuid ?? []),
  )
  return left.flatMap((payment) => {
    const order = orders.get(payment.order_uuid)
    const method = methods.find(({ uuid }) => uuid === payment.method_uuid) ?? null
    return order ? [errand(() => chargeOrder(ctx, order, { payment, method }))] : []
  })
}

async function purchasesOf(ctx: Context, payments: readonly Payment[]): Promise<Map<string, Order>> {
  const orders = await findOrders(
    ctx,
    payments.map(({ order_uuid }) => order_uuid),
  )
  return new Map(orders.filter(({ kind }) => kind === 'purchase').map((order) => [order.uuid, order]))
}

/** Order and payment begin and end together; should one ever be without the other, the cart is given back. */
export async function draftsToGiveBack(ctx: Context): Promise<Errand[]> {
  return (await strandedDrafts(ctx)).map(
    ({ uuid, lines }) =>
      () =>
        inTransaction(ctx, async (tx) => {
          await lockKept(tx, reservationsOf({ lines }))
          const [order] = await lockOrders(tx, [uuid])
          if (order?.status === 'draft') await giveBack(tx, order)
        }),
  )
}

export async function ordersToEnd(ctx: Context): Promise<Errand[]> {
  return (await ordersToExpire(ctx, batch)).map((order) => errand(() => endOrder(ctx, order, 'expire')))
}

/** After a provider has told of a payment that waited for a second step. */
export async function followPayment(ctx: Context, uuid: string): Promise<void> {
  const payment = await findPayment(ctx, uuid)
  if (payment?.status !== 'needs_action') return
  const order = (await purchasesOf(ctx, [payment])).get(payment.order_uuid)
  if (order) return errand(() => lookAtOrder(ctx, order, payment))()
  await settleRenewals(ctx, await lookAtPayments(ctx, [payment]))
}
