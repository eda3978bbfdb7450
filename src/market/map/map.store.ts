import type { Context } from '../../kernel/context.ts'
import { identifier, joined, nothing, query, raw, type Query } from '../../kernel/db/query.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { freeTouching } from '../inventory/inventory.store.ts'
import { mapStates, mostMapped, type MapState, type MapWish } from './map.rules.ts'

/**
 * All blocks of the market in one pass, as columns: the database writes them as JSON, and nothing is made of a row on its
 * way. Not prepared, because the planner must see whether a part is wanted or everything.
 */

export interface Mapped {
  /** First addresses as numbers, in their order. */
  readonly starts: number[]
  readonly lengths: number[]
  /** Places in the list of states. */
  readonly states: number[]
  /** How many blocks these are of. */
  readonly total: number
}

type Fragment = Query<unknown>

const code = (state: MapState): Fragment => raw(String(mapStates.indexOf(state)))

/** Each block by itself; one more than are mapped says that there are too many. */
export async function mapBlocks(ctx: Context, wish: MapWish): Promise<Mapped> {
  return columns(
    ctx,
    query`select ${start} as start, masklen(block) as length, state, 1 as blocks from (${blocks(wish)}) found
      order by start limit ${mostMapped + 1}`,
  )
}

const start = query`block::inet - '0.0.0.0'::inet`

/** Blocks smaller than a square are part of it, and its state is that of most addresses the market has in it. */
export async function mapSquares(ctx: Context, wish: MapWish, length: number): Promise<Mapped> {
  const square = query`network(set_masklen(block::inet, least(masklen(block), ${length}::int)))`
  return columns(
    ctx,
    query`select distinct on (start) ${start} as start, masklen(block) as length, state,
        sum(blocks) over (partition by block) as blocks
      from (select ${square} as block, state, count(*) as blocks, sum(2 ^ (32 - masklen(block))) as addresses
        from (${blocks(wish)}) found group by 1, 2) parts
      order by start, addresses desc, state`,
  )
}

async function columns(ctx: Context, rows: Fragment): Promise<Mapped> {
  const column = (name: string) =>
    query`coalesce(array_to_json(array_agg(${identifier(name)})), '[]') as ${identifier(`${name}s`)}`
  const [mapped] = await query<Mapped>`
    select ${column('start')}, ${column('length')}, ${column('state')}, coalesce(sum(blocks), 0)::bigint as total
    from (${rows}) mapped`.planned(ctx)
  if (!mapped) throw new Error('an aggregate has one row')
  return mapped
}

function blocks({ inside, viewer, mine }: MapWish): Fragment {
  const own = viewer === null ? [] : [withheld(inside, viewer)]
  const all = joined(
    [offered(inside, viewer), ...own, leased(inside, viewer), kept(inside, viewer)],
    query` union all `,
  )
  return mine ? query`select * from (${all}) everything where state >= ${code('own_offered')}` : all
}

const touches = (inside: Prefix): Fragment =>
  inside.length === 0 ? nothing : query`and a.block && ${formatPrefix(inside)}::cidr`

/** Some search finds it, or a part of it. */
const sold = query`not f.hidden and exists (
  select from pricing p where p.offer_uuid = f.offer_uuid and p.on_shelf and p.length >= f.length)`

const offered = (inside: Prefix, viewer: string | null): Fragment => query`
  select f.block, ${ofThree(viewer, query`false`, query`f.tenant_uuid = ${viewer}`, ['offered', 'own_offered', 'offered'])} as state
  from ${freeTouching(inside)} where ${sold}`

/** Its own part: a condition that also takes what is not sold would be tried row by row. */
const withheld = (inside: Prefix, viewer: string): Fragment => query`
  select f.block, ${code('own_hidden')} from ${freeTouching(inside)} where f.tenant_uuid = ${viewer} and not (${sold})`

/** In use for all to see, whatever has become of its offer. */
const leased = (inside: Prefix, viewer: string | null): Fragment => {
  const isOwn = query`a.offer_uuid in (select uuid from offer where tenant_uuid = ${viewer})`
  return query`
    select a.block, ${ofThree(viewer, query`a.tenant_uuid = ${viewer}`, isOwn, ['leased_by_you', 'own_leased', 'leased'])}
    from allocation a where a.status = 'leased' ${touches(inside)}`
}

/** Held, claimed by an order, or resting. Of an offer that is not on the market only those two see it. */
const kept = (inside: Prefix, viewer: string | null): Fragment => {
  const [isYours, isOwn] = [query`a.tenant_uuid = ${viewer}`, query`o.tenant_uuid = ${viewer}`]
  return query`
    select a.block, ${ofThree(viewer, isYours, isOwn, ['held_by_you', 'own_held', 'held'])}
    from allocation a join offer o on o.uuid = a.offer_uuid
    where a.status in ('held', 'claimed', 'resting') ${touches(inside)}
    and ((o.status = 'validity_active' and not o.hidden) ${viewer === null ? nothing : query`or ${isYours} or ${isOwn}`})`
}

/** Anyone sees the last of them. */
const ofThree = (
  viewer: string | null,
  isYours: Fragment,
  isOwn: Fragment,
  [yours, own, others]: readonly [MapState, MapState, MapState],
): Fragment =>
  viewer === null
    ? code(others)
    : query`case when ${isYours} then ${code(yours)} when ${isOwn} then ${code(own)} else ${code(others)} end`
