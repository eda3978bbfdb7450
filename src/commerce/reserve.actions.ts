import type { Context } from '../kernel/context.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { keepHolds, reserve, reserveAtListPrice, type Kept, type Reserved, type Wish } from '../market/index.ts'
import { openCart } from './cart.actions.ts'
import { commerceProblem } from './commerce.problems.ts'

/** A block is held and, once agreed to, a line of the cart; adding one keeps the others longer. */
export async function reserveForCart(ctx: Context, pricing: string, wish: Wish): Promise<Kept> {
  return intoCart(ctx, wish.tenant, () => reserve(ctx, pricing, wish))
}

/** The cart before the offer, which is the order in which a checkout locks them. */
async function intoCart(ctx: Context, tenant: string, hold: () => Promise<Reserved>): Promise<Kept> {
  const [, reserved] = await Promise.all([openCart(ctx, tenant), hold()])
  if (reserved.others > 0) await keepHolds(ctx, tenant)
  return reserved
}

export interface NewItem {
  readonly product_type: 'ipv4' | 'loa'
  readonly billing_cycle: number
  readonly product_fields: { readonly address?: string; readonly cidr?: number }
  readonly contract_length?: number
}

/** Decisions 8, POST /cart/items. */
export async function addItem(ctx: Context, tenant: string, item: NewItem): Promise<void> {
  const { product_type, billing_cycle, product_fields, contract_length: months = 1 } = item
  if (product_type !== 'ipv4')
    throw commerceProblem('product_not_sold', {
      fields: { product_type: ['must be "ipv4"; letters are not sold here'] },
    })
  if (billing_cycle !== 1)
    throw commerceProblem('product_not_sold', {
      fields: { billing_cycle: ['must be 1: blocks are billed every month'] },
    })
  const { address, cidr } = product_fields
  if (address === undefined || cidr === undefined)
    throw kernelProblem('invalid_fields', {
      fields: {
        ...(address === undefined ? { 'product_fields.address': ['is required'] } : {}),
        ...(cidr === undefined ? { 'product_fields.cidr': ['is required'] } : {}),
      },
    })
  await intoCart(ctx, tenant, () => reserveAtListPrice(ctx, { tenant, address, length: cidr, months }))
}
