import type { Context } from '../../kernel/context.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import type { OfferTable } from '../../kernel/db/rows.gen.ts'

/**
 * The space a company has: the blocks it has proven and, of other companies' blocks, those it leases. Proven offers lie
 * apart, and so do leases, so these are the outermost ones and none lies inside another.
 */

export interface Space extends Pick<
  OfferTable,
  'status' | 'hidden' | 'registry' | 'minimum_split' | 'maximum_split' | 'own_asns' | 'live_leases'
> {
  /** The block itself: an offer's, or a lease's. */
  readonly block: string
  readonly offer_uuid: string
  readonly offer_block: string
  readonly holder_uuid: string
  readonly holder_title: string
  /** Sizes that have a price. */
  readonly lengths: number[]
  /** Null for who holds it. */
  readonly lease: SpaceLease | null
}

export interface SpaceLease {
  readonly uuid: string
  readonly block: string
  readonly tenant_uuid: string
  readonly title: string
  /** Those with a live letter. */
  readonly asns: number[]
}

type SpaceOrder = 'block' | 'notation'

interface SpacePage {
  readonly order: SpaceOrder
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** Both halves as an index has them, and said so in each: so they are merged and not sorted. */
const cursorBy = { block: query`block::inet as place`, notation: query`text(block) collate "C" as place` }
const ways = { asc: query`asc`, desc: query`desc` }

interface Walk {
  readonly by: SpaceOrder
  readonly way: keyof typeof ways
  readonly where: Query<unknown>
}

const outermost = (tenant: string, { by, way, where }: Walk) => {
  const place = cursorBy[by]
  const ordered = query`order by place ${ways[way]}`
  return query`((select ${place}, uuid from offer
      where tenant_uuid = ${tenant} and proven and ${where} ${ordered})
    union all (select ${place}, uuid from lease
      where tenant_uuid = ${tenant} and status <> 'terminated' and holder_uuid <> tenant_uuid and ${where} ${ordered})
  ) top ${ordered}`
}

/** A lease as JSON, so that a row either has all of it or none. */
const leaseJson = query`case when l.uuid is null then null else json_build_object('uuid', l.uuid, 'block', l.block,
  'tenant_uuid', l.tenant_uuid, 'title', (select title from tenant where uuid = l.tenant_uuid), 'asns', l.asns) end`

const described = query`
  o.status, o.hidden, o.registry, o.minimum_split, o.maximum_split, o.own_asns, o.live_leases, o.uuid as offer_uuid,
  o.block as offer_block, o.tenant_uuid as holder_uuid,
  (select title from tenant where uuid = o.tenant_uuid) as holder_title,
  array(select p.length from pricing p where p.offer_uuid = o.uuid and p.withdrawn_at is null order by p.length)
    as lengths, ${leaseJson} as lease`

/**
 * A page is an array of offers and leases, of which the planner expects few rows: so each is looked up row by row, where a
 * page of a thousand would else have three tables read for it. The limit is a question of its own, so that no plan is made
 * for one limit alone: planning each page anew costs more than reading it.
 */
const pageOf = (from: Query<unknown>, { limit, offset }: Pick<SpacePage, 'limit' | 'offset'>) => query<Space>`
  select coalesce(l.block, o.block) as block, ${described}
  from unnest(array(select uuid from ${from} limit (select ${limit}::bigint) offset (select ${offset}::bigint)))
    with ordinality as page (uuid, place)
  left join lease l on l.uuid = page.uuid
  join offer o on o.uuid = coalesce(l.offer_uuid, page.uuid)
  order by page.place`

/** In the order asked for, which is total: no block is there twice. */
export async function spaceOf(ctx: Context, tenant: string, page: SpacePage): Promise<Space[]> {
  if (page.order === 'block' && !page.descending && page.offset === 0)
    return spaceAfter(ctx, tenant, everywhere, page.limit)
  const way = page.descending ? 'desc' : 'asc'
  const top = outermost(tenant, { by: page.order, way, where: query`true` })
  return pageOf(top, page).rows(ctx)
}

/** What lies behind it is all there is. */
export const everywhere = '0.0.0.0/0'

/** So many rows travel with those of other requests, and nobody waits long behind them. */
const few = 100

/** In address order, from behind a block on: for whoever walks through all of it. */
export async function spaceAfter(ctx: Context, tenant: string, block: string, most: number): Promise<Space[]> {
  const top = outermost(tenant, { by: 'block', way: 'asc', where: query`block > ${block}::cidr` })
  const page = pageOf(top, { limit: most, offset: 0 })
  return most <= few ? page.few(ctx) : page.rows(ctx)
}

/** A prefix, the space of a company around it, and the live lease around it, whoever leases. */
interface Around {
  readonly wanted: string
  readonly space: Space
  readonly lease: SpaceLease | null
}

type AroundRow = Space & { readonly wanted: string }

/** Leases lie apart: of those that begin no later, only the last can be around it. */
const around = (tenant: string, blocks: readonly string[]) =>
  query<AroundRow>`
    select w.block::text as wanted, case when o.tenant_uuid = ${tenant} then o.block else l.block end as block,
      ${described}
    from unnest(${blocks}::cidr[]) w (block)
    join offer o on o.block >>= w.block and o.proven
    left join lateral (select * from (
      select * from lease i where i.offer_uuid = o.uuid and i.status <> 'terminated' and i.block <= w.block
      order by i.block desc limit 1) last where last.block >>= w.block) l on true
    where o.tenant_uuid = ${tenant} or l.tenant_uuid = ${tenant}`

/** Those of the prefixes that the company holds, leases, or that lie inside what it does. */
export async function spacesAround(ctx: Context, tenant: string, blocks: readonly string[]): Promise<Around[]> {
  const rows = await around(tenant, blocks).rows(ctx)
  return rows.map(({ wanted, ...space }) => ({
    wanted,
    space: space.holder_uuid === tenant ? { ...space, lease: null } : space,
    lease: space.lease,
  }))
}

/** Where to look for leases: a part of an offer. */
export interface Part {
  readonly offer: string
  readonly from: string
  readonly to: string
}

/** With the number of the part it was found in. */
type LeaseInside = SpaceLease & { readonly part: number }

const leaseInside = query`
  l.uuid, l.block, l.tenant_uuid, (select title from tenant where uuid = l.tenant_uuid) as title, l.asns`

/** Live leases of all these parts: part by part, in address order. */
export async function leasesInParts(ctx: Context, parts: readonly Part[]): Promise<LeaseInside[]> {
  if (parts.length === 0) return []
  const offers = parts.map(({ offer }) => offer)
  const firsts = parts.map(({ from }) => from)
  const lasts = parts.map(({ to }) => to)
  return query<LeaseInside>`
    select (part.n - 1)::integer as part, ${leaseInside}
    from unnest(${offers}::uuid[], ${firsts}::cidr[], ${lasts}::cidr[]) with ordinality part (offer, first, last, n)
    join lease l on l.offer_uuid = part.offer and l.block between part.first and part.last and l.status <> 'terminated'
    order by part.n, l.block`.rows(ctx)
}

/** The first of them, where there may be more than anyone wants at once. */
export async function firstLeasesIn(ctx: Context, { offer, from, to }: Part, most: number): Promise<SpaceLease[]> {
  return query<SpaceLease>`
    select ${leaseInside} from lease l
    where l.offer_uuid = ${offer} and l.status <> 'terminated' and l.block between ${from}::cidr and ${to}::cidr
    order by l.block limit ${most}`.rows(ctx)
}

/** A lease that lives, to its lessee alone. */
export async function leaseOf(ctx: Context, lessee: string, uuid: string): Promise<{ block: string } | undefined> {
  return query<{ block: string }>`
    select block from lease where uuid = ${uuid} and tenant_uuid = ${lessee} and status <> 'terminated'`.one(ctx)
}
