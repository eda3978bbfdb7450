import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { listable } from '../offer/listing.rules.ts'
import type { Hole, Holes, Order, Search } from './search.rules.ts'

/**
 * One statement whatever is asked, so that all of an answer is of one moment: a block claimed meanwhile cannot be in it
 * twice, whole and in parts. The planner sees the values, and begins where the wish is rarest: its limit is one of them,
 * and a plan for any limit would cost too much for PostgreSQL to prefer it, also where the statement is prepared.
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
}

type Fragment = RawBuilder<unknown>

export async function findHoles(ctx: Context, search: Search, most: number): Promise<Holes> {
  const prepared = plainly.get(nameOf(search))
  const rows = prepared
    ? await prepared(ctx, search, most)
    : (await statement(search, most, ctx.now).execute(ctx.db)).rows
  const holes: Holes = { shelved: [], around: [], privately: [], reserved: [] }
  for (const row of rows) holes[row.part].push(read(row))
  return holes
}

function statement(search: Search, most: number, now: Date): RawBuilder<HoleRow> {
  const { areas, order, token } = search
  // Nothing on the market is larger, so nothing lies around an area of that size.
  const inner = byPrice(order) ? [] : (areas ?? []).filter(({ length }) => length > listable.largest)
  const parts = [
    byPrice(order) ? cheapest(search, most) : inOrder(search, most),
    ...(inner.length > 0 ? [around(search, inner)] : []),
    ...(token === null ? [] : [privately(search, token), reserved(search, token, now)]),
  ]
  return sql<HoleRow>`${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )}`
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
  }
}

const terms: Fragment = sql`
  p.offer_uuid, p.registry, p.uuid as pricing_uuid, p.price_minor, p.wants_to_negotiate, p.commitment_periods`

const hole = (part: keyof Holes, block: Fragment = sql`f.block`): Fragment =>
  sql`${sql.lit(part)} as part, ${block} as block, ${terms}`

const byPrice = (order: Order): boolean => order === 'price' || order === '-price'

const cidrs = (blocks: readonly Prefix[]): Fragment => sql`${blocks.map(formatPrefix)}::cidr[]`

const all = (conditions: readonly Fragment[]): Fragment => sql.join(conditions, sql` and `)

/** What is asked of a price and its offer, wherever the hole is from. */
function wish({ length, priceMin, priceMax, negotiable, registries, place }: Search): Fragment {
  return all([
    sql`p.length = ${length}`,
    ...(priceMin === null ? [] : [sql`p.price_minor >= ${priceMin}`]),
    ...(priceMax === null ? [] : [sql`p.price_minor <= ${priceMax}`]),
    ...(negotiable === null ? [] : [sql`p.wants_to_negotiate = ${negotiable}`]),
    ...(registries.length === 0 ? [] : [registeredWith(registries)]),
    ...(place === null ? [] : [seenThere(place)]),
  ])
}

/** One registry is a range of an index in the order of prices; of several the planner makes what it can. */
const registeredWith = ([first, ...others]: Search['registries']): Fragment =>
  others.length === 0 ? sql`p.registry = ${first}` : sql`p.registry = any(${[first, ...others]})`

/** Some part of the offer is seen there by someone; whether this very block is, nobody knows here. */
function seenThere({ country, city, providers }: NonNullable<Search['place']>): Fragment {
  const conditions = all([
    sql`offer_uuid = p.offer_uuid`,
    ...(country === null ? [] : [sql`country_code = ${country}`]),
    ...(city === null ? [] : [sql`lower(city_name) = ${city}`]),
    ...(providers.length === 0 ? [] : [sql`provider = any(${providers})`]),
  ])
  return sql`exists (select from offer_place where ${conditions})`
}

/** The price can be had by anyone. What a token opens comes by itself, and is not to come twice. */
const sold = (search: Search): Fragment =>
  sql`p.on_shelf and ${wish(search)} ${
    search.token === null
      ? sql``
      : sql`and p.offer_uuid is distinct from (select uuid from offer where reservation_token = ${search.token})`
  }`

/** Free blocks that are shown and large enough, with the price of that size. */
const onShelf = (search: Search, from: Fragment, inArea: Fragment): Fragment => sql`
  from ${from} join pricing p on p.offer_uuid = f.offer_uuid
  where f.length <= ${search.length} and not f.hidden and ${sold(search)} ${inArea}`

/** By fit in the order of `free_block_by_size`, by address in that of the primary key; an area is a range of either. */
function inOrder(search: Search, most: number): Fragment {
  const first = (inArea: Fragment): Fragment => sql`
    select ${hole('shelved')} ${onShelf(search, sql`free_block f`, inArea)}
    order by ${orderOf(search.order, sql`f.length`, sql`f.block`)} limit ${most}`
  if (search.areas === null) return first(sql``)
  const found = perArea(search.areas, (area) =>
    first(sql`and f.block >= ${area} and f.block <= set_masklen(broadcast(${area}), 32)::cidr`),
  )
  if (search.areas.length === 1) return found
  return sql`${found} order by ${orderOf(search.order, sql`masklen(found.block)`, sql`found.block`)} limit ${most}`
}

/** The rows of each area. One alone, as most searches have it, is not wrapped up: the planner would pay for it. */
function perArea(areas: readonly Prefix[], rows: (area: Fragment) => Fragment): Fragment {
  const [only, ...others] = areas
  if (only && others.length === 0) return rows(sql`${formatPrefix(only)}::cidr`)
  return sql`select found.* from unnest(${cidrs(areas)}) as area cross join lateral (${rows(sql`area`)}) found`
}

function orderOf(order: Order, length: Fragment, block: Fragment): Fragment {
  if (order === 'fit') return sql`${length} desc, ${block}`
  return order === 'address' ? block : sql`${block} desc`
}

/**
 * The cheapest prices first, then the holes of their offers, in each the best fit first: nothing large is ever sorted,
 * however many prices are equal. Each offer on the shelf has a hole, save one that an area is only a part of; an area
 * has one such. The offers of areas are found first, because a planner that bets on finding some of them among the
 * cheapest may have to walk through all prices.
 */
function cheapest(search: Search, most: number): Fragment {
  const { areas, order, length } = search
  const direction = order === 'price' ? sql`asc` : sql`desc`
  const [near, fromNear, inArea] = areas
    ? [
        sql`with near as materialized (
          select uuid from offer where block && any(${cidrs(areas)}) and proven)`,
        sql`join near on near.uuid = p.offer_uuid`,
        sql`and block && any(${cidrs(areas)})`,
      ]
    : [sql``, sql``, sql``]
  return sql`
    ${near} select 'shelved' as part, f.block, priced.* from (
      select ${terms} from pricing p ${fromNear} where ${sold(search)}
      order by p.price_minor ${direction}, p.uuid ${direction} limit ${most + (areas?.length ?? 0)}) priced
    cross join lateral (
      select block, length from free_block
      where offer_uuid = priced.offer_uuid and length <= ${length} and not hidden ${inArea}
      order by length desc, block limit ${most}) f
    order by priced.price_minor ${direction}, priced.pricing_uuid ${direction}, f.length desc, f.block limit ${most}`
}

/** Blocks apart sort by address: the one around an area is the last that begins before it, or none. */
const around = (search: Search, areas: readonly Prefix[]): Fragment =>
  perArea(areas, (area) => {
    const before = sql`(select * from free_block where block < ${area} order by block desc limit 1) f`
    return sql`select ${hole('around')} ${onShelf(search, before, sql`and f.block >> ${area}`)}`
  })

/** All that is free in the token's offer, hidden or not, the offer too. */
const privately = (search: Search, token: string): Fragment => sql`
  select ${hole('privately')} from offer o join pricing p on p.offer_uuid = o.uuid
  join free_block f on f.offer_uuid = o.uuid
  where o.reservation_token = ${token} and o.status = 'validity_active' and p.withdrawn_at is null and ${wish(search)}`

/** What the token's reservation holds, as long as it does. */
const reserved = (search: Search, token: string, now: Date): Fragment => sql`
  select ${hole('reserved', sql`r.block`)} from reservation r join allocation a on a.uuid = r.allocation_uuid
  join pricing p on p.uuid = r.pricing_uuid join offer o on o.uuid = r.offer_uuid
  where r.token = ${token} and r.status in ('pending', 'accepted') and r.bought_at is null
  and a.status = 'held' and a.until > ${now} and o.status = 'validity_active' and ${wish(search)}`

const nothingMore = {
  limit: 1,
  priceMin: null,
  priceMax: null,
  negotiable: null,
  registries: [],
  place: null,
  reputation: null,
  token: null,
} as const

/** What a plain search is called: one for a size, in one area at most. Every other is ''. */
function nameOf({ order, areas, priceMin, priceMax, negotiable, registries, place, token }: Search): string {
  const asked = [priceMin, priceMax, negotiable, place, token].some((wish) => wish !== null) || registries.length > 0
  if (asked || (areas && (areas.length > 1 || byPrice(order)))) return ''
  const [area] = areas ?? []
  return `search_${order}${area ? (area.length > listable.largest ? '_within' : '_in') : ''}`
}

type Find = (ctx: Context, search: Search, most: number) => Promise<HoleRow[]>

/** Plain searches are most of them, and prepared: to put a statement together and to read it is half of their cost. */
const plainly: ReadonlyMap<string, Find> = new Map(
  (['fit', 'address', '-address', 'price', '-price'] as const).flatMap((order) =>
    [null, ...(byPrice(order) ? [] : ['8.0.0.0/8', '8.0.0.0/9'])].map((area) => prepare(order, area)),
  ),
)

/** Drawn up once, for values that can be told apart: where each stands in the text is where a search's own belong. */
function prepare(order: Order, area: string | null): [name: string, find: Find] {
  const drawn = { ...nothingMore, order, length: 24, areas: area === null ? null : [knownPrefix(area)] }
  let places: readonly unknown[] = []
  const run = hot<HoleRow>(nameOf(drawn), (db) => {
    const compiled = statement(drawn, drawn.limit, new Date(0)).compile(db)
    places = compiled.parameters
    return compiled
  })
  return [
    nameOf(drawn),
    (ctx, { length, areas }, most) => {
      const own = new Map<unknown, unknown>([
        [drawn.length, length],
        [drawn.limit, most],
        [area, areas?.map(formatPrefix)[0]],
      ])
      return run(ctx, ...places.map((place) => own.get(place)))
    },
  ]
}
