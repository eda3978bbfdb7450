import {
  cancelPayments,
  methodsByUuid,
  paymentsLeftBehind,
  takePayments,
  type Payment,
  type Taking,
} from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { inTurn } from '../../kernel/work/jobs.ts'
import { findOrders } from '../order/order.store.ts'
import { takingOf } from '../checkout/purchase.rules.ts'
import { abandonedPayments } from './renewal.store.ts'
import { settleRenewals } from './settle.actions.ts'

/** What renewals leave to be finished: payments of dead processes, and money that is no longer wanted. */

const batch = 100

/** Asked again under the same key, the provider answers what it answered first. */
export async function takeUpRenewals(ctx: Context, seconds?: number): Promise<void> {
  const left = (await paymentsLeftBehind(ctx, batch, seconds)).filter(({ status }) => status === 'started')
  const takings = await takingsOf(ctx, left)
  await inTurn(takings, async (taking) => settleRenewals(ctx, await takePayments(ctx, [taking])))
}

async function takingsOf(ctx: Context, payments: readonly Payment[]): Promise<Taking[]> {
  const orders = await findOrders(
    ctx,
    payments.map(({ order_uuid }) => order_uuid),
  )
  const methods = await methodsByUuid(
    ctx,
    payments.flatMap(({ method_uuid }) => method_uuid ?? []),
  )
  return payments.flatMap((payment) => {
    const order = orders.find(({ uuid, kind }) => uuid === payment.order_uuid && kind !== 'purchase')
    const method = methods.find(({ uuid }) => uuid === payment.method_uuid) ?? null
    return order ? [{ ...takingOf(order, payment, method), offSession: true }] : []
  })
}

/** What was authorised for a period that does not come is let go of; what was taken meanwhile is given back. */
export async function letGoOfRenewals(ctx: Context): Promise<void> {
  const abandoned = await abandonedPayments(ctx, batch)
  if (abandoned.length > 0) await settleRenewals(ctx, await cancelPayments(ctx, abandoned))
}
