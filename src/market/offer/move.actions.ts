import type { Context } from '../../kernel/context.ts'
import { move } from '../../kernel/db/moves.ts'
import { marketProblem } from '../market.problems.ts'
import { offerStates, type OfferTrigger } from './offer.states.ts'
import type { Offer } from './offer.store.ts'

/** Under the lock of the offer. */
export async function moveOffer(
  ctx: Context,
  offer: Offer,
  trigger: OfferTrigger,
  data: Record<string, unknown> = {},
): Promise<Offer> {
  const { uuid, tenant_uuid: tenant, status: from, block } = offer
  const made = { table: 'offer', uuid, tenant, from, trigger, data: { block, ...data } }
  const status = await move(ctx, offerStates, made, () =>
    marketProblem('offer_move_forbidden', { message: `A market service in the state ${from} cannot do this.` }),
  )
  return { ...offer, status }
}

/** What others hear of an offer, whatever happened to it. */
export const toldOf = ({ uuid, block, status }: Offer) => ({ uuid, block, status })
