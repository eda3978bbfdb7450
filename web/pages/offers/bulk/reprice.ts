import type { MarketService as Offer } from '../../../../client/api.gen.ts'
import { numberIn } from '../../../numbers.ts'
import {
  bodyOf,
  changesOf,
  draftOf,
  sharesOf,
  withPerIp,
  withValue,
  type Change,
  type PriceDraft,
} from '../price-draft.ts'

/** New prices for all sizes of several listings: each moved by a share, or all set to one price per address. */

export type How = 'by_percent' | 'per_address'

export interface Wish {
  readonly how: How
  /** As typed. */
  readonly typed: string
}

type Priced = Pick<Offer, 'pricings'>

const lowest = -90
const highest = 900

/** `+5 %` is five. */
const percentIn = (typed: string): number => numberIn(typed.replace(/^\s*\+/, '').replace(/\s*%\s*$/, ''))

function repriced({ pricings }: Priced, { how, typed }: Wish): PriceDraft[] {
  return pricings.data.map(draftOf).map((draft) => {
    if (how === 'per_address') return withPerIp(draft, typed)
    return withValue(draft, (Math.round(numberIn(draft.value) * (100 + percentIn(typed))) / 100).toFixed(2))
  })
}

/** Why it cannot be done yet. */
export function whyNotRepriced(wish: Wish, offers: readonly Priced[]): string | undefined {
  const value = wish.how === 'by_percent' ? percentIn(wish.typed) : numberIn(wish.typed)
  if (Number.isNaN(value)) return wish.how === 'by_percent' ? 'Enter a percentage.' : 'Enter a price.'
  if (wish.how === 'by_percent' && (value === 0 || value < lowest || value > highest))
    return `Enter a percentage from ${lowest} to ${highest}, other than 0.`
  const isPriced = offers.every((offer) => repriced(offer, wish).every((one) => sharesOf(one.value, 0) !== null))
  return isPriced ? undefined : 'Every size needs a price above zero.'
}

export const pricingsOf = (offer: Priced, wish: Wish) => repriced(offer, wish).map(bodyOf)

export const priceChanges = (offer: Priced, wish: Wish): Change[] =>
  changesOf(offer.pricings.data.map(draftOf), repriced(offer, wish))
