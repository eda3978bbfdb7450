import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { hot, point } from '../../kernel/db/pool.ts'
import type { OfferTable } from '../../kernel/db/rows.gen.ts'

/**
 * The space a company has: the blocks it has proven and, of other companies' blocks, those it leases. Proven offers lie
 * apart, and so do leases, so these are the outermost ones and none lies inside another.
 */

export interface Space extends Pick<
  Selectable<OfferTable>,
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
const keysOf: Record<SpaceOrder, string> = { block: 'block::inet', notation: 'text(block) collate "C"' }

const outermost = (order: SpaceOrder, way: 'asc' | 'desc', condition: RawBuilder<unknown>) => {
  const place = sql.raw(`${keysOf[order]} as place`)
  const ordered = sql.raw(`order by place ${way}`)
  return sql`((select ${place}, block, uuid as offer_uuid, null::uuid as lease_uuid from offer
      where tenant_uuid = ${''} and proven and ${condition} ${ordered})
    union all (select ${place}, block, offer_uuid, uuid from lease
      where tenant_uuid = ${''} and status <> 'terminated' and holder_uuid <> tenant_uuid and ${condition} ${ordered})
  ) top ${ordered}`
}

/** A lease as JSON, so that a row either has all of it or none. */
const leaseJson = sql.raw(`case when l.uuid is null then null else json_build_object('uuid', l.uuid, 'block', l.block,
  'tenant_uuid', l.tenant_uuid, 'title', (select title from tenant where uuid = l.tenant_uuid), 'asns', l.asns) end`)

const described = sql`
  o.status, o.hidden, o.registry, o.minimum_split, o.maximum_split, o.own_asns, o.live_leases, o.uuid as offer_uuid,
  o.block as offer_block, o.tenant_uuid as holder_uuid,
  (select title from tenant where uuid = o.tenant_uuid) as holder_title,
  array(select p.length from pricing p where p.offer_uuid = o.uuid and p.withdrawn_at is null order by p.length)
    as lengths, ${leaseJson} as lease`

/** Looked up row by row: a page of a thousand would else have three tables read for it. */
const surroundings = sql`
  cross join lateral (select ${described} from offer o left join lease l on l.uuid = page.lease_uuid
    where o.uuid = page.offer_uuid limit 1) whole`

const pages = new Map(
  (['block', 'notation'] as const).flatMap((order) =>
    (['asc', 'desc'] as const).map((way) => {
      const statement = hot<Space>(`space_by_${order}_${way}`, (db) =>
        sql<Space>`
          select page.block, whole.* from (select * from ${outermost(order, way, sql`true`)} limit ${1} offset ${1}) page
          ${surroundings} order by page.place ${sql.raw(way)}`.compile(db),
      )
      return [`${order} ${way}`, statement] as const
    }),
  ),
)

/** In the order asked for, which is total: no block is there twice. */
export async function spaceOf(ctx: Context, tenant: string, page: SpacePage): Promise<Space[]> {
  const statement = pages.get(`${page.order} ${page.descending ? 'desc' : 'asc'}`)
  return statement ? statement(ctx, tenant, tenant, page.limit, page.offset) : []
}

const next = hot<Space>('space_after', (db) =>
  sql<Space>`
    select page.block, whole.* from (select * from ${outermost('block', 'asc', sql`block > ${''}::cidr`)} limit ${1}) page
    ${surroundings} order by page.place`.compile(db),
)

/** In address order, from behind a block on: for whoever walks through all of it. */
export async function spaceAfter(ctx: Context, tenant: string, block: string, most: number): Promise<Space[]> {
  return next(ctx, tenant, block, tenant, block, most)
}

/** A prefix, the space of a company around it, and the live lease around it, whoever leases. */
interface Placed {
  readonly wanted: string
  readonly space: Space
  readonly lease: SpaceLease | null
}

type PlacedRow = Space & { readonly wanted: string }

/** Leases lie apart: of those that begin no later, only the last can be around it. */
const around = hot<PlacedRow>('space_around', (db) =>
  sql<PlacedRow>`
    select w.block::text as wanted, case when o.tenant_uuid = ${''} then o.block else l.block end as block, ${described}
    from unnest(${''}::cidr[]) w (block)
    join offer o on o.block >>= w.block and o.proven
    left join lateral (select * from (
      select * from lease i where i.offer_uuid = o.uuid and i.status <> 'terminated' and i.block <= w.block
      order by i.block desc limit 1) last where last.block >>= w.block) l on true
    where o.tenant_uuid = ${''} or l.tenant_uuid = ${''}`.compile(db),
)

/** Those of the prefixes that the company holds, leases, or that lie inside what it does. */
export async function placesOf(ctx: Context, tenant: string, blocks: readonly string[]): Promise<Placed[]> {
  const rows = await around(ctx, tenant, blocks, tenant, tenant)
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

const leaseInside = sql.raw(
  'l.uuid, l.block, l.tenant_uuid, (select title from tenant where uuid = l.tenant_uuid) as title, l.asns',
)

const inParts = hot<LeaseInside>('leases_in_parts', (db) =>
  sql<LeaseInside>`
    select (part.n - 1)::integer as part, ${leaseInside}
    from unnest(${''}::uuid[], ${''}::cidr[], ${''}::cidr[]) with ordinality part (offer, first, last, n)
    join lease l on l.offer_uuid = part.offer and l.block between part.first and part.last and l.status <> 'terminated'
    order by part.n, l.block`.compile(db),
)

/** Live leases of all these parts: part by part, in address order. */
export async function leasesInParts(ctx: Context, parts: readonly Part[]): Promise<LeaseInside[]> {
  if (parts.length === 0) return []
  const column = (of: (part: Part) => string) => parts.map(of)
  return inParts(
    ctx,
    column(({ offer }) => offer),
    column(({ from }) => from),
    column(({ to }) => to),
  )
}

const inPart = hot<SpaceLease>('leases_in_part', (db) =>
  sql<SpaceLease>`
    select ${leaseInside} from lease l
    where l.offer_uuid = ${''} and l.status <> 'terminated' and l.block between ${''}::cidr and ${''}::cidr
    order by l.block limit ${1}`.compile(db),
)

/** The first of them, where there may be more than anyone wants at once. */
export async function firstLeasesIn(ctx: Context, { offer, from, to }: Part, most: number): Promise<SpaceLease[]> {
  return inPart(ctx, offer, from, to, most)
}

const ofLessee = point<{ block: string }>('live_lease_of_lessee', (db) =>
  sql<{ block: string }>`select block from lease
    where uuid = ${''} and tenant_uuid = ${''} and status <> 'terminated'`.compile(db),
)

/** A lease that lives, to its lessee alone. */
export async function leaseOf(ctx: Context, lessee: string, uuid: string): Promise<{ block: string } | undefined> {
  return (await ofLessee(ctx, uuid, lessee))[0]
}
