import { invoicingProblem, methodFor } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { changeCart, lockOpenCart, saveAndShow, type CartView } from './cart.actions.ts'
import { findCart } from './cart.store.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { faultOf } from '../discount/discount.rules.ts'
import { findDiscountCode } from '../discount/discount.store.ts'

/** How a cart is paid: by credits, less by a discount code, the rest by a payment method. */

export const applyCredits = (ctx: Context, tenant: string, cart: string, minor: number): Promise<CartView> =>
  changeCart(ctx, tenant, cart, async () => {
    if (minor > ((await findCart(ctx, tenant, cart))?.available_minor ?? 0))
      throw invoicingProblem('credits_insufficient')
    return { credits_minor: minor }
  })

export const removeCredits = (ctx: Context, tenant: string, cart: string): Promise<CartView> =>
  changeCart(ctx, tenant, cart, () => ({ credits_minor: 0 }))

export function applyCode(ctx: Context, tenant: string, cart: string, text: string): Promise<CartView> {
  return changeCart(ctx, tenant, cart, async () => {
    const code = await findDiscountCode(ctx, text)
    if (!code) throw commerceProblem('discount_code_unknown')
    const fault = faultOf(code, ctx.now)
    if (fault) throw fault
    return { discount_code_uuid: code.uuid }
  })
}

export const removeCode = (ctx: Context, tenant: string, cart: string, text: string): Promise<CartView> =>
  changeCart(ctx, tenant, cart, async () => {
    const discount = (await findCart(ctx, tenant, cart))?.discount
    if (discount?.code !== text.toUpperCase()) throw kernelProblem('not_found')
    return { discount_code_uuid: null }
  })

export async function chooseMethod(ctx: Context, tenant: string, cart: string, method: string): Promise<CartView> {
  const [, known] = await Promise.all([lockOpenCart(ctx, tenant, cart), methodFor(ctx, tenant, method)])
  if (!known) throw kernelProblem('not_found')
  return saveAndShow(ctx, tenant, cart, { payment_method_uuid: known.uuid })
}
