import type { Context } from '../../kernel/context.ts'
import { nothing, query } from '../../kernel/db/query.ts'
import { listable } from '../offer/listing.rules.ts'
import { changing, hasSize, keysFor, type PlaceWish } from '../place/wish.store.ts'
import type { Search } from './search.rules.ts'
import { byPrice, cidrs, hole, nearTo, orderOf, perArea, priceFor, sold, terms, type Fragment } from './sold.store.ts'

/** Holes on the shelf by places that are kept (ADR 119): those in which something may be as wished. */

/**
 * By kept places: of each key the first ones in that order, and what is not placed yet. A block may have several keys. Of
 * each key as many are taken as are wanted of all, so that the first of all are among them; and by fit of one size after
 * the other (`lateral`), so that no smaller fit is looked for once there are enough.
 */
export function placedInOrder(search: Search, most: number, wish: PlaceWish): Fragment {
  const { order, areas, length } = search
  const isFit = order === 'fit'
  const place = isFit ? query`network(k.block)` : query`k.block`
  const ofSize = (block: Fragment): Fragment =>
    isFit ? query`${block}.length = size` : query`${block}.length <= ${length}`
  const ofKey = (inArea: Fragment): Fragment => query`
    select k.block, k.length, p.pricing_uuid from free_place k cross join lateral (${priceOf(search, query`k`)}) p
    where k.key = keys.id and ${ofSize(query`k`)} and ${hasSize(query`k`, length)} ${inArea}
    order by ${place} ${order === '-address' ? query`desc` : nothing} limit ${most}`
  const inside = (area: Fragment): Fragment =>
    query`and ${place} >= ${area} and ${place} <= set_masklen(broadcast(${area}), 32)::cidr`
  const kept = areas === null ? ofKey(nothing) : perArea(areas, (area) => query`(${ofKey(inside(area))})`)
  const first = query`
    select distinct on (block) * from (
      select kept.* from (${keysFor(wish)}) keys cross join lateral (${kept}) kept
      union all
      select f.block, f.length, p.pricing_uuid from free_block f cross join lateral (${priceOf(search, query`f`)}) p
      where not f.placed and not f.hidden and ${ofSize(query`f`)}
      ${areas === null ? nothing : query`and f.block <<= any(${cidrs(areas)})`}
    ) candidates order by block ${order === '-address' ? query`desc` : nothing} limit ${most}`
  const found = isFit
    ? query`select fit.* from generate_series(${length}::int, ${listable.largest}::int, -1) as size
        cross join lateral (${first}) fit limit ${most}`
    : first
  return query`
    select ${hole(search, 'shelved')} from (${found}) f
    join pricing p on p.uuid = f.pricing_uuid order by ${orderOf(order, query`f.length`, query`f.block`)}`
}

const priceOf = (search: Search, block: Fragment): Fragment => query`
  select p.uuid as pricing_uuid from pricing p where p.offer_uuid = ${block}.offer_uuid and ${sold(search)} offset 0`

/** Such holes of an offer, and those that are not placed yet. */
const holesIn = (offer: Fragment, { length }: Search, wish: PlaceWish): Fragment => query`
  select k.block, k.length from free_place k where k.offer_uuid = ${offer}.offer_uuid
  and k.key = any(array(${keysFor(wish)})) and ${hasSize(query`k`, length)}
  union
  select f.block, f.length from free_block f where f.offer_uuid = ${offer}.offer_uuid
  and not f.placed and not f.hidden and f.length <= ${length}`

/** Asked of each price by itself, as the next two are: the planner would join what `exists`, and sort all prices first. */
const isSteady = query`s.offer_uuid not in (select offer_uuid from changing)`

const isSold = (search: Search): Fragment => query`
  (select true from pricing p where p.uuid = s.pricing_uuid and ${sold(search)})`

const hasHole = ({ length }: Search): Fragment => query`
  (select true from free_place k where k.offer_uuid = s.offer_uuid and k.key = s.key
    and k.length <= ${length} and ${hasSize(query`k`, length)} limit 1)`

/** Prices that are asked for blocks with one of the keys, as `s`. */
const keptPrices = ({ length, priceMin, priceMax }: Search): Fragment => query`
  s.key = keys.id and s.length = ${length}
  ${priceMin === null ? nothing : query`and s.price_minor >= ${priceMin}`}
  ${priceMax === null ? nothing : query`and s.price_minor <= ${priceMax}`}`

const few = 100

/** Whether so few prices are as asked for that it is best to begin with them: a walk might meet none of them. */
export async function areFewAsked(ctx: Context, search: Search, wish: PlaceWish): Promise<boolean> {
  if (search.months !== 1 || (search.priceMin === null && search.priceMax === null)) return false
  const [counted] = await query<{ n: number }>`
    select count(*) as n from (select from (${keysFor(wish)}) keys cross join lateral (
      select from shelf_place s where ${keptPrices(search)} limit ${few}) s limit ${few}) prices`.planned(ctx)
  return (counted?.n ?? 0) < few
}

/** The same as `placedInOrder`, beginning with the prices. */
export function placedOfFewPrices(search: Search, most: number, wish: PlaceWish): Fragment {
  const { order, areas, length } = search
  const inArea = (of: Fragment): Fragment =>
    areas === null ? nothing : query`and ${of}.block <<= any(${cidrs(areas)})`
  const first = order === 'fit' ? query`order by k.length desc, network(k.block) limit ${most}` : nothing
  const sorted = orderOf(order, query`length`, query`block`)
  return query`
    with ${changing} select ${hole(search, 'shelved')} from (
      select distinct on (${order === 'fit' ? query`length, block` : query`block`}) * from (
        select h.block, h.length, s.pricing_uuid from (${keysFor(wish)}) keys
        cross join lateral (
          select * from shelf_place s where ${keptPrices(search)} and ${isSteady} and ${isSold(search)}) s
        cross join lateral (select k.block, k.length from free_place k where k.offer_uuid = s.offer_uuid and k.key = s.key
          and k.length <= ${length} and ${hasSize(query`k`, length)} ${inArea(query`k`)} ${first}) h
        union all
        select h.block, h.length, p.uuid from pricing p join changing on changing.offer_uuid = p.offer_uuid
        cross join lateral (${holesIn(query`p`, search, wish)}) h where ${sold(search)} ${inArea(query`h`)}
      ) candidates order by ${sorted} limit ${most}) f
    join pricing p on p.uuid = f.pricing_uuid order by ${orderOf(order, query`f.length`, query`f.block`)}`
}

/** What a kept price of an offer that is not changing does not answer for by itself. */
const isAskedMore = ({ negotiable, token }: Search): boolean => negotiable !== null || token !== null

/** Such holes of an offer by these keys, in each the best fit first, and those that are not placed yet. */
const bestOf = (offer: Fragment, { length }: Search, keys: Fragment, most: number, inArea: Fragment): Fragment => query`
  select block, length from (
    select kept.* from ${keys} cross join lateral (
      select k.block, k.length from free_place k where k.offer_uuid = ${offer}.offer_uuid and k.key = keys.id
      and k.length <= ${length} and ${hasSize(query`k`, length)} ${inArea}
      order by k.length desc, network(k.block) limit ${most}) kept
    union
    select f.block, f.length from free_block f where f.offer_uuid = ${offer}.offer_uuid
    and not f.placed and not f.hidden and f.length <= ${length} ${inArea}
  ) holes order by length desc, block limit ${most}`

/**
 * As `cheapest`: of each key the first prices, and those of offers that are changing. Whoever is among the first of all is
 * among the first of each of its keys, so these are all of them that the wish has. Prices are taken apart into holes one
 * after the other until there are enough, and only of those shown the terms are read.
 *
 * A kept price may have outlived its holes. So we go no further than the nearest end of what was taken of a key (`edge`):
 * what comes behind it is not known. Where that is too little (`isCutShort`), each price is asked for a hole first.
 */
export function cheapestPlaced(search: Search, most: number, wish: PlaceWish, thorough: boolean): Fragment {
  const { order, areas, months } = search
  // In an area there are few offers, and what a commitment costs is not kept.
  if (areas !== null || months !== 1) return cheapestOfAll(search, most, wish)
  const [by, upTo] = order === 'price' ? [query`asc`, query`<=`] : [query`desc`, query`>=`]
  return query`
    with ${changing},
    taken as materialized (
      select kept.* from (${keysFor(wish)}) keys cross join lateral (
        select s.pricing_uuid, s.offer_uuid, s.price_minor, s.key,
          row_number() over (order by s.price_minor ${by}, s.pricing_uuid ${by}) as nth
        from shelf_place s where ${keptPrices(search)} and ${isSteady}
        ${isAskedMore(search) ? query`and ${isSold(search)}` : nothing}
        ${thorough ? query`and ${hasHole(search)}` : nothing}
        order by s.price_minor ${by}, s.pricing_uuid ${by} limit ${most}) kept)
    select ${hole(search, 'shelved')} from (
      select priced.pricing_uuid, priced.price_minor, best.block, best.length from (
        select * from (
          select pricing_uuid, offer_uuid, price_minor, array_agg(key) as keys from taken
          where coalesce((price_minor, pricing_uuid) ${upTo} (select edge.price_minor, edge.pricing_uuid from taken edge
            where nth = ${most} order by edge.price_minor ${by}, edge.pricing_uuid ${by} limit 1), true)
          group by 1, 2, 3
          union all
          select p.uuid, p.offer_uuid, p.price_minor, array(${keysFor(wish)})
          from pricing p join changing on changing.offer_uuid = p.offer_uuid
          where ${sold(search)} and exists (${holesIn(query`p`, search, wish)})
        ) prices order by price_minor ${by}, pricing_uuid ${by}) priced
      cross join lateral (
        ${bestOf(query`priced`, search, query`unnest(priced.keys) as keys (id)`, most, nothing)}) best
      order by priced.price_minor ${by}, priced.pricing_uuid ${by}, best.length desc, best.block limit ${most}) f
    join pricing p on p.uuid = f.pricing_uuid
    order by f.price_minor ${by}, f.pricing_uuid ${by}, f.length desc, f.block`
}

/** A key has as many prices as are taken of it, so there may be others. */
export const isCutShort = (search: Search, most: number, wish: PlaceWish): Fragment =>
  byPrice(search.order)
    ? query`exists (select from (${keysFor(wish)}) keys where ${most} = (
        select count(*) from (select from shelf_place s where ${keptPrices(search)} limit ${most}) taken))`
    : query`false`

function cheapestOfAll(search: Search, most: number, wish: PlaceWish): Fragment {
  const { areas, order, months } = search
  const by = order === 'price' ? query`asc` : query`desc`
  const [near, fromNear, inArea] = areas ? nearTo(areas) : [nothing, nothing, nothing]
  return query`
    ${near} select 'shelved' as part, f.block, priced.* from (
      select ${terms(search)} from pricing p ${fromNear}
      where ${sold(search)} and exists (${holesIn(query`p`, search, wish)})
      order by ${priceFor(months)} ${by}, p.uuid ${by} limit ${most + (areas?.length ?? 0)}) priced
    cross join lateral (${bestOf(query`priced`, search, query`(${keysFor(wish)}) keys`, most, inArea)}) f
    order by priced.price_minor ${by}, priced.pricing_uuid ${by}, f.length desc, f.block limit ${most}`
}
