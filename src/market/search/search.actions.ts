import type { Context } from '../../kernel/context.ts'
import { contains } from '../../kernel/ip/index.ts'
import { networkFacts, type Location } from '../../network/index.ts'
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
  type Judge,
  type LocationWish,
  type Protection,
  type Reputation,
  type Search,
} from './search.rules.ts'
import { findHoles } from './search.store.ts'

export interface FoundBlock extends Found {
  /** Where providers see it, one each. */
  readonly places: readonly Location[]
  readonly reputation: Reputation
  readonly protection: Protection
}

/** By place and reputation some free blocks may not do, so we look at more of them to begin with, and never at more than this. */
const firstLook = 512
const deepestLook = 32_768

/**
 * Every free block fills at least one row, so one look finds them all. Only a search by place or reputation, which is
 * decided here block by block, may come out short; then it looks again, deeper.
 */
export async function searchMarket(ctx: Context, search: Search): Promise<FoundBlock[]> {
  if (search.areas?.length === 0) return []
  const judge = judgeOf(ctx, search)
  for (let most = judge ? Math.max(search.limit, firstLook) : search.limit; ; most = Math.min(most * 8, deepestLook)) {
    const holes = await findHoles(ctx, search, most)
    const isAll = holes.shelved.length < most || most === deepestLook
    const found = pick(search, arrange(search, holes, isAll), judge)
    if (isAll || !judge || found.length === search.limit) return found.map((block) => describeFound(ctx, block))
  }
}

/** How many blocks there are, not looking at more than the deepest look does, and the first of them. */
export async function countMarket(ctx: Context, filters: Filters, most: number): Promise<Counted> {
  const search: Search = { ...filters, limit: most, order: 'fit', token: null }
  if (filters.areas?.length === 0) return { count: 0, complete: true, first: [] }
  const judge = judgeOf(ctx, filters)
  const holes = await findHoles(ctx, search, deepestLook)
  const all = arrange(search, holes, true)
  return {
    count: countOf(filters, all, judge),
    complete: holes.shelved.length < deepestLook,
    first: pick(search, all, judge),
  }
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
