import { firstAddress, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import { addDays } from '../../kernel/time.ts'
import { priceFor, type CommitmentDiscount } from '../pricing/discount.rules.ts'
import type { PricedSize } from '../pricing/pricing.rules.ts'
import { couldBeLocated, partsIn, type Filters, type Hole, type SeenPlace } from '../search/search.rules.ts'

/** Which saved searches a block newly matches that has come to the market. */

/** Longer than a negotiation keeps a block, shorter than the shortest lease: who is away for less has not left. */
export const awayDays = 14

/** So many of the blocks that a search has found are kept, the last ones. */
export const mostKept = 100

/** Named in one message; how many there are is said beside. */
export const mostNamed = 5

/** What comes within that time after a message waits for the next one. */
export const quietMinutes = 15

export const mostSearches = 50

/** How space that has been on the market all the time was to be had, or where it was seen. */
export type Before =
  | { readonly terms: readonly PricedSize[]; readonly discounts: readonly CommitmentDiscount[] }
  | { readonly places: readonly SeenPlace[] }

export interface Arrival {
  readonly id: number
  readonly offer: string
  readonly block: Prefix
  readonly at: Date
  readonly goneAt: Date | null
  readonly before: Before | null
}

/** What one size of an offer is let for. */
export interface Terms extends PricedSize {
  readonly registry: Hole['registry']
  readonly discounts: readonly CommitmentDiscount[]
}

/** What a month costs who asks like this; null where it is not what was asked for. */
export function priceIf(filters: Filters, terms: Terms, currency: string): number | null {
  const { length, months, priceMin, priceMax, negotiable, registries } = filters
  if (terms.length !== length || (months !== 1 && !terms.periods.includes(months))) return null
  if (negotiable !== null && terms.negotiable !== negotiable) return null
  if (registries.length > 0 && !registries.includes(terms.registry)) return null
  const { minor } = priceFor(terms.priceMinor, months, terms.discounts, currency)
  return (priceMin !== null && minor < priceMin) || (priceMax !== null && minor > priceMax) ? null : minor
}

/** Whoever looked before it went away has seen it, and it comes back as it was. */
export const isKnown = ({ at, goneAt }: Arrival, since: Date): boolean =>
  goneAt !== null && since <= goneAt && at < addDays(goneAt, awayDays)

/** It was there, and the search would have found it as it was then. */
export function matchedBefore(filters: Filters, { before }: Arrival, now: Terms, currency: string): boolean {
  if (before === null) return false
  if ('places' in before) return filters.place === null || couldBeLocated(before.places, filters.place)
  const { terms, discounts } = before
  return terms.some((size) => priceIf(filters, { ...size, registry: now.registry, discounts }, currency) !== null)
}

/** Of the areas of a search those that an arrival changes: of what is smaller than wanted, the block around it. */
export function changedAreas({ areas, length }: Filters, { block }: Arrival): Prefix[] {
  const changed = block.length > length ? prefixAround(firstAddress(block), length) : block
  return partsIn(changed, areas)
}
