import type { Context } from '../../kernel/context.ts'
import { joined, nothing, query, raw, type Query } from '../../kernel/db/query.ts'
import { knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { listable } from '../offer/listing.rules.ts'
import { isKept, type PlaceWish } from '../place/wish.store.ts'
import { areFewAsked, cheapestPlaced, isCutShort, placedInOrder, placedOfFewPrices } from './placed.store.ts'
import type { Hole, Holes, Search } from './search.rules.ts'
import { byPrice, hole, nearTo, orderOf, perArea, priceFor, sold, terms, wish, type Fragment } from './sold.store.ts'

/**
 * One statement whatever is asked, so that all of an answer is of one moment: a block claimed meanwhile cannot be in it
 * twice, whole and in parts. The planner sees the values, and begins where the wish is rarest: its limit is one of them,
 * and a plan for any limit would cost too much for PostgreSQL to prefer it, also where the statement is prepared. Only
 * within an area, where there is but one way to go, is it planned once (`atLeast`).
 */

interface HoleRow {
  readonly part: keyof Holes
  readonly block: string
  readonly offer_uuid: string
  readonly registry: Hole['registry']
  readonly pricing_uuid: string
  readonly price_minor: number
  readonly wants_to_negotiate: boolean
  readonly commitment_periods: number[]
  readonly discounts: Hole['discounts']
  readonly skipped_checks: string[]
}

/**
 * Plain searches are most of them, and prepared: to read a statement is a good part of their cost. Wishes make hundreds of
 * texts, and the best plan depends on what is wished.
 */
export async function findHoles(ctx: Context, search: Search, most: number): Promise<Holes> {
  const shelved = byPrice(search.order) ? cheapest(search, most) : inOrder(search, most)
  const asked = statement(search, shelved, ctx.now)
  return holesOf(await (isPlain(search) ? asked.rows(ctx) : asked.planned(ctx)))
}

/**
 * The same by places that are kept (ADR 119): of the shelf only holes in which something may be as wished. How many of
 * these are looked at because theirs are not kept yet; null where what is kept is not of these data.
 */
export async function findPlacedHoles(
  ctx: Context,
  search: Search,
  most: number,
  wish: PlaceWish,
): Promise<(Holes & { readonly unplaced: number }) | null> {
  const found = await lookByPlace(ctx, search, wish, most, await shelfFor(ctx, search, most, wish))
  if (!found?.isCutShort || found.shelved.length === most) return found
  return lookByPlace(ctx, search, wish, most, cheapestPlaced(search, most, wish, true))
}

async function shelfFor(ctx: Context, search: Search, most: number, wish: PlaceWish): Promise<Fragment> {
  if (byPrice(search.order)) return cheapestPlaced(search, most, wish, false)
  return ((await areFewAsked(ctx, search, wish)) ? placedOfFewPrices : placedInOrder)(search, most, wish)
}

async function lookByPlace(ctx: Context, search: Search, wish: PlaceWish, most: number, shelved: Fragment) {
  const rows = await query<{ [K in keyof HoleRow]: HoleRow[K] | null } & Beside>`
    select (select count(*) from (select from free_block where not placed and not hidden
        union all select from shelf_change limit 1000) waiting) as unplaced,
      ${isCutShort(search, most, wish)} as cut_short,
      found.* from place_state state left join lateral (${statement(search, shelved, ctx.now)}) found on true
    where ${isKept(wish)}`.planned(ctx)
  if (!rows[0]) return null
  const found = rows.filter((row): row is HoleRow & Beside => row.part !== null)
  return { ...holesOf(found), unplaced: rows[0].unplaced, isCutShort: rows[0].cut_short }
}

interface Beside {
  readonly unplaced: number
  readonly cut_short: boolean
}

function holesOf(rows: readonly HoleRow[]): Holes {
  const holes: Holes = { shelved: [], around: [], privately: [], reserved: [] }
  for (const row of rows) holes[row.part].push(read(row))
  return holes
}

function statement(search: Search, shelved: Fragment, now: Date): Query<HoleRow> {
  const { areas, order, token } = search
  // Nothing on the market is larger, so nothing lies around an area of that size.
  const inner = byPrice(order) ? [] : (areas ?? []).filter(({ length }) => length > listable.largest)
  const parts = [
    shelved,
    ...(inner.length > 0 ? [around(search, inner)] : []),
    ...(token === null ? [] : [privately(search, token), reserved(search, token, now)]),
  ]
  const each = parts.map((part) => query`(${part})`)
  return query<HoleRow>`${joined(each, ' union all ')}`
}

function read(row: HoleRow): Hole {
  return {
    block: knownPrefix(row.block),
    offer: row.offer_uuid,
    registry: row.registry,
    pricing: row.pricing_uuid,
    priceMinor: row.price_minor,
    negotiable: row.wants_to_negotiate,
    periods: row.commitment_periods,
    discounts: row.discounts,
    skippedChecks: row.skipped_checks,
  }
}

/** Free blocks that are shown and large enough, with the price of that size. */
const onShelf = (search: Search, from: Fragment, inArea: Fragment): Fragment => query`
  from ${from} join pricing p on p.offer_uuid = f.offer_uuid
  where f.length <= ${search.length} and not f.hidden and ${sold(search)} ${inArea}`

/** The block, as `free_block_by_size` has it and the primary key has not. */
const inIndexOfSizes = query`network(f.block)`

/**
 * By fit in the order of `free_block_by_size`, by address in that of the primary key. An area is a range of the latter, and
 * of the former one for each size: before 18, PostgreSQL does not skip from one to the next by itself. With wishes it sees
 * the values, and begins where they are rarest.
 */
function inOrder(search: Search, most: number): Fragment {
  const place = search.order === 'fit' ? inIndexOfSizes : query`f.block`
  const first = (inArea: Fragment): Fragment => query`
    select ${hole(search, 'shelved')} ${onShelf(search, query`free_block f`, inArea)}
    order by ${orderOf(search.order, query`f.length`, place)} limit ${most}`
  if (search.areas === null) return first(nothing)
  const inside = (area: Fragment): Fragment =>
    query`and ${place} >= ${area} and ${place} <= set_masklen(broadcast(${area}), 32)::cidr`
  const found = perArea(search.areas, (area) =>
    search.order === 'fit' && isPlain(search) ? sizeBySize(search, atLeast(most), inside(area)) : first(inside(area)),
  )
  if (search.areas.length === 1) return found
  return query`${found} order by ${orderOf(search.order, query`masklen(found.block)`, query`found.block`)} limit ${most}`
}

/**
 * Free blocks of one size after the other (`lateral`), so that no smaller fit is looked for once there are enough; of each
 * in the order of the index, and for each its price (`offset 0`): the planner would else join all of an area before it
 * takes the first. Which holes these are is found first: only of those shown the terms are read.
 */
const sizeBySize = (search: Search, most: Fragment, inArea: Fragment): Fragment => query`
  select ${hole(search, 'shelved')} from (
    select fit.* from generate_series(${search.length}::int, ${listable.largest}::int, -1) as size cross join lateral (
      select f.block, f.length, p.pricing_uuid from free_block f cross join lateral (
        select p.uuid as pricing_uuid from pricing p where p.offer_uuid = f.offer_uuid and ${sold(search)} offset 0) p
      where f.length = size and not f.hidden ${inArea} order by ${inIndexOfSizes} limit ${most}) fit
    limit ${most}) f
  join pricing p on p.uuid = f.pricing_uuid order by f.length desc, f.block`

/**
 * So many, or a few more, as a word of the text: where the limit is a value, PostgreSQL thinks a plan for any value dear, and
 * plans each time anew, which takes longer than to find a few blocks.
 */
const atLeast = (most: number): Fragment => {
  const enough = [1, 10, 100, 1_000].find((some) => some >= most)
  return enough === undefined ? query`${most}` : raw(String(enough))
}

/**
 * The cheapest prices first, then the holes of their offers, in each the best fit first: nothing large is ever sorted,
 * however many prices are equal. Each offer on the shelf has a hole, save one that an area is only a part of; an area
 * has one such. The offers of areas are found first, because a planner that bets on finding some of them among the
 * cheapest may have to walk through all prices.
 */
function cheapest(search: Search, most: number): Fragment {
  const { areas, order, length, months } = search
  const direction = order === 'price' ? query`asc` : query`desc`
  const [near, fromNear, inArea] = areas ? nearTo(areas) : [nothing, nothing, nothing]
  return query`
    ${near} select 'shelved' as part, f.block, priced.* from (
      select ${terms(search)} from pricing p ${fromNear} where ${sold(search)}
      order by ${priceFor(months)} ${direction}, p.uuid ${direction} limit ${most + (areas?.length ?? 0)}) priced
    cross join lateral (
      select block, length from free_block
      where offer_uuid = priced.offer_uuid and length <= ${length} and not hidden ${inArea}
      order by length desc, block limit ${most}) f
    order by priced.price_minor ${direction}, priced.pricing_uuid ${direction}, f.length desc, f.block limit ${most}`
}

/** Blocks apart sort by address: the one around an area is the last that begins before it, or none. */
const around = (search: Search, areas: readonly Prefix[]): Fragment =>
  perArea(areas, (area) => {
    const before = query`(select * from free_block where block < ${area} order by block desc limit 1) f`
    return query`select ${hole(search, 'around')} ${onShelf(search, before, query`and f.block >> ${area}`)}`
  })

/** All that is free in the token's offer, hidden or not, the offer too. */
const privately = (search: Search, token: string): Fragment => query`
  select ${hole(search, 'privately')} from offer o join pricing p on p.offer_uuid = o.uuid
  join free_block f on f.offer_uuid = o.uuid
  where o.reservation_token = ${token} and o.status = 'validity_active' and p.withdrawn_at is null and ${wish(search)}`

/** What the token's reservation holds, as long as it does. */
const reserved = (search: Search, token: string, now: Date): Fragment => query`
  select ${hole(search, 'reserved', query`r.block`)} from reservation r join allocation a on a.uuid = r.allocation_uuid
  join pricing p on p.uuid = r.pricing_uuid join offer o on o.uuid = r.offer_uuid
  where r.token = ${token} and r.status in ('pending', 'countered', 'accepted') and r.bought_at is null
  and a.status = 'held' and a.until > ${now} and o.status = 'validity_active' and ${wish(search)}`

/** One for a size, in one area at most. */
function isPlain(search: Search): boolean {
  const { order, areas, months, priceMin, priceMax, negotiable, registries, place, token } = search
  const asked = [priceMin, priceMax, negotiable, place, token].some((wish) => wish !== null) || registries.length > 0
  return !asked && months === 1 && (areas === null || (areas.length === 1 && !byPrice(order)))
}
