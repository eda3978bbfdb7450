import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import { ancestorsOf } from './inventory.rules.ts'
import { freeTouching } from './inventory.store.ts'
import type { Tile } from './tree.rules.ts'

export interface Tiling {
  readonly tiles: readonly Tile[]
  /** Of the hidden set, the blocks that are no smaller than what is looked at. */
  readonly hidden: readonly Prefix[]
}

interface TileRow extends Omit<Tile, 'kind' | 'block'> {
  readonly kind: Tile['kind'] | 'veil'
  readonly block: string
}

/**
 * What a part of an offer is made of. What is smaller than `smallest` is added up in the database, so that there are as
 * few rows for a /8 as for a /20; not prepared, because the planner must see which of them it is.
 */
export async function tilesIn(
  ctx: Context,
  offer: { readonly uuid: string; readonly block: string },
  inside: Prefix,
  smallest: number,
): Promise<Tiling> {
  const rows = await query<TileRow>`
    ${free(offer.uuid, inside, smallest)} union all ${smallClaims(offer.uuid, inside, smallest)}
    union all ${claims(offer.uuid, inside, smallest)}
    union all ${veils(offer, inside, smallest)}`.rows(ctx)
  const read = rows.map((row) => ({ ...row, block: knownPrefix(row.block) }))
  return {
    tiles: read.flatMap(({ kind, ...tile }) => (kind === 'veil' ? [] : { ...tile, kind })),
    hidden: read.filter(({ kind }) => kind === 'veil').map(({ block }) => block),
  }
}

type Fragment = Query<unknown>

const cidr = (block: Prefix): Fragment => query`${formatPrefix(block)}::cidr`

/** The block of the smallest length around it; itself where it is larger. */
const cell = (smallest: number): Fragment =>
  query`network(set_masklen(block::inet, least(masklen(block), ${smallest}::int)))`

const addresses = query`(2 ^ (32 - masklen(block)))::bigint`

const free = (offer: string, inside: Prefix, smallest: number): Fragment => query`
  select case when hidden then 'hidden' else 'free' end as kind, ${cell(smallest)} as block,
    sum(${addresses})::bigint as addresses, null::json as claim
  from ${freeTouching(inside)} where offer_uuid = ${offer} group by 1, 2`

const live = (offer: string, inside: Prefix): Fragment => query`
  a.offer_uuid = ${offer} and a.status in ('held', 'claimed', 'leased', 'resting') and a.block && ${cidr(inside)}`

const kind = query`case a.status when 'leased' then 'leased' else 'held' end`

const smallClaims = (offer: string, inside: Prefix, smallest: number): Fragment => query`
  select ${kind}, ${cell(smallest)}, sum(${addresses})::bigint, null
  from allocation a where ${live(offer, inside)} and masklen(a.block) > ${smallest} group by 1, 2`

/** One by one with who has them: no more than there are blocks of the smallest size. */
const claims = (offer: string, inside: Prefix, smallest: number): Fragment => query`
  select ${kind}, a.block, (2 ^ (32 - masklen(a.block)))::bigint, json_build_object(
    'lease', (select json_build_object('uuid', l.uuid, 'status', l.status) from lease l
      where l.allocation_uuid = a.uuid and a.status = 'leased'),
    'reservation', (select json_build_object('uuid', r.uuid, 'status', r.status) from reservation r
      where r.allocation_uuid = a.uuid and a.status in ('held', 'claimed')),
    'lessee', (select title from tenant where uuid = a.tenant_uuid), 'until', a.until)
  from allocation a where ${live(offer, inside)} and masklen(a.block) <= ${smallest}`

const veils = ({ uuid, block }: { uuid: string; block: string }, inside: Prefix, smallest: number): Fragment => {
  const above = ancestorsOf(inside, knownPrefix(block)).map(formatPrefix)
  return query`
    select 'veil', block, 0, null from hidden_block where offer_uuid = ${uuid} and block = any(${above}::cidr[])
    union all select 'veil', block, 0, null from hidden_block where offer_uuid = ${uuid}
      and block >= ${cidr(inside)} and block <= set_masklen(broadcast(${cidr(inside)}), ${smallest}::int)::cidr
      and masklen(block) <= ${smallest}`
}
