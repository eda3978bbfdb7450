import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { inBatches, type NextBatch, type Placed } from '../../kernel/db/batches.ts'
import { asCounted, isDeep, rowsFromNearerEnd, type Slice } from '../../kernel/db/pages.ts'
import { inOrder, totalOrder, type OrderKey, type SortKey } from '../../kernel/db/paging.ts'
import { all, query, type Query } from '../../kernel/db/query.ts'
import type { LeaseTable, LeaseTermTable, PricingTable } from '../../kernel/db/rows.gen.ts'
import type { LeaseSort, RunningCommitment } from './view.rules.ts'
import type { Whereabouts } from '../search/whereabouts.rules.ts'
import { lies } from '../search/whereabouts.store.ts'

/** Leases as their lessee reads them: one, by page, in batches. */

export interface LeaseView
  extends
    Pick<
      LeaseTable,
      | 'uuid'
      | 'offer_uuid'
      | 'pricing_uuid'
      | 'block'
      | 'registry'
      | 'status'
      | 'price_minor'
      | 'commission_bp'
      | 'asns'
      | 'subscription_uuid'
    >,
    Pick<LeaseTermTable, 'next_due_at'>,
    Pick<PricingTable, 'wants_to_negotiate' | 'commitment_periods'> {
  readonly offer_expires_at: Date | null
}

interface LeaseFilter {
  readonly uuid?: string | undefined
  readonly whereabouts?: Whereabouts | undefined
  readonly length?: number | undefined
  readonly registry?: LeaseTable['registry'] | undefined
  readonly statuses?: readonly LeaseTable['status'][] | undefined
  /** Whether a live letter names an ASN for it. */
  readonly assigned?: boolean | undefined
  readonly asn?: number | undefined
  /** A condition about the lease `l` that slices to the right know of. */
  readonly also?: Query<unknown> | undefined
}

export interface LeaseQuery {
  readonly tenant: string
  readonly filter: LeaseFilter
  readonly sort: readonly SortKey<LeaseSort>[]
}

const shown = query`
  l.uuid, l.offer_uuid, l.pricing_uuid, l.block, l.registry, l.status, l.price_minor, l.commission_bp, l.asns,
  l.subscription_uuid, t.next_due_at, p.wants_to_negotiate, p.commitment_periods, o.expires_at as offer_expires_at`

interface OneRow extends LeaseView {
  readonly commitment_starts_at: Date | null
  readonly commitment_ends_at: Date | null
  readonly commitment_months: number | null
  readonly commitment_price_minor: number | null
}

export interface OneLease extends LeaseView {
  readonly commitment: RunningCommitment | null
}

/** Only as its lessee: to its holder, too, it is another company's. */
export async function findLeaseView(ctx: Context, lessee: string, uuid: string): Promise<OneLease | undefined> {
  const row = await query<OneRow>`
    select ${shown}, c.starts_at as commitment_starts_at, c.ends_at as commitment_ends_at,
      c.months as commitment_months, c.price_minor as commitment_price_minor
    from lease l join lease_term t on t.uuid = l.uuid join pricing p on p.uuid = l.pricing_uuid
    join offer o on o.uuid = l.offer_uuid
    left join lateral (select * from commitment c where c.lease_uuid = l.uuid and c.status = 'active'
      order by c.ends_at desc limit 1) c on true
    where l.uuid = ${uuid} and l.tenant_uuid = ${lessee}`.one(ctx)
  return row && { ...row, commitment: commitmentOf(row) }
}

function commitmentOf(row: OneRow): RunningCommitment | null {
  const { commitment_starts_at: starts_at, commitment_ends_at: ends_at } = row
  const { commitment_months: months, commitment_price_minor: price_minor } = row
  if (starts_at === null || ends_at === null || months === null || price_minor === null) return null
  return { starts_at, ends_at, months, price_minor }
}

export interface LeasePageQuery extends LeaseQuery {
  readonly perPage: number
  readonly offset: number
}

type PageRow = LeaseView & { readonly total: number }

/**
 * The page is found in an index alone, and only its rows are then looked up: a page deep in a list of a hundred thousand
 * does not read the rows before it. As an array, because of one the planner expects few rows: a thousand lookups by key
 * take less than reading three tables, and it would think otherwise. The total comes along, also with an empty page.
 */
function pageOf(wanted: LeaseQuery, total: Query<unknown>, { order, most, skip }: Slice): Query<PageRow> {
  const { root, source } = pathOf(wanted)
  return query<PageRow>`
    select counted.total, ${shown}
    from (${total}) counted
    left join unnest(array(select ${root}.uuid from ${source} where ${matching(wanted, root)}
      ${order} limit ${most} offset ${skip})) with ordinality as page (uuid, place)
      on true
    left join lease l on l.uuid = page.uuid
    left join lease_term t on t.uuid = page.uuid
    left join pricing p on p.uuid = l.pricing_uuid
    left join offer o on o.uuid = l.offer_uuid
    order by page.place`
}

const leases = query`l`

/**
 * In the order of their due dates they are read through the terms, which have the index of it; else through the leases.
 * What is not asked about is not joined: there is one row of either for each of the other.
 */
const pathOf = ({ sort }: LeaseQuery) =>
  sort.some(({ field }) => field === 'next_due_date')
    ? { root: query`t`, source: query`lease_term t left join lease l on l.uuid = t.uuid` }
    : { root: leases, source: query`lease l left join lease_term t on t.uuid = l.uuid` }

/**
 * Planning a page costs as much as reading it; those that every client asks for, one key and no filter, are prepared. With
 * filters the best plan depends on what is asked.
 */
export async function pageOfLeases(
  ctx: Context,
  wanted: LeasePageQuery,
): Promise<{ rows: LeaseView[]; total: number }> {
  const ask = <R>(from: Context, asked: Query<R>) => (isPlain(wanted) ? asked.rows(from) : asked.planned(from))
  const keys = keysOf(wanted)
  if (!isDeep(wanted)) {
    const slice = { order: inOrder(keys), most: wanted.perPage, skip: wanted.offset }
    const rows = await ask(ctx, pageOf(wanted, totalOf(wanted), slice))
    return { rows: rows.filter(({ uuid }) => uuid !== null), total: rows[0]?.total ?? 0 }
  }
  return asCounted(ctx, async (moment) => {
    const total = (await ask(moment, totalOf(wanted)))[0]?.total ?? 0
    const rows = (slice: Slice) => ask(moment, pageOf(wanted, query`select ${total}::bigint as total`, slice))
    return { rows: await rowsFromNearerEnd(moment, wanted, total, { keys, rows: (_ctx, slice) => rows(slice) }), total }
  })
}

const isPlain = ({ filter, sort }: LeaseQuery): boolean =>
  sort.length === 1 && Object.values(filter).every((wanted) => wanted === undefined)

/** A company may have a hundred thousand leases; of how many kinds they are, it has a few dozen at most. */
function totalOf(wanted: LeaseQuery): Query<{ total: number }> {
  const { uuid, whereabouts, assigned, asn, also } = wanted.filter
  const tallied = [uuid, whereabouts, assigned, asn, also].every((filter) => filter === undefined)
  return tallied
    ? query<{
        total: number
      }>`select coalesce(sum(l.leases), 0)::bigint as total from lease_tally l where ${matching(wanted)}`
    : query<{ total: number }>`select count(*) as total from lease l where ${matching(wanted)}`
}

function matching({ tenant, filter }: LeaseQuery, of: Query<unknown> = leases): Query<unknown> {
  const { uuid, whereabouts, length, registry, statuses, assigned, asn, also } = filter
  const conditions = [query`${of}.tenant_uuid = ${tenant}`]
  if (uuid !== undefined) conditions.push(query`${of}.uuid = ${uuid}`)
  if (whereabouts !== undefined) conditions.push(lies(query`l.block`, whereabouts))
  if (length !== undefined) conditions.push(query`l.length = ${length}`)
  if (registry !== undefined) conditions.push(query`l.registry = ${registry}`)
  if (statuses !== undefined && statuses.length > 0) conditions.push(query`l.status = any(${textArray(statuses)})`)
  if (assigned !== undefined) conditions.push(assigned ? query`l.asns <> '{}'` : query`l.asns = '{}'`)
  if (asn !== undefined) conditions.push(query`l.asns @> array[${asn}::bigint]`)
  if (also !== undefined) conditions.push(also)
  return all(conditions)
}

/** What each key sorts by, as its index has it. */
const columns: Record<LeaseSort, Query<unknown>> = {
  address: query`l.block`,
  cidr: query`l.length`,
  registry: query`l.registry`,
  status: query`l.status`,
  next_due_date: query`coalesce(t.next_due_at, 'infinity')`,
  recurring_amount: query`l.price_minor`,
  created_at: query`l.created_at`,
}

const keysOf = (wanted: LeaseQuery): OrderKey[] => totalOrder(wanted.sort, columns, query`${pathOf(wanted).root}.uuid`)

/** What a line of an export says. */
export type LeaseLine = Pick<
  LeaseView,
  | 'uuid'
  | 'offer_uuid'
  | 'block'
  | 'registry'
  | 'status'
  | 'price_minor'
  | 'asns'
  | 'subscription_uuid'
  | 'next_due_at'
  | 'offer_expires_at'
>

export function leasesInBatches(ctx: Context, wanted: LeaseQuery, size?: number): AsyncGenerator<readonly LeaseLine[]> {
  const { root, source } = pathOf(wanted)
  const ask = ({ standing, beyond, order, most }: NextBatch) =>
    query<LeaseLine & Placed>`
      select l.uuid, l.offer_uuid, l.block, l.registry, l.status, l.price_minor, l.asns, l.subscription_uuid,
        t.next_due_at, (select o.expires_at from offer o where o.uuid = l.offer_uuid) as offer_expires_at, page.standing
      from (
        select ${root}.uuid, row_number() over (${order}) as place, ${standing} as standing
        from ${source} where ${matching(wanted, root)} and ${beyond} ${order} limit ${most}
      ) page
      cross join lateral (select * from lease where uuid = page.uuid offset 0) l
      cross join lateral (select next_due_at from lease_term where uuid = page.uuid offset 0) t
      order by page.place`.planned(ctx)
  return inBatches(keysOf(wanted), ask, size)
}
