import { commitmentPeriods } from '../../../src/market/pricing/pricing.rules.ts'
import { flag, oneOf, searchOf, sortBy, text, whole } from '../../search.ts'
import { registries } from '../../ui/words.ts'
import { reputations } from './words.ts'

/** What the addresses of the market's pages say. */

const amount = whole(0, 1_000_000_000)

/** Months of a commitment that may be asked for; without one a lease goes from month to month. */
const commitment = (value: unknown) => commitmentPeriods.find((months) => String(months) === String(value))

export const usualSize = 24

/** Where the map is looked at. */
const sight = {
  at: text(15),
  zoom: (value: unknown) => {
    const zoom = Number(value)
    return value !== '' && value !== null && zoom > 0 && zoom <= 9 ? zoom : undefined
  },
  /** What its legend has switched off. */
  hide: text(80),
}

/** The market as anyone may see it: where, and the size whose prices are shown. */
export const openSearch = searchOf({ ...sight, size: whole(8, 24) })

export const marketSearch = searchOf({
  size: whole(8, 24),
  inside: text(18),
  country: text(2),
  city: text(100),
  providers: text(255),
  all: flag,
  registry: oneOf(registries),
  months: commitment,
  min: amount,
  max: amount,
  reputation: oneOf(reputations),
  negotiable: flag,
  sort: sortBy(['price', 'address']),
  view: oneOf(['table', 'map']),
  pick: text(18),
  ...sight,
})

export type MarketSearch = ReturnType<typeof marketSearch>

/** What filters ask for beside the size. */
export const wishes = [
  'inside',
  'country',
  'city',
  'providers',
  'all',
  'registry',
  'months',
  'min',
  'max',
  'reputation',
  'negotiable',
] as const satisfies readonly (keyof MarketSearch)[]
