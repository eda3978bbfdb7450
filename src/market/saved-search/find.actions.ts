import type { Context } from '../../kernel/context.ts'
import { formatPrefix, mergePrefixes, type Prefix } from '../../kernel/ip/index.ts'
import { Problem } from '../../kernel/problems.ts'
import { freeBlocksTouching } from '../inventory/inventory.store.ts'
import { judgeOf } from '../search/search.actions.ts'
import { readFilters } from '../search/filters.rules.ts'
import { countOf, pick, type Filters, type Hole } from '../search/search.rules.ts'
import { changedAreas, isKnown, matchedBefore, mostKept, priceIf, type Arrival } from './match.rules.ts'
import type { FoundFor, OnShelf } from './match.store.ts'
import type { SavedSearch } from './saved-search.store.ts'

/** What saved searches find in what has come. */

/** All that came to one offer, and what is to be had there now. */
export interface Offered {
  readonly arrivals: readonly Arrival[]
  readonly shelf: readonly OnShelf[]
  /** Where parts of it are seen, and '' for those who do not care. */
  readonly countries: readonly string[]
}

interface Seeker extends SavedSearch {
  readonly wish: Filters
  /** The same for all who find the same, whatever they would pay. */
  readonly alike: string
}

/** Somebody whom an offer concerns: what is new to them there, and at which price. */
interface Concerned {
  readonly seeker: Seeker
  readonly terms: OnShelf
  readonly priceMinor: number
  readonly news: readonly Arrival[]
}

/** In the order of the searches' uuids, in which they are locked. */
export async function findFor(
  ctx: Context,
  searches: readonly SavedSearch[],
  offered: readonly Offered[],
): Promise<FoundFor[]> {
  const seekers = Map.groupBy(
    searches.flatMap((search) => seekerOf(search, ctx.house.config.currency)),
    ({ length, country_code }) => keyOf(length, country_code),
  )
  const found = new Map<string, FoundFor>()
  for (const offer of offered) {
    const concerned = concernedBy(offer, seekers, ctx.house.config.currency)
    if (concerned.length === 0) continue
    const look = looking(ctx, await freeIn(ctx, offer.arrivals), offer)
    for (const one of concerned) add(found, one, look(one))
  }
  return [...found.values()].filter(({ count }) => count > 0).sort((a, b) => (a.search < b.search ? -1 : 1))
}

const keyOf = (length: number, country: string): string => `${length} ${country}`

/** Nobody where the filters cannot be read any more, as prices in cents after a change to a currency without. */
function seekerOf(search: SavedSearch, currency: string): Seeker | [] {
  try {
    const wish = readFilters(search.filters, currency)
    const { length, areas, place, reputation } = wish
    return { ...search, wish, alike: JSON.stringify([length, areas?.map(formatPrefix), place, reputation]) }
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}

function concernedBy(
  { arrivals, shelf, countries }: Offered,
  seekers: ReadonlyMap<string, readonly Seeker[]>,
  currency: string,
): Concerned[] {
  const concerned: Concerned[] = []
  for (const terms of shelf)
    for (const country of countries)
      for (const seeker of seekers.get(keyOf(terms.length, country)) ?? []) {
        const priceMinor = priceIf(seeker.wish, terms, currency)
        // Nobody has to be told of blocks of their own.
        if (priceMinor === null || terms.holder === seeker.tenant_uuid) continue
        const news = arrivals.filter((arrival) => isNews(arrival, seeker, terms, currency))
        if (news.length > 0) concerned.push({ seeker, terms, priceMinor, news })
      }
  return concerned
}

/** It has come since the seeker looks, was not here just before, and was not to be had like this. */
const isNews = (arrival: Arrival, { wish, since, after_arrival }: Seeker, terms: OnShelf, currency: string): boolean =>
  arrival.id > after_arrival && !isKnown(arrival, since) && !matchedBefore(wish, arrival, terms, currency)

/** Free space that is shown, in or around what has come. */
async function freeIn(ctx: Context, arrivals: readonly Arrival[]): Promise<Prefix[]> {
  const free = new Map<string, Prefix>()
  const [first] = arrivals
  for (const block of mergePrefixes(arrivals.map((arrival) => arrival.block)))
    for (const tile of await freeBlocksTouching(ctx, first?.offer ?? '', block))
      if (!tile.hidden) free.set(formatPrefix(tile.block), tile.block)
  return [...free.values()]
}

interface Seen {
  readonly count: number
  readonly first: readonly Prefix[]
}

/** Many look for the same: the offer is looked through once for all who are alike and to whom the same is new. */
function looking(ctx: Context, free: readonly Prefix[], { arrivals }: Offered): (one: Concerned) => Seen {
  const seen = new Map<string, Seen>()
  return ({ seeker: { wish, alike }, terms, news }) => {
    const key = `${alike} ${news.length === arrivals.length ? 'all' : news.map(({ id }) => id).join()}`
    const known = seen.get(key)
    if (known) return known
    const areas = mergePrefixes(news.flatMap((arrival) => changedAreas(wish, arrival)))
    const holes = free
      .filter((block) => block.length <= wish.length)
      .map((block): Hole => ({ ...terms, block, skippedChecks: [] }))
    const search = { ...wish, areas, limit: mostKept, order: 'fit', token: null } as const
    const judge = judgeOf(ctx, wish)
    const first = pick(search, holes, judge).map(({ child }) => child)
    const looked = { count: first.length < mostKept ? first.length : countOf(search, holes, judge), first }
    seen.set(key, looked)
    return looked
  }
}

function add(found: Map<string, FoundFor>, { seeker, terms, priceMinor }: Concerned, { count, first }: Seen): void {
  const so = found.get(seeker.uuid) ?? { search: seeker.uuid, count: 0, matches: [] }
  const kept = first.slice(0, mostKept - so.matches.length)
  so.matches.push(...kept.map((block) => ({ block, pricing: terms.pricing, priceMinor })))
  so.count += count
  found.set(seeker.uuid, so)
}
