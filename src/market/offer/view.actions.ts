import type { Context } from '../../kernel/context.ts'
import { canInitiateExpiration } from './offer.rules.ts'
import type { Offer } from './offer.store.ts'
import { surroundingsOf, type OfferSurroundings } from './view.store.ts'

/** Offers with all that an answer says about them. */

export interface OfferView extends Omit<OfferSurroundings, 'offer_uuid' | 'commitment_end'> {
  readonly offer: Offer
  readonly hasCommitments: boolean
  readonly canInitiateExpiration: boolean
}

/** In the order given, in a constant number of statements. */
export async function viewOffers(ctx: Context, offers: readonly Offer[]): Promise<OfferView[]> {
  const found = await surroundingsOf(
    ctx,
    offers.map(({ uuid }) => uuid),
  )
  return offers.map((offer) => {
    const around = found.get(offer.uuid)
    if (!around) throw new Error(`the offer ${offer.uuid} has no proof`)
    const { proof, checks, pricings, commitment_end } = around
    return {
      offer,
      proof,
      checks,
      pricings,
      hasCommitments: commitment_end !== null,
      canInitiateExpiration: canInitiateExpiration(commitment_end, ctx.now, ctx.house.config.noticeDays),
    }
  })
}

export async function viewOffer(ctx: Context, offer: Offer): Promise<OfferView> {
  const [view] = await viewOffers(ctx, [offer])
  if (!view) throw new Error('one offer has one view')
  return view
}
