import type { Party } from '../invoicing/index.ts'
import type { Context } from '../kernel/context.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { checkAddress, findAddress, partyOf } from './address.actions.ts'
import type { AddressWish } from './address.rules.ts'
import { alterCart } from './cart.actions.ts'

/** The cart's own copy of a billing address (decisions 6). */

export async function copyAddress(ctx: Context, tenant: string, cart: string, id: string): Promise<Party> {
  return setAddress(ctx, tenant, cart, async () => {
    const address = await findAddress(ctx, tenant, id)
    return address && partyOf(address)
  })
}

/** Only the copy of that very address; fields left out stay, and so does the country. A VAT number that changes is judged anew. */
export async function changeCopiedAddress(
  ctx: Context,
  tenant: string,
  cart: string,
  id: string,
  wish: AddressWish,
): Promise<Party> {
  return setAddress(ctx, tenant, cart, async (copy) => {
    const address = await findAddress(ctx, tenant, id)
    if (!copy || copy.uuid !== address?.uuid) return undefined
    const whole = { ...copy, ...wish, country_code: copy.country_code }
    return partyOf({ ...(await checkAddress(ctx, tenant, whole, copy)), uuid: address.uuid })
  })
}

async function setAddress(
  ctx: Context,
  tenant: string,
  cart: string,
  decide: (copy: Party | null) => Promise<Party | undefined>,
): Promise<Party> {
  const { address: changed } = await alterCart(ctx, tenant, cart, async ({ address: copy }) => {
    const address = await decide(copy)
    if (!address) throw kernelProblem('not_found')
    return { address }
  })
  if (!changed) throw new Error(`the cart ${cart} has lost its address`)
  return changed
}
