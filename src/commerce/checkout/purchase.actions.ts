import {
  changeCredits,
  invoicingProblem,
  issueInvoiceAtCommit,
  settlePayments,
  type Means,
  type Payment,
  type Taken,
} from '../../invoicing/index.ts'
import { answerBegun, begunFor } from '../../kernel/http/begun.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { move, moveAll } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addDays, toRfc3339 } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { issueLetters, returnLetters } from '../../letters/index.ts'
import { lockKept, returnClaims, startLeases, type KeptBlock } from '../../market/index.ts'
import { cartStates } from '../cart/cart.states.ts'
import { commerceEvents } from '../commerce.events.ts'
import { countUse } from '../discount/discount.store.ts'
import { orderStates } from '../order/order.states.ts'
import { findOrders, latestPayment, lockOrders, type Order } from '../order/order.store.ts'
import { periodAfter } from '../renewal/period.rules.ts'
import { firstDocument, hasLetters, reservationsOf } from './purchase.rules.ts'
import { newLease, openSubscriptions, recordPeriods } from '../subscription/subscription.actions.ts'

/** The end of a purchase, one way or another. Every way is one transaction. */

/** An order, and the last try to take money for it. */
export interface OrderView {
  readonly order: Order
  readonly payment: Payment | null
}

/** Whoever asked for something and may ask again by the same key: the answer is kept for them. */
export interface Asker {
  /** In the transaction of the effect. */
  readonly keep: (tx: Context, view: OrderView) => Promise<void>
  /** In the transaction that begins a payment: whoever settles it keeps the answer. */
  readonly begin: (tx: Context, payment: string) => Promise<void>
}

export const nobody: Asker = { keep: async () => undefined, begin: async () => undefined }

/**
 * The third phase: what the provider answered decides. Locks are said together, and taken in one order: offers, order,
 * payment. Whoever comes second, a recovery or a message from the provider, finds it settled and reads how.
 */
export async function settlePurchase(
  ctx: Context,
  { uuid, lines }: Pick<Order, 'uuid' | 'lines'>,
  taken: Taken,
  asker: Asker = nobody,
): Promise<OrderView> {
  const view = await inTransaction(ctx, async (tx) => {
    const [kept, [order], [mine], begun] = await Promise.all([
      lockKept(tx, reservationsOf({ lines })),
      lockOrders(tx, [uuid]),
      settlePayments(tx, [taken]),
      begunFor(tx, [taken.payment.uuid]),
    ])
    if (!order) throw new Error(`the order ${uuid} is gone`)
    const payment = mine ? answered(mine) : await latestPayment(tx, uuid)
    const settled = { order: mine && payment ? await conclude(tx, order, kept, payment) : order, payment }
    if (mine && payment) await answerBegun(tx, begun, async () => (isLost(payment) ? null : settled))
    else if (isUnchanged(taken)) await asker.keep(tx, settled)
    return settled
  })
  if (view.payment?.status === 'declined') throw declined(view.payment)
  return view
}

/** Nothing has come of it yet. */
export const isUnchanged = ({ payment, outcome }: Taken): boolean => payment.status === outcome.status

/** Declined or let go of: whoever began it may begin again. */
export const isLost = ({ status }: { readonly status: Payment['status'] }): boolean =>
  status === 'declined' || status === 'cancelled'

/** As it stands in this transaction. */
export async function viewOf(ctx: Context, uuid: string): Promise<OrderView> {
  const [order] = await findOrders(ctx, [uuid])
  if (!order) throw kernelProblem('not_found')
  return { order, payment: await latestPayment(ctx, uuid) }
}

/** The payment as it stands now. */
function answered({ payment, outcome }: Taken): Payment {
  return {
    ...payment,
    status: outcome.status,
    provider_reference: outcome.reference,
    failure: outcome.status === 'declined' ? outcome.failure : null,
    action_url: outcome.status === 'needs_action' ? outcome.actionUrl : null,
  }
}

export const declined = ({ failure }: Pick<Payment, 'failure'>) =>
  invoicingProblem('payment_declined', failure ? { fields: { payment_method: [failure] } } : {})

async function conclude(tx: Context, order: Order, kept: readonly KeptBlock[], payment: Payment): Promise<Order> {
  const { status } = payment
  if (status === 'succeeded') {
    if (order.status === 'draft') await moveCart(tx, order, 'checkout', 'order')
    return completePurchase(tx, order, kept, {
      credits: order.credits_minor,
      payment: { uuid: payment.uuid, amount: payment.amount_minor },
    })
  }
  // An order that waits goes on waiting, whatever a try to pay for it comes to.
  if (order.status !== 'draft') return order
  if (status === 'needs_action') {
    await moveCart(tx, order, 'checkout', 'order')
    return waitForPayment(tx, order)
  }
  await giveBack(tx, order)
  return { ...order, status: 'cancelled' }
}

/** Leases, subscriptions, letters, invoice and entries, all of it or nothing. The offers are locked, and the order. */
export async function completePurchase(
  ctx: Context,
  order: Order,
  kept: readonly KeptBlock[],
  paid: Means,
): Promise<Order> {
  const { commission, currency } = ctx.house.config
  const to = periodAfter(ctx.now, ctx.now.getUTCDate())
  const purchases = order.lines.flatMap(({ reservation, subject }) =>
    reservation && subject
      ? [{ reservation, lease: subject, subscription: newUuid(), periodStart: ctx.now, nextDueAt: to }]
      : [],
  )
  const document = firstDocument(order, { from: ctx.now, to, commission, currency })
  const bill = { tenant: order.tenant_uuid, order: order.uuid, document, at: ctx.now, dueAt: ctx.now, paid }
  if (hasLetters(order)) await issueLetters(ctx, order.uuid)
  const [invoice, subscriptions, completed] = await Promise.all([
    issueInvoiceAtCommit(ctx, bill),
    startLeases(ctx, purchases, kept).then((leases) =>
      openSubscriptions(
        ctx,
        order,
        leases.map((lease, i) => newLease(lease, purchases[i]?.subscription ?? '')),
      ),
    ),
    moveOrder(ctx, order, 'settle', { completed_at: ctx.now, expires_at: null }),
  ])
  await recordPeriods(
    ctx,
    subscriptions.map((subscription) => ({ subscription, order: order.uuid, invoice })),
  )
  return completed
}

/** Its claims stay until it is paid, cancelled or expires. */
const waitForPayment = (ctx: Context, order: Order): Promise<Order> =>
  moveOrder(ctx, order, 'wait', { expires_at: waitsUntil(ctx) })

export const waitsUntil = (ctx: Context): Date => addDays(ctx.now, ctx.house.config.orderDays)

/** As if it had never been ordered: the cart can be changed and ordered again. */
export async function giveBack(ctx: Context, order: Order): Promise<void> {
  await returnClaims(ctx, order.uuid)
  if (hasLetters(order)) await returnLetters(ctx, order.uuid)
  await moveOrder(ctx, order, 'cancel')
  await moveCart(ctx, order, 'checkout', 'give_back')
  await releaseMeans(ctx, order)
}

/** Credits and a discount that an order claimed and does not use. */
export async function releaseMeans(ctx: Context, order: Order): Promise<void> {
  const { tenant_uuid: tenant, credits_minor, discount_code_uuid } = order
  if (discount_code_uuid !== null) await countUse(ctx, discount_code_uuid, -1)
  await changeCredits(ctx, [{ tenant, total: 0, held: -credits_minor }])
}

export async function moveCart(
  ctx: Context,
  { cart_uuid, tenant_uuid: tenant }: Pick<Order, 'cart_uuid' | 'tenant_uuid'>,
  from: 'open' | 'checkout',
  trigger: 'check_out' | 'order' | 'give_back',
): Promise<void> {
  if (cart_uuid === null) return
  await move(ctx, cartStates, { table: 'cart', uuid: cart_uuid, tenant, from, trigger }, () =>
    kernelProblem('state_conflict'),
  )
}

export async function moveOrder(
  ctx: Context,
  order: Order,
  trigger: keyof typeof told,
  set: Partial<Pick<Order, 'completed_at' | 'expires_at'>> = {},
): Promise<Order> {
  const { uuid, tenant_uuid: tenant, status: from } = order
  const status = orderStates.next(from, trigger)
  if (status === undefined) throw kernelProblem('state_conflict')
  await moveAll(ctx, orderStates, 'sales_order', trigger, [{ uuid, tenant, from, set, data: contentOf(ctx, order) }])
  const moved = { ...order, ...set, status }
  await tellOf(ctx, moved, told[trigger])
  return moved
}

const told = {
  wait: 'order.pending_payment',
  settle: 'order.completed',
  cancel: 'order.cancelled',
  expire: 'order.expired',
  refund: 'order.refunded',
} as const

type OrderNews = (typeof told)[keyof typeof told]

export function tellOf(ctx: Context, order: Order, type: OrderNews): Promise<void> {
  const { uuid, tenant_uuid: tenant, status, expires_at } = order
  const news = { uuid, status, expires_at: expires_at && toRfc3339(expires_at), ...newsOf(ctx, order) }
  return emit(ctx, commerceEvents(type, tenant, news))
}

/** What it is for, for whoever reads the log. */
export const contentOf = (ctx: Context, order: Order) => ({
  lines: order.lines.map(({ description }) => description),
  ...newsOf(ctx, order),
})

function newsOf({ house: { config } }: Context, { kind, total_minor }: Order) {
  const { currency } = config
  return { kind, total: toAmountString(money(total_minor, currency)), currency }
}
