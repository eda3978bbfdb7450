import { sql, type RawBuilder, type Selectable } from 'kysely'
import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { hot, point } from '../../kernel/db/pool.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import type { LeaseTable, LeaseTermTable, PricingTable } from '../../kernel/db/rows.gen.ts'
import { leaseSorts, type LeaseSort, type RunningCommitment } from './view.rules.ts'
import type { Whereabouts } from '../search/whereabouts.rules.ts'
import { lies } from '../search/whereabouts.store.ts'

/** Leases as their lessee reads them: one, by page, in batches. */

export interface LeaseView
  extends
    Pick<
      Selectable<LeaseTable>,
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
    Pick<Selectable<LeaseTermTable>, 'next_due_at'>,
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
}

export interface LeaseQuery {
  readonly tenant: string
  readonly filter: LeaseFilter
  readonly sort: readonly SortKey<LeaseSort>[]
}

const shown = sql.raw(
  `l.uuid, l.offer_uuid, l.pricing_uuid, l.block, l.registry, l.status, l.price_minor, l.commission_bp, l.asns,
   l.subscription_uuid, t.next_due_at, p.wants_to_negotiate, p.commitment_periods, o.expires_at as offer_expires_at`,
)

interface OneRow extends LeaseView {
  readonly commitment_starts_at: Date | null
  readonly commitment_ends_at: Date | null
  readonly commitment_months: number | null
  readonly commitment_price_minor: number | null
}

const ofLessee = point<OneRow>('lease_of_lessee', (db) =>
  sql<OneRow>`
    select ${shown}, c.starts_at as commitment_starts_at, c.ends_at as commitment_ends_at,
      c.months as commitment_months, c.price_minor as commitment_price_minor
    from lease l join lease_term t on t.uuid = l.uuid join pricing p on p.uuid = l.pricing_uuid
    join offer o on o.uuid = l.offer_uuid
    left join lateral (select * from commitment c where c.lease_uuid = l.uuid and c.status = 'active'
      order by c.ends_at desc limit 1) c on true
    where l.uuid = ${''} and l.tenant_uuid = ${''}`.compile(db),
)

export interface OneLease extends LeaseView {
  readonly commitment: RunningCommitment | null
}

/** Only as its lessee: to its holder, too, it is another company's. */
export async function findLeaseView(ctx: Context, lessee: string, uuid: string): Promise<OneLease | undefined> {
  const [row] = await ofLessee(ctx, uuid, lessee)
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
function pageStatement(query: LeasePageQuery): RawBuilder<PageRow> {
  return sql<PageRow>`
    select counted.total, ${shown}
    from (${totalOf(query)}) counted
    left join unnest(array(select ${root(query)}.uuid from ${source(query)} where ${matching(query, root(query))}
      order by ${orderOf(query)} limit ${query.perPage} offset ${query.offset})) with ordinality as page (uuid, place) on true
    left join lease l on l.uuid = page.uuid
    left join lease_term t on t.uuid = page.uuid
    left join pricing p on p.uuid = l.pricing_uuid
    left join offer o on o.uuid = l.offer_uuid
    order by page.place`
}

/** In the order of their due dates they are read through the terms, which have the index of it; else through the leases. */
const isByDue = ({ sort }: LeaseQuery): boolean => sort.some(({ field }) => field === 'next_due_date')

const root = (query: LeaseQuery) => sql.raw(isByDue(query) ? 't' : 'l')

/** What is not asked about is not joined: there is one row of either for each of the other. */
const source = (query: LeaseQuery) =>
  sql.raw(
    isByDue(query)
      ? 'lease_term t left join lease l on l.uuid = t.uuid'
      : 'lease l left join lease_term t on t.uuid = l.uuid',
  )

export async function pageOfLeases(ctx: Context, query: LeasePageQuery): Promise<{ rows: LeaseView[]; total: number }> {
  const plain = plainPage(query)
  const rows = plain
    ? await plain(ctx, query.tenant, query.tenant, query.perPage, query.offset)
    : (await pageStatement(query).execute(ctx.db)).rows
  return { rows: rows.filter(({ uuid }) => uuid !== null), total: rows[0]?.total ?? 0 }
}

/** A company may have a hundred thousand leases; of how many kinds they are, it has a few dozen at most. */
function totalOf(query: LeaseQuery): RawBuilder<unknown> {
  const { uuid, whereabouts, assigned, asn } = query.filter
  const tallied = [uuid, whereabouts, assigned, asn].every((filter) => filter === undefined)
  return tallied
    ? sql`select coalesce(sum(l.leases), 0)::bigint as total from lease_tally l where ${matching(query)}`
    : sql`select count(*) as total from lease l where ${matching(query)}`
}

function matching({ tenant, filter }: LeaseQuery, of: RawBuilder<unknown> = sql.raw('l')): RawBuilder<unknown> {
  const { uuid, whereabouts, length, registry, statuses, assigned, asn } = filter
  const conditions = [sql`${of}.tenant_uuid = ${tenant}`]
  if (uuid !== undefined) conditions.push(sql`${of}.uuid = ${uuid}`)
  if (whereabouts !== undefined) conditions.push(lies(sql.ref('l.block'), whereabouts))
  if (length !== undefined) conditions.push(sql`l.length = ${length}`)
  if (registry !== undefined) conditions.push(sql`l.registry = ${registry}`)
  if (statuses !== undefined && statuses.length > 0) conditions.push(sql`l.status = any(${textArray(statuses)})`)
  if (assigned !== undefined) conditions.push(assigned ? sql`l.asns <> '{}'` : sql`l.asns = '{}'`)
  if (asn !== undefined) conditions.push(sql`l.asns @> array[${asn}::bigint]`)
  return sql.join(conditions, sql` and `)
}

/** What each key sorts by, as its index has it, and the type that its value goes back as. */
const keys: Record<LeaseSort, { readonly by: string; readonly type: string }> = {
  address: { by: 'l.block', type: 'cidr' },
  cidr: { by: 'l.length', type: 'smallint' },
  registry: { by: 'l.registry', type: 'text' },
  status: { by: 'l.status', type: 'text' },
  next_due_date: { by: "coalesce(t.next_due_at, 'infinity')", type: 'timestamptz' },
  recurring_amount: { by: 'l.price_minor', type: 'bigint' },
  created_at: { by: 'l.created_at', type: 'timestamptz' },
}

interface Key {
  readonly by: string
  readonly type: string
  readonly descending: boolean
}

/** Last the uuid, so that the order is total; in the direction of the key before it, so that one index serves both. */
function totalOrder(query: LeaseQuery): Key[] {
  const wanted = query.sort.map(({ field, descending }) => ({ ...keys[field], descending }))
  const by = isByDue(query) ? 't.uuid' : 'l.uuid'
  return [...wanted, { by, type: 'uuid', descending: wanted.at(-1)?.descending ?? false }]
}

const orderOf = (query: LeaseQuery): RawBuilder<unknown> =>
  sql.raw(
    totalOrder(query)
      .map(({ by, descending }) => `${by} ${descending ? 'desc' : 'asc'}`)
      .join(', '),
  )

const nameOf = ({ field, descending }: SortKey<LeaseSort>) => `leases_by_${field}_${descending ? 'desc' : 'asc'}`

/** Planning a page costs as much as reading it; those that every client asks for, one key and no filter, are prepared. */
const plainPages = new Map(
  leaseSorts
    .flatMap((field) => [false, true].map((descending) => ({ field, descending })))
    .map((key) => {
      const query = { tenant: '', filter: {}, sort: [key], perPage: 0, offset: 0 }
      return [nameOf(key), hot<PageRow>(nameOf(key), (db) => pageStatement(query).compile(db))] as const
    }),
)

function plainPage({ filter, sort }: LeaseQuery) {
  const [key, ...more] = sort
  const filtered = Object.values(filter).some((wanted) => wanted !== undefined)
  return key && more.length === 0 && !filtered ? plainPages.get(nameOf(key)) : undefined
}

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

/** Where a row stands in an order: the values of its keys, as text, which loses nothing. */
export type Standing = readonly string[]

export async function leasesAfter(
  ctx: Context,
  query: LeaseQuery,
  last: Standing | null,
  most: number,
): Promise<(LeaseLine & { readonly standing: Standing })[]> {
  const order = totalOrder(query)
  const { rows } = await sql<LeaseLine & { readonly standing: Standing }>`
    select l.uuid, l.offer_uuid, l.block, l.registry, l.status, l.price_minor, l.asns, l.subscription_uuid,
      t.next_due_at, (select o.expires_at from offer o where o.uuid = l.offer_uuid) as offer_expires_at, page.standing
    from (
      select ${root(query)}.uuid, row_number() over (order by ${orderOf(query)}) as place,
        ${sql.raw(`array[${order.map(({ by }) => `${by}::text`).join(', ')}]`)} as standing
      from ${source(query)}
      where ${matching(query, root(query))} and ${last === null ? sql`true` : beyond(order, last)}
      order by ${orderOf(query)} limit ${most}
    ) page
    cross join lateral (select * from lease where uuid = page.uuid offset 0) l
    cross join lateral (select next_due_at from lease_term where uuid = page.uuid offset 0) t
    order by page.place`.execute(ctx.db)
  return rows
}

/**
 * What comes after a row in an order whose keys may go different ways. Keys that go the same way are compared as one
 * row value, which an index can seek; beyond a turn, only what is equal so far has to be compared further.
 */
function beyond(order: readonly Key[], last: Standing): RawBuilder<unknown> {
  const turn = order.findIndex(({ descending }) => descending !== order[0]?.descending)
  const run = turn < 0 ? order : order.slice(0, turn)
  const own = sql.raw(`(${run.map(({ by }) => by).join(', ')})`)
  const its = sql`(${sql.join(run.map(({ type }, i) => sql`${last[i]}::${sql.raw(type)}`))})`
  const further = sql.raw(order[0]?.descending ? '<' : '>')
  if (turn < 0) return sql`${own} ${further} ${its}`
  const rest = beyond(order.slice(turn), last.slice(turn))
  return sql`${own} ${further}= ${its} and (${own} ${further} ${its} or (${rest}))`
}
