import type { Context } from '../../kernel/context.ts'
import { identifier, joined, nothing, query, type Query } from '../../kernel/db/query.ts'
import { firstAddress, formatPrefix, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import { listable } from '../offer/listing.rules.ts'
import { mapStates, mostMapped, ownLength, smallestSquare, type MapState, type MapWish } from './map.rules.ts'

/**
 * The map as columns: the database writes them as JSON, and nothing is made of a row on its way. What a block is to whom
 * says `map_seen`; squares are kept (ADR 118), and where something has changed since, `map_delta` says what to add. Not
 * prepared, because the planner must see whether a part is wanted or everything.
 */

export interface Mapped {
  /** First addresses as numbers, in their order. */
  readonly starts: number[]
  readonly lengths: number[]
  /** Places in the list of states. */
  readonly states: number[]
  /** How many blocks these are of. */
  readonly total: number
  /** Of which states, and how many addresses they have. */
  readonly sums: readonly { readonly state: MapState; readonly blocks: number; readonly addresses: number }[]
}

type Fragment = Query<unknown>

/** What a picture of that part was made of: two that were made of the same are the same. */
export interface MapVersion {
  readonly version: number
  /** Changes that the kept map does not have yet. */
  readonly changes: number
  /** How many blocks anyone sees there, without these changes. */
  readonly blocks: number
}

export async function mapVersion(ctx: Context, inside: Prefix): Promise<MapVersion> {
  const area = areaOf(inside)
  const version = await query<MapVersion>`
    select coalesce(sum(version), 0)::bigint as version, coalesce(sum(blocks), 0)::bigint as blocks,
      (select count(*) from map_change where area && ${area}) as changes
    from map_octet where octet between map_octet_of(${area}) and map_octet_of(map_last(${area}))`.one(ctx)
  if (!version) throw new Error('an aggregate has one row')
  return version
}

/** The last change that anybody has made so far. */
export async function lastChange(ctx: Context): Promise<number> {
  const { last } = await query<{ last: number }>`select coalesce(max(id), 0) as last from map_change`.only(ctx)
  return last
}

/** So many at a time: a statement is not to take long. */
const together = 1_000

/** Brings the kept map up to date where the first changes were, up to that one; whether there may be more. */
export async function foldChanges(ctx: Context, last: number): Promise<boolean> {
  const { folded } = await query<{ folded: number }>`
    select map_fold(${last}::bigint, ${together}::int) as folded`.only(ctx)
  return folded > 0
}

/** Each block by itself; one more than are mapped says that there are too many. */
export async function mapBlocks(ctx: Context, wish: MapWish): Promise<Mapped> {
  const { viewer, mine } = wish
  const whose = mine ? query`viewer = ${viewer}` : query`(viewer is null or viewer = ${viewer}::uuid)`
  return columns(
    ctx,
    query`counted as materialized (
      select distinct on (block) block as cell, state, 1 as blocks, ${addresses} as addresses
      from ${mine ? seenOfOwn(wish) : query`map_seen(${areaOf(wish.inside)})`} where ${whose}
      order by block, viewer limit ${mostMapped + 1})`,
  )
}

const areaOf = (inside: Prefix): Fragment => query`${formatPrefix(inside)}::cidr`

const addresses = query`1::bigint << (32 - masklen(block))`

/** Where something is the company's, and where that may have changed. */
const seenOfOwn = ({ inside, viewer }: MapWish): Fragment => query`
  (select seen.* from unnest(map_outermost(array(
      select cell from map_own_cell where tenant_uuid = ${viewer} and level = ${smallestSquare} and ${lies(inside)}
      union all select area from map_change where area && ${areaOf(inside)}))) as own (area)
    cross join lateral map_seen(own.area) seen where seen.block && ${areaOf(inside)}) seen`

/** Blocks smaller than a square are part of it, and its state is that of most addresses the market has in it. */
export async function mapSquares(ctx: Context, wish: MapWish, level: number): Promise<Mapped> {
  const { inside, viewer, mine } = wish
  const parts = [...(mine ? [] : [seenByAll(inside, level)]), ...(viewer === null ? [] : [itsOwn(wish, level)])]
  return columns(
    ctx,
    query`touched as materialized (
        select map_outermost(array(select area from map_change where area && ${areaOf(inside)})) as areas),
      changed as materialized (
        select delta.* from touched cross join lateral map_delta(touched.areas) delta
        where (viewer is null or viewer = ${viewer}::uuid) and delta.cell && ${areaOf(inside)}),
      counted as materialized (
        select cell, state, sum(blocks) as blocks, sum(addresses) as addresses
        from (${joined(parts, ' union all ')}) parts group by 1, 2 having sum(blocks) > 0)`,
  )
}

const seenByAll = (inside: Prefix, level: number): Fragment => query`
  (select cell, state, blocks, addresses from map_cell where level = ${level} and ${lies(inside)}
  union all
  select map_cell_of(cell, ${level}::int), state, blocks, addresses from changed where viewer is null)`

/** What is a company's is counted as such, and no more as what anyone sees in it. */
const itsOwn = ({ inside, viewer, mine }: MapWish, level: number): Fragment => query`
  (select map_cell_of(own.cell, ${level}::int) as cell, seen.state, seen.sign * own.blocks as blocks,
    seen.sign * own.addresses as addresses
  from (
    select cell, state, shown, blocks, addresses from map_own_cell
    where tenant_uuid = ${viewer} and level = ${ownLength(level)} and ${lies(inside)}
    union all
    select cell, state, shown, blocks, addresses from changed where viewer is not null
  ) own cross join lateral (values (own.state, 1) ${mine ? nothing : asAnyoneSeesIt}) seen (state, sign)
  where seen.state is not null)`

const asAnyoneSeesIt = query`, (case when own.shown then case own.state when 'own_offered' then 'offered'
  when 'own_held' then 'held' when 'held_by_you' then 'held' else 'leased' end end, -1)`

/** A range of the index of cells, and what is around it: nothing on the market is larger than a /8. */
function lies(inside: Prefix): Fragment {
  if (inside.length === 0) return query`true`
  const area = areaOf(inside)
  const around: string[] = []
  for (let { largest: length } = listable; length < inside.length; length++)
    around.push(formatPrefix(prefixAround(firstAddress(inside), length)))
  return query`((cell >= ${area} and cell <= map_last(${area})) or cell = any(${around}::cidr[]))`
}

async function columns(ctx: Context, counted: Fragment): Promise<Mapped> {
  const column = (name: string) =>
    query`coalesce(array_to_json(array_agg(${identifier(name)})), '[]') as ${identifier(`${name}s`)}`
  const [mapped] = await query<Mapped>`
    with ${counted}, drawn as (
      select distinct on (start) cell::inet - '0.0.0.0'::inet as start, masklen(cell) as length, code as state
      from (select *, array_position(${[...mapStates]}::text[], state) - 1 as code from counted) coded
      order by start, addresses desc, code)
    select ${column('start')}, ${column('length')}, ${column('state')},
      (select coalesce(sum(blocks), 0)::bigint from counted) as total,
      (select coalesce(json_agg(summed), '[]') from (
        select state, sum(blocks)::bigint as blocks, sum(addresses)::bigint as addresses
        from counted group by state) summed) as sums
    from (select * from drawn order by start) drawn`.planned(ctx)
  if (!mapped) throw new Error('an aggregate has one row')
  return mapped
}
