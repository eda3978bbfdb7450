import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../kernel/context.ts'
import { contains, knownPrefix } from '../../kernel/ip/index.ts'
import { locationStamps, networkFacts, type Location } from '../../network/index.ts'
import { placeIfMany } from '../place/keep.actions.ts'
import { areOf } from '../place/place.rules.ts'
import type { PlaceWish } from '../place/wish.store.ts'
import {
  arrange,
  countOf,
  isLocated,
  pick,
  protectionOf,
  reputationOf,
  together,
  type Filters,
  type Found,
  type Hole,
  type Holes,
  type Judge,
  type LocationWish,
  type Protection,
  type Reputation,
  type Search,
} from './search.rules.ts'
import { findHoles, findPlacedHoles } from './search.store.ts'

export interface FoundBlock extends Found {
  /** Where providers see it, one each. */
  readonly places: readonly Location[]
  readonly reputation: Reputation
  readonly protection: Protection
}

/** Where no places are kept, many free blocks may not do: we look at more of them to begin with. */
const firstLook = 512

/** Counted are no more than these. */
const mostCounted = 32_768

/** So many are judged before somebody else gets their turn. */
const inOneGo = 1_024

/**
 * Every free block fills at least one row, so one look finds them all. Only a search by place or reputation, which is
 * decided here block by block, may come out short; then it looks again, deeper.
 */
export async function searchMarket(ctx: Context, search: Search): Promise<FoundBlock[]> {
  if (search.areas?.length === 0 || isHopeless(ctx, search)) return []
  const judge = judgeOf(ctx, search)
  for (let wanted = search.limit; ; wanted *= 8) {
    const { holes, most } = await look(ctx, search, wanted)
    const isAll = holes.shelved.length < most
    const found = await pickInTurn(search, arrange(search, holes, isAll), judge)
    if (isAll || !judge || found.length === search.limit) return found.map((block) => describeFound(ctx, block))
  }
}

/** How many blocks there are, not looking at more than so many, and the first of them. */
export async function countMarket(ctx: Context, filters: Filters, most: number): Promise<Counted> {
  const search: Search = { ...filters, limit: most, order: 'fit', token: null }
  if (filters.areas?.length === 0 || isHopeless(ctx, filters)) return { count: 0, complete: true, first: [] }
  const { holes } = await look(ctx, search, mostCounted)
  const judge = judgeOf(ctx, filters)
  const all = arrange(search, holes, true)
  return {
    count: countOf(filters, all, judge),
    complete: holes.shelved.length < mostCounted,
    first: pick(search, all, judge),
  }
}

/** By the places that are kept, if they are of the data that this node has; else all holes, whatever is in them. */
async function look(ctx: Context, search: Search, wanted: number): Promise<{ holes: Holes; most: number }> {
  const wish = placeWishOf(ctx, search)
  if (wish === null) return { holes: await findHoles(ctx, search, wanted), most: wanted }
  const placed = await findPlacedHoles(ctx, search, wanted, wish)
  if (placed !== null && areOf(locationStamps(ctx), wish.stamps)) {
    await placeIfMany(ctx, placed.unplaced)
    return { holes: placed, most: wanted }
  }
  const most = Math.max(wanted, firstLook)
  return { holes: await findHoles(ctx, search, most), most }
}

/** Null where nothing is asked of what the database does not know. */
function placeWishOf(ctx: Context, { place, reputation, registries }: Filters): PlaceWish | null {
  const listed = reputation === null || reputation === 'unknown' ? null : reputation === 'listed'
  return place === null && listed === null ? null : { place, listed, registries, stamps: locationStamps(ctx) }
}

/** No lists, or old ones, say nothing of any block; and others of every one. */
function isHopeless(ctx: Context, { reputation }: Filters): boolean {
  if (reputation === null) return false
  const isKnown = reputationOf(networkFacts(ctx).blocklistHits(anyBlock)) !== 'unknown'
  return isKnown === (reputation === 'unknown')
}

const anyBlock = knownPrefix('1.0.0.0/24')

/** As `pick` does it, while others get their turn. */
async function pickInTurn(search: Search, holes: readonly Hole[], judge: Judge | undefined): Promise<Found[]> {
  const found: Found[] = []
  for (let from = 0; from < holes.length && found.length < search.limit; from += inOneGo) {
    if (from > 0) await setImmediate()
    const limit = search.limit - found.length
    found.push(...pick({ ...search, limit }, holes.slice(from, from + inOneGo), judge))
  }
  return found
}

export interface Counted {
  readonly count: number
  /** Nothing was left out. */
  readonly complete: boolean
  readonly first: readonly Found[]
}

/** Of what the database does not know; nothing where all was asked of it. */
export const judgeOf = (ctx: Context, { place, reputation, length }: Filters): Judge | undefined =>
  together([
    ...(place === null ? [] : [locationJudge(ctx, place, length)]),
    ...(reputation === null ? [] : [reputationJudge(ctx, reputation, length)]),
  ])

/** Of a block that is listed, parts may not be. */
function reputationJudge(ctx: Context, wanted: Reputation, length: number): Judge {
  const facts = networkFacts(ctx)
  return (block) => {
    const reputation = reputationOf(facts.blocklistHits(block))
    return reputation === 'listed' && block.length < length ? null : reputation === wanted
  }
}

/** A block without another place inside is seen as a whole where it is seen. */
function locationJudge(ctx: Context, wish: LocationWish, length: number): Judge {
  const facts = networkFacts(ctx)
  return (block) => {
    const differs = (place: Location) => !contains(place.prefix, block)
    if (block.length < length && facts.locationsWithin(block)?.value.some(differs)) return null
    return isLocated(facts.geodata(block)?.value ?? [], wish)
  }
}

/** What the internet says of a block. */
export function describeFound(ctx: Context, found: Found): FoundBlock {
  const facts = networkFacts(ctx)
  return {
    ...found,
    places: facts.geodata(found.child)?.value ?? [],
    reputation: reputationOf(facts.blocklistHits(found.child)),
    protection: protectionOf(facts.vrps(found.child)),
  }
}
