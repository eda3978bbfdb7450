import { requireActive } from '../../identity/index.ts'
import {
  amountsOf,
  changeCredits,
  startPayments,
  takePayments,
  type Payment,
  type PaymentMethod,
} from '../../invoicing/index.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { claimLetters, lettersInCart, lettersLapsed, removeEnded, type EndedLetters } from '../../letters/index.ts'
import { claimLocked, lockKept, lockReservationsToBuy } from '../../market/index.ts'
import { commerceAudit } from '../commerce.events.ts'
import { lettersOf, lockOpenCart, lockOpenTerms, priceCart } from '../cart/cart.actions.ts'
import { letterOrderLine, orderLine, removedLetters, type CartLines } from '../cart/cart.rules.ts'
import { hasLapsed, isOpen, type CartTerms } from '../cart/cart.store.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { faultOf } from '../discount/discount.rules.ts'
import { countUse } from '../discount/discount.store.ts'
import { orderStates } from '../order/order.states.ts'
import { insertOrders, type Order, type RemovedItem } from '../order/order.store.ts'
import {
  completePurchase,
  contentOf,
  moveCart,
  settlePurchase,
  tellOf,
  waitsUntil,
  type Asker,
  type OrderView,
} from './purchase.actions.ts'
import { chargeable, reservationsOf, takingOf, toPay } from './purchase.rules.ts'

/**
 * Decisions 6, Checkout, in three phases: claim (one transaction), charge (outside every lock), settle (one transaction).
 * A process that dies after the first leaves a payment that is started, which the recovery takes up under the same key.
 */
export async function checkOut(ctx: Context, tenant: string, cart: string, asker: Asker): Promise<OrderView> {
  const claimed = await inTransaction(ctx, (tx) => claimCart(tx, tenant, cart, asker)).catch(async (error: unknown) => {
    if (error instanceof Problem && error.row.code === 'letters_removed') await clearCart(ctx, tenant, cart)
    throw error
  })
  return claimed.charge ? chargeOrder(ctx, claimed.order, claimed.charge) : claimed
}

export interface Charge {
  readonly payment: Payment
  /** Nothing: the person pays on the provider's page. */
  readonly method: PaymentMethod | null
}

/** The second phase and the third. */
export async function chargeOrder(ctx: Context, order: Order, { payment, method }: Charge): Promise<OrderView> {
  const [taken] = await takePayments(ctx, [takingOf(order, payment, method)])
  if (!taken) throw new Error('a charge has no answer')
  return settlePurchase(ctx, order, taken)
}

export interface Claimed extends OrderView {
  /** What is to be charged now; nothing where the order is complete or waits. */
  readonly charge: Charge | null
}

/**
 * The first phase: holds become claims, the order is written, and where there is something to charge its payment begins.
 * An open cart is locked before the offers.
 */
export async function claimCart(ctx: Context, tenant: string, uuid: string, asker: Asker): Promise<Claimed> {
  // The offers only of an open cart: whoever settles another has them, and is about to change the cart.
  const [cart, , blocks] = await Promise.all([
    lockOpenTerms(ctx, tenant, uuid),
    requireActive(ctx, tenant),
    lockReservationsToBuy(ctx, tenant, isOpen(tenant, uuid)),
  ])
  if (!cart.address) throw commerceProblem('address_required')
  const { letters, ended } = await lettersOf(ctx, cart)
  if (blocks.length + letters.length === 0) throw await emptiness(ctx, cart, ended)
  const fault = cart.discount && faultOf(cart.discount, ctx.now)
  if (fault) throw fault
  const order = orderOf(ctx, cart, { blocks, letters }, ended.map(removedLetters))
  const next = nextOf(order, cart.method)
  const placed: Order = next === 'wait' ? { ...order, status: 'pending_payment', expires_at: waitsUntil(ctx) } : order
  await claimLocked(ctx, order.uuid, blocks)
  await insertOrders(ctx, [placed])
  await removeEnded(ctx, tenant, ended)
  await claimLetters(ctx, tenant, order.uuid, letters)
  await moveCart(ctx, order, 'open', next === 'charge' ? 'check_out' : 'order')
  await recordPlaced(ctx, placed)
  await claimMeans(ctx, order)
  const claimed = await goOn(ctx, placed, next, cart.method)
  await (claimed.charge ? asker.begin(ctx, claimed.charge.payment.uuid) : asker.keep(ctx, claimed))
  return claimed
}

/** Nothing was left to order: what was refused for has gone all the same. */
async function clearCart(ctx: Context, tenant: string, uuid: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockOpenCart(tx, tenant, uuid)
    await removeEnded(tx, tenant, (await lettersInCart(tx, tenant)).ended)
  })
}

async function emptiness(ctx: Context, cart: CartTerms, ended: readonly EndedLetters[]) {
  if (ended.length > 0)
    return commerceProblem('letters_removed', {
      fields: Object.fromEntries(
        ended.map(({ line, subnets }) => [`items.${line}`, subnets.map((subnet) => `${subnet}: its lease has ended`)]),
      ),
    })
  const lapsed = (await hasLapsed(ctx, cart)) || (await lettersLapsed(ctx, cart.tenant_uuid, cart.changed_at))
  return commerceProblem(lapsed ? 'cart_expired' : 'cart_empty')
}

type Next = 'charge' | 'wait' | 'complete'

function nextOf(order: Order, method: PaymentMethod | null): Next {
  if (toPay(order) === 0) return 'complete'
  return chargeable(method) ? 'charge' : 'wait'
}

async function goOn(ctx: Context, order: Order, next: Next, method: PaymentMethod | null): Promise<Claimed> {
  if (next === 'complete') {
    const kept = await lockKept(ctx, reservationsOf(order))
    const paid = { credits: order.credits_minor, payment: null }
    return { order: await completePurchase(ctx, order, kept, paid), payment: null, charge: null }
  }
  if (next === 'wait' || !method) return { order, payment: null, charge: null }
  const { tenant_uuid: tenant, uuid } = order
  const [payment] = await startPayments(ctx, [{ tenant, order: uuid, method, amount: toPay(order), capture: true }])
  return { order, payment: null, charge: payment ? { payment, method } : null }
}

function orderOf(ctx: Context, cart: CartTerms, lines: CartLines, removed: readonly RemovedItem[]): Order {
  const { commission, currency } = ctx.house.config
  if (!cart.address) throw commerceProblem('address_required')
  const totals = priceCart(ctx, cart, lines)
  return {
    uuid: newUuid(),
    tenant_uuid: cart.tenant_uuid,
    kind: 'purchase',
    status: orderStates.initial,
    cart_uuid: cart.uuid,
    subscription_uuid: null,
    period_start: null,
    period_end: null,
    buyer: cart.address,
    lines: [
      ...lines.blocks.map((block) => orderLine(block, { lease: newUuid(), commission, currency })),
      ...lines.letters.map(letterOrderLine),
    ],
    removed_items: removed,
    ...amountsOf(totals),
    credits_minor: totals.credits,
    discount_code_uuid: cart.discount_code_uuid,
    payment_method_uuid: cart.method?.uuid ?? null,
    placed_at: ctx.now,
    expires_at: null,
    completed_at: null,
  }
}

async function recordPlaced(ctx: Context, order: Order): Promise<void> {
  const { uuid, tenant_uuid: tenant, status, cart_uuid } = order
  const data = { to: status, cart_uuid, ...contentOf(ctx, order) }
  const subject = { kind: orderStates.noun, uuid }
  await audit(ctx, { action: commerceAudit('sales_order.placed'), subject, tenant, data })
  if (status === 'pending_payment') await tellOf(ctx, order, 'order.pending_payment')
}

/** What the order will use is nobody else's to use. */
async function claimMeans(ctx: Context, { tenant_uuid: tenant, credits_minor, discount_code_uuid }: Order) {
  if (discount_code_uuid !== null && !(await countUse(ctx, discount_code_uuid, 1)))
    throw commerceProblem('discount_code_used_up')
  await changeCredits(ctx, [{ tenant, total: 0, held: credits_minor }])
}
