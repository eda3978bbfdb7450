import { paymentsOf, recordMoney } from '../../invoicing/index.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { emit } from '../../kernel/work/events.ts'
import { lockKept } from '../../market/index.ts'
import { completePurchase, viewOf, type Asker, type OrderView } from '../checkout/purchase.actions.ts'
import { reservationsOf, toPay } from '../checkout/purchase.rules.ts'
import { commerceAudit, commerceEvents } from '../commerce.events.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { letGoOfPayment, lockWaiting } from '../order/order.actions.ts'
import { addOrderCredits, findOrders, type Order, type OrderHead } from '../order/order.store.ts'
import { completeByHand } from '../renewal/settle.actions.ts'

/**
 * Money that came without a provider. What is left to pay is paid; less than that becomes credits which are set aside for
 * the order, and what is more becomes credits, too (ADR 86).
 */
export interface Received {
  /** What the bank calls it. */
  readonly reference: string | undefined
  /** Nothing: all that is left to pay. */
  readonly amount: number | undefined
  /** Writes down, in the transaction of the effect, where it went. */
  readonly note: (tx: Context, order: OrderHead, share: Share) => Promise<void>
}

interface Share {
  readonly amount: number
  /** What of it becomes credits, and what of those is set aside for the order. */
  readonly credited: number
  readonly held: number
}

export async function receiveForOrder(
  ctx: Context,
  uuid: string,
  received: Received,
  keep: Asker['keep'],
): Promise<OrderView> {
  const [order] = await findOrders(ctx, [uuid])
  if (!order) throw kernelProblem('not_found')
  if (order.status !== 'pending_payment') throw commerceProblem('order_not_waiting')
  return order.kind === 'purchase'
    ? receiveForPurchase(ctx, order, received, keep)
    : receiveForRenewal(ctx, order, received, keep)
}

async function receiveForPurchase(
  ctx: Context,
  order: Order,
  received: Received,
  keep: Asker['keep'],
): Promise<OrderView> {
  await letGoOfPayment(ctx, order)
  return inTransaction(ctx, async (tx) => {
    const kept = await lockKept(tx, reservationsOf(order))
    const locked = await lockWaiting(tx, order.uuid)
    const payment = await share(tx, locked, received)
    if (payment) {
      const paid = { credits: locked.credits_minor, payment: { uuid: payment.uuid, amount: payment.amount_minor } }
      await completePurchase(tx, locked, kept, paid)
    }
    const view = await viewOf(tx, order.uuid)
    await keep(tx, view)
    return view
  })
}

/** Nobody may be taking it from a card meanwhile. */
function receiveForRenewal(ctx: Context, { uuid }: Order, received: Received, keep: Asker['keep']): Promise<OrderView> {
  return inTransaction(ctx, async (tx) => {
    const done = await completeByHand(tx, uuid, async (locked) => {
      const tries = await paymentsOf(tx, [uuid])
      if (tries.some(({ status }) => status !== 'declined' && status !== 'cancelled'))
        throw commerceProblem('order_in_checkout')
      return share(tx, locked, received)
    })
    if (!done) throw commerceProblem('order_not_waiting')
    const view = await viewOf(tx, uuid)
    await keep(tx, view)
    return view
  })
}

/** The payment that pays the rest of the order; nothing where it is still not enough. The order is locked. */
async function share(tx: Context, order: OrderHead, { amount: came, reference, note }: Received) {
  const { uuid, tenant_uuid: tenant } = order
  const left = toPay(order)
  const amount = came ?? left
  const held = amount < left ? amount : 0
  await note(tx, order, { amount, credited: held || amount - left, held })
  if (held === 0)
    return recordMoney(tx, { tenant, order: uuid, amount: left, reference: reference ?? `manual_${uuid}` })
  await addOrderCredits(tx, uuid, held)
  await tellPart(tx, order, held)
  return null
}

async function tellPart(tx: Context, order: OrderHead, came: number): Promise<void> {
  const { currency } = tx.house.config
  const amount = (minor: number) => toAmountString(money(minor, currency))
  const { uuid, tenant_uuid: tenant } = order
  const data = { amount: amount(came), remaining: amount(toPay(order) - came), currency }
  await audit(tx, {
    action: commerceAudit('sales_order.part_paid'),
    subject: { kind: 'sales_order', uuid },
    tenant,
    data,
  })
  await emit(tx, commerceEvents('order.part_paid', tenant, { uuid, ...data }))
}
