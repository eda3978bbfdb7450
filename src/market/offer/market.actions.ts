import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import type { PricedSize } from '../pricing/pricing.rules.ts'
import { noteArrivals } from '../saved-search/arrival.store.ts'
import type { Before } from '../saved-search/match.rules.ts'
import type { SeenPlace } from '../search/search.rules.ts'
import { updateOffer, type Offer } from './offer.store.ts'

/** An offer comes to the market, leaves it, or is there otherwise than before: what saved searches are compared with. */

const isOnMarket = ({ status, hidden }: Offer): boolean => status === 'validity_active' && !hidden

/** After its status or its being hidden may have changed; under the lock of the offer. */
export async function followToMarket(ctx: Context, before: Offer, now: Offer): Promise<void> {
  if (isOnMarket(before) === isOnMarket(now)) return
  const { uuid, off_market_since: goneAt } = now
  await updateOffer(ctx, uuid, { off_market_since: isOnMarket(now) ? null : ctx.now })
  if (isOnMarket(now)) await noteArrivals(ctx, [{ offer: uuid, block: knownPrefix(now.block), goneAt }])
}

/** Other prices, or something else off for who commits. */
export async function noteOtherTerms(ctx: Context, before: Offer, terms: readonly PricedSize[]): Promise<void> {
  if (isOnMarket(before)) await noteWhole(ctx, before, { terms, discounts: before.commitment_discounts })
}

export async function noteOtherPlaces(ctx: Context, offer: Offer, places: readonly SeenPlace[]): Promise<void> {
  if (isOnMarket(offer)) await noteWhole(ctx, offer, { places })
}

const noteWhole = (ctx: Context, { uuid, block }: Offer, before: Before) =>
  noteArrivals(ctx, [{ offer: uuid, block: knownPrefix(block), before }])
