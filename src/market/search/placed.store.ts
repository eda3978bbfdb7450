import type { Context } from '../../kernel/context.ts'
import { nothing, query } from '../../kernel/db/query.ts'
import { listable } from '../offer/listing.rules.ts'
import { hasSize, keysFor, type PlaceWish } from '../place/wish.store.ts'
import type { Search } from './search.rules.ts'
import { cidrs, hole, nearTo, orderOf, perArea, priceFor, sold, terms, type Fragment } from './sold.store.ts'

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

/** Offers of which the kept prices may lack something, or be wrong. */
const changing = query`changing as materialized (select offer_uuid from shelf_change
  union select offer_uuid from free_block where not placed and not hidden)`

const isSteady = query`not exists (select from changing where changing.offer_uuid = s.offer_uuid)`

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
  const inArea = areas === null ? nothing : query`and h.block <<= any(${cidrs(areas)})`
  const sorted = orderOf(order, query`length`, query`block`)
  return query`
    with ${changing} select ${hole(search, 'shelved')} from (
      select distinct on (${order === 'fit' ? query`length, block` : query`block`}) * from (
        select h.block, h.length, s.pricing_uuid from (${keysFor(wish)}) keys
        cross join lateral (select * from shelf_place s where ${keptPrices(search)} and ${isSteady}) s
        cross join lateral (${soldAt(search)}) p
        cross join lateral (select k.block, k.length from free_place k
          where k.offer_uuid = s.offer_uuid and k.key = s.key and ${hasSize(query`k`, length)}) h
        where true ${inArea}
        union all
        select h.block, h.length, p.uuid from pricing p join changing on changing.offer_uuid = p.offer_uuid
        cross join lateral (${holesIn(query`p`, search, wish)}) h where ${sold(search)} ${inArea}
      ) candidates order by ${sorted} limit ${most}) f
    join pricing p on p.uuid = f.pricing_uuid order by ${orderOf(order, query`f.length`, query`f.block`)}`
}

/** Price by price (`offset 0`), in the order of the index: the planner would else join and sort all of them. */
const soldAt = (search: Search, further = nothing): Fragment => query`
  select p.price_minor from pricing p where p.uuid = s.pricing_uuid and ${sold(search)} ${further} offset 0`

/** As `cheapest`: of each key the first prices, and those of offers that are changing. */
export function cheapestPlaced(search: Search, most: number, wish: PlaceWish): Fragment {
  const { order, length } = search
  // In an area there are few offers, and what a commitment costs is not kept.
  if (search.areas !== null || search.months !== 1) return cheapestOfAll(search, most, wish)
  const by = order === 'price' ? query`asc` : query`desc`
  return query`
    with ${changing} select 'shelved' as part, f.block, priced.* from (
      select ${terms(search)} from (
        select pricing_uuid, price_minor from (
          select kept.* from (${keysFor(wish)}) keys cross join lateral (
            select s.pricing_uuid, s.price_minor from shelf_place s cross join lateral (
              ${soldAt(
                search,
                query`and ${isSteady} and exists (select from free_place k
                where k.offer_uuid = s.offer_uuid and k.key = s.key and ${hasSize(query`k`, length)})`,
              )}) p
            where ${keptPrices(search)}
            order by s.price_minor ${by}, s.pricing_uuid ${by} limit ${most}) kept
          union
          select p.uuid, p.price_minor from pricing p join changing on changing.offer_uuid = p.offer_uuid
          where ${sold(search)} and exists (${holesIn(query`p`, search, wish)})
        ) prices order by price_minor ${by}, pricing_uuid ${by} limit ${most}
      ) chosen join pricing p on p.uuid = chosen.pricing_uuid) priced
    cross join lateral (
      select block, length from (${holesIn(query`priced`, search, wish)}) holes
      order by length desc, block limit ${most}) f
    order by priced.price_minor ${by}, priced.pricing_uuid ${by}, f.length desc, f.block limit ${most}`
}

function cheapestOfAll(search: Search, most: number, wish: PlaceWish): Fragment {
  const { areas, order, months } = search
  const by = order === 'price' ? query`asc` : query`desc`
  const [near, fromNear, inArea] = areas ? nearTo(areas) : [nothing, nothing, nothing]
  return query`
    ${near} select 'shelved' as part, f.block, priced.* from (
      select ${terms(search)} from pricing p ${fromNear}
      where ${sold(search)} and exists (${holesIn(query`p`, search, wish)})
      order by ${priceFor(months)} ${by}, p.uuid ${by} limit ${most + (areas?.length ?? 0)}) priced
    cross join lateral (
      select block, length from (${holesIn(query`priced`, search, wish)}) holes where true ${inArea}
      order by length desc, block limit ${most}) f
    order by priced.price_minor ${by}, priced.pricing_uuid ${by}, f.length desc, f.block limit ${most}`
}
