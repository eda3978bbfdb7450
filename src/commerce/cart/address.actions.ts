import type { Party } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { checkAddress, findAddress, partyOf } from '../address/address.actions.ts'
import type { AddressWish } from '../address/address.rules.ts'
import { lockOpenCart, saveCart } from './cart.actions.ts'

/** The cart's own copy of a billing address (decisions 6, Cart address). */

export async function copyAddress(ctx: Context, tenant: string, cart: string, id: string): Promise<Party> {
  const [, address] = await Promise.all([lockOpenCart(ctx, tenant, cart), findAddress(ctx, tenant, id)])
  if (!address) throw kernelProblem('not_found')
  const copy = partyOf(address)
  await saveCart(ctx, tenant, cart, { address: copy })
  return copy
}

/** Only the copy of that very address; fields left out stay, and so does the country. A VAT number that changes is judged anew. */
export async function changeCopiedAddress(
  ctx: Context,
  tenant: string,
  cart: string,
  id: string,
  wish: AddressWish,
): Promise<Party> {
  const [{ address: copy }, address] = await Promise.all([
    lockOpenCart(ctx, tenant, cart),
    findAddress(ctx, tenant, id),
  ])
  if (!copy || copy.uuid !== address?.uuid) throw kernelProblem('not_found')
  const whole = { ...copy, ...wish, country_code: copy.country_code }
  const changed = partyOf({ ...(await checkAddress(ctx, tenant, whole, copy)), uuid: address.uuid })
  await saveCart(ctx, tenant, cart, { address: changed })
  return changed
}
