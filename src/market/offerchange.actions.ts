import type { Context } from '../kernel/context.ts'
import { kernelProblem } from '../kernel/problems.ts'
import { marketProblem } from './market.problems.ts'
import { hasEnded } from './offer.states.ts'
import { findOffer, lockOffer, type Offer } from './offer.store.ts'

/** The company's own offer, alone with it until the transaction ends; a cancelled one changes no more. */
export async function lockOwnOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  // Looked at before it is locked: nobody makes others wait by naming their offers.
  const own = await findOffer(ctx, tenant, uuid)
  const offer = own && (await lockOffer(ctx, uuid))
  if (!offer) throw kernelProblem('not_found')
  if (hasEnded(offer.status)) throw marketProblem('offer_ended')
  return offer
}
