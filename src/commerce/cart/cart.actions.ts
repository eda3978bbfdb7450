import { taxesOf, type Totals } from '../../invoicing/index.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { writeNow } from '../../kernel/db/at-commit.ts'
import { kernelProblem, type Problem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { keepLetters, lettersInCart, removeLetters, type CartLetters } from '../../letters/index.ts'
import { keepHolds, reservationsToBuy, withdrawReservation } from '../../market/index.ts'
import { commerceAudit } from '../commerce.events.ts'
import { cartEnd, cartTotals, itemOrdered, itemsOf, type CartLines, type Item } from './cart.rules.ts'
import { cartStates } from './cart.states.ts'
import {
  findCart,
  findCurrentCart,
  insertCart,
  lockCart,
  lockTerms,
  updateCart,
  type Cart,
  type CartChange,
  type CartTerms,
} from './cart.store.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { discountOf, faultOf } from '../discount/discount.rules.ts'
import { findOrderOfCart, type Order } from '../order/order.store.ts'

/** The cart: its lines are what the company holds and the letters it wants; everything else is computed when it is shown. */

export interface CartView {
  readonly cart: CartTerms
  readonly items: readonly Item[]
  readonly totals: Totals
  readonly expiresAt: Date | null
}

/** Made on first read, also when two read at once. */
export async function showCurrentCart(ctx: Context, tenant: string): Promise<CartView> {
  const [known, blocks] = await Promise.all([findCurrentCart(ctx, tenant), reservationsToBuy(ctx, tenant)])
  if (known) return viewOf(ctx, known, blocks)
  await inTransaction(ctx, (tx) => openCart(tx, tenant))
  const made = await findCurrentCart(ctx, tenant)
  if (!made) throw kernelProblem('state_conflict')
  return viewOf(ctx, made, blocks)
}

/** Most carts have none, and it costs nothing to know. */
export const lettersOf = async (ctx: Context, { has_letters, tenant_uuid }: CartTerms): Promise<CartLetters> =>
  has_letters ? lettersInCart(ctx, tenant_uuid) : { letters: [], ended: [] }

/** Where the company has no current one; whether it had none. */
export async function openCart(ctx: Context, tenant: string): Promise<boolean> {
  const cart = await insertCart(ctx, { uuid: newUuid(), tenant_uuid: tenant, status: cartStates.initial })
  if (cart)
    await audit(ctx, { action: commerceAudit('cart.opened'), subject: { kind: 'cart', uuid: cart.uuid }, tenant })
  return cart !== undefined
}

export async function showCart(ctx: Context, tenant: string, uuid: string): Promise<CartView> {
  const [cart, blocks] = await Promise.all([findCart(ctx, tenant, uuid), reservationsToBuy(ctx, tenant)])
  if (!cart) throw kernelProblem('not_found')
  return viewOf(ctx, cart, blocks)
}

/** What is being paid for, or has been ordered, is shown as it was ordered. */
async function viewOf(ctx: Context, cart: CartTerms, blocks: CartLines['blocks']): Promise<CartView> {
  if (cart.status === 'open') return openView(ctx, cart, { blocks, letters: (await lettersOf(ctx, cart)).letters })
  const order = await findOrderOfCart(ctx, cart.uuid)
  if (!order) throw new Error(`the cart ${cart.uuid} is ${cart.status} without an order`)
  return { cart, items: order.lines.map(itemOrdered), totals: totalsOf(order), expiresAt: order.expires_at }
}

function openView(ctx: Context, cart: CartTerms, lines: CartLines): CartView {
  const expiresAt = cartEnd([...lines.blocks, ...lines.letters])
  return { cart, items: itemsOf(lines), totals: priceCart(ctx, cart, lines), expiresAt }
}

/** A code that counts no more takes nothing off; ordering such a cart is refused, so nobody pays more than was shown. */
export function priceCart(
  ctx: Context,
  { address, discount, credits_minor }: CartTerms,
  { blocks, letters }: CartLines,
) {
  const counts = discount !== null && faultOf(discount, ctx.now) === undefined
  return cartTotals(
    {
      lines: [...blocks, ...letters],
      discount: counts ? discountOf(discount) : null,
      taxes: address ? taxesOf(ctx, address) : [],
      credits: credits_minor,
    },
    ctx.house.config.currency,
  )
}

function totalsOf(order: Order): Totals {
  const { sub_total_minor, discount_minor, tax_minor, credits_minor, total_minor } = order
  return {
    subTotal: sub_total_minor,
    discounts: order.discounts,
    discount: discount_minor,
    beforeTax: sub_total_minor - discount_minor,
    taxes: order.taxes,
    tax: tax_minor,
    total: total_minor,
    credits: credits_minor,
    remaining: total_minor - credits_minor,
  }
}

/** Alone with a cart that can still be changed. */
export const lockOpenCart = async (ctx: Context, tenant: string, uuid: string): Promise<Cart> =>
  requireOpen(ctx, await lockCart(ctx, tenant, uuid))

/** The same with its terms. */
export const lockOpenTerms = async (ctx: Context, tenant: string, uuid: string): Promise<CartTerms> =>
  requireOpen(ctx, await lockTerms(ctx, tenant, uuid))

async function requireOpen<C extends Cart>(ctx: Context, cart: C | undefined): Promise<C> {
  if (!cart) throw kernelProblem('not_found')
  if (cart.status !== 'open') throw await alreadyOrdered(ctx, cart)
  return cart
}

/** Names the order, for those who have lost the answer that did. */
async function alreadyOrdered(ctx: Context, { uuid, status }: Cart): Promise<Problem> {
  const order = (await findOrderOfCart(ctx, uuid))?.uuid ?? ''
  const fields = { order_uuid: [order] }
  return status === 'ordered'
    ? commerceProblem('cart_ordered', { message: `This cart has been ordered: see …/orders/${order}.`, fields })
    : commerceProblem('cart_in_checkout', {
        message: `A payment for this cart is under way, for the order ${order}; wait for its answer.`,
        fields,
      })
}

type Decide = () => Promise<CartChange> | CartChange

/** The cart as it is afterwards. */
export async function changeCart(ctx: Context, tenant: string, uuid: string, decide: Decide): Promise<CartView> {
  await lockOpenCart(ctx, tenant, uuid)
  return saveAndShow(ctx, tenant, uuid, await decide())
}

/** A cart that is locked and open. What is read next would have the change written without its log. */
export async function saveAndShow(ctx: Context, tenant: string, uuid: string, change: CartChange): Promise<CartView> {
  await saveCart(ctx, tenant, uuid, change)
  await writeNow(ctx.db)
  return showCart(ctx, tenant, uuid)
}

/** A cart that is locked and open. Whoever changes it is still shopping: what it keeps is kept longer. */
export async function saveCart(ctx: Context, tenant: string, uuid: string, change: CartChange): Promise<void> {
  await updateCart(ctx, uuid, change)
  await audit(ctx, {
    action: commerceAudit('cart.changed'),
    subject: { kind: 'cart', uuid },
    tenant,
    data: { changed: Object.keys(change) },
  })
  await keepLines(ctx, tenant)
}

/** For the full time from now. */
export async function keepLines(ctx: Context, tenant: string): Promise<void> {
  await Promise.all([keepHolds(ctx, tenant), keepLetters(ctx, tenant)])
}

/** A block is free again, letters are forgotten. */
export async function removeLine(ctx: Context, tenant: string, uuid: string, line: string): Promise<CartView> {
  return changeCart(ctx, tenant, uuid, async () => {
    const blocks = await reservationsToBuy(ctx, tenant)
    if (blocks.some((wanted) => wanted.uuid === line)) await withdrawReservation(ctx, tenant, line)
    else await removeLetters(ctx, tenant, line)
    return {}
  })
}
