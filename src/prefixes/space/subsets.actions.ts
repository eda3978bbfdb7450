import type { Context } from '../../kernel/context.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import { spaceOf } from '../../market/index.ts'
import { networkFacts } from '../../network/index.ts'
import { describeAs, type Form, type Written } from '../prefix/describe.actions.ts'
import { matcherOf } from '../prefix/holder.rules.ts'
import { allRoots, knownInside } from '../prefix/known.actions.ts'
import { inOrder, Outermost, rootOf, type Root, type Spot, type SpotOrder } from '../prefix/spot.rules.ts'
import { requireAllSeen } from '../prefix/visibility.actions.ts'

/** A company's prefixes: as trees, page by page, and as a flat list. */

interface PrefixQuery {
  readonly notations: readonly string[]
  readonly organisations: readonly string[]
  readonly sort: SpotOrder
  readonly limit: number
  readonly offset: number
  readonly form: Form
}

type Matches = (spot: Root) => boolean

const matcher = (ctx: Context, { organisations }: PrefixQuery): Matches | null =>
  matcherOf(organisations, networkFacts(ctx), ctx.house.config.sellerName)

/**
 * The trees of one page, in batches: each root, then what is inside it in address order. What can be refused is refused
 * before the first batch is asked for.
 */
export async function subsetTrees(
  ctx: Context,
  tenant: string,
  query: PrefixQuery,
): Promise<AsyncGenerator<Written[]>> {
  const matches = matcher(ctx, query)
  const given = query.notations.length > 0 ? await requireAllSeen(ctx, tenant, 'notations', query.notations) : null
  return describedTrees(ctx, tenant, query, matches, given)
}

async function* describedTrees(
  ctx: Context,
  tenant: string,
  query: PrefixQuery,
  matches: Matches | null,
  given: readonly Root[] | null,
): AsyncGenerator<Written[]> {
  const roots = await pageOfRoots(ctx, tenant, query, matches, given)
  for await (const spots of knownInside(ctx, [roots]))
    yield describeAs(ctx, tenant, matches ? spots.filter(matches) : spots, query.form)
}

/** Without a filter, the page comes out of an index. With one, what is at the top is known only by looking. */
async function pageOfRoots(
  ctx: Context,
  tenant: string,
  query: PrefixQuery,
  matches: Matches | null,
  given: readonly Root[] | null,
): Promise<Root[]> {
  const { sort, limit, offset } = query
  if (matches) return pageOf(outermostIn(ctx, given ? [given] : allRoots(ctx, tenant), matches), query, given !== null)
  if (given) return inOrder(given, sort).slice(offset, offset + limit)
  const order = sort.by === 'ipNet' ? 'block' : 'notation'
  return (await spaceOf(ctx, tenant, { order, descending: sort.descending, limit, offset })).map(rootOf)
}

type Roots = AsyncIterable<readonly Root[]> | Iterable<readonly Root[]>

/** An ancestor that does not match is not there: what matches below it moves up, and at the top is a root. */
async function* outermostIn(ctx: Context, roots: Roots, matches: Matches): AsyncGenerator<Root[]> {
  const outermost = new Outermost()
  let tree: Root | null = null
  for await (const spots of knownInside(ctx, roots)) {
    const found: Root[] = []
    for (const spot of spots) {
      if (spot.top) tree = spot
      if (tree && matches(spot) && outermost.add(spot, tree.prefix)) found.push(spot)
    }
    yield found
  }
}

const isNatural = ({ by, descending }: SpotOrder): boolean => by === 'ipNet' && !descending

/** In address order only as much is walked as the page needs; every other order is known at the end. */
async function pageOf<T extends Root>(
  batches: AsyncIterable<readonly T[]>,
  { sort, limit, offset }: PrefixQuery,
  unordered = false,
): Promise<T[]> {
  const natural = isNatural(sort) && !unordered
  let skip = natural ? offset : 0
  const kept: T[] = []
  for await (const batch of batches) {
    kept.push(...batch.slice(skip))
    skip = Math.max(0, skip - batch.length)
    if (natural && kept.length >= limit) return kept.slice(0, limit)
  }
  if (natural) return kept
  const once = [...new Map(kept.map((spot) => [formatPrefix(spot.prefix), spot])).values()]
  return inOrder(once, sort).slice(offset, offset + limit)
}

/** Every prefix the company sees, whatever it lies in; with notations, exactly those. */
export async function searchPrefixes(ctx: Context, tenant: string, query: PrefixQuery): Promise<Written[]> {
  const matches = matcher(ctx, query)
  const { notations, sort, limit, offset, form } = query
  if (notations.length > 0) {
    const given = await requireAllSeen(ctx, tenant, 'notations', notations)
    const kept = matches ? given.filter(matches) : given
    return describeAs(ctx, tenant, inOrder(kept, sort).slice(offset, offset + limit), form)
  }
  // Each root is a prefix itself: in address order, and without a filter, so many roots are always enough.
  const few = isNatural(sort) && !matches ? offset + limit : undefined
  const found = await pageOf(matching(knownInside(ctx, allRoots(ctx, tenant, few), few), matches), query)
  return describeAs(ctx, tenant, found, form)
}

async function* matching(batches: AsyncIterable<Spot[]>, matches: Matches | null): AsyncGenerator<Spot[]> {
  for await (const spots of batches) yield matches ? spots.filter(matches) : spots
}
