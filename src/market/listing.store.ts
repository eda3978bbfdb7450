import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { formatPrefix, type Prefix } from '../kernel/ip.ts'
import type { Page, SortKey } from '../kernel/paging.ts'
import type { Offer } from './offer.store.ts'
import type { Whereabouts } from './whereabouts.rules.ts'
import { lies } from './whereabouts.store.ts'

const lockFamily = 6114

/**
 * Alone with these parts of the address space until the transaction ends. Two that list overlapping blocks at once meet
 * here: the constraint alone would have each wait for the other until one is thrown out.
 */
export async function lockSpace(ctx: Context, octets: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockFamily}, octet)
    from (select octet from unnest(${[...octets]}::int[]) as wanted (octet) order by octet) as ordered`.execute(ctx.db)
}

/** Those of the blocks that overlap one on the market, whoever holds it. */
export async function listedAmong(ctx: Context, blocks: readonly Prefix[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ block: string }>`
    select wanted.block from unnest(${blocks.map(formatPrefix)}::cidr[]) as wanted (block) cross join lateral (
      select from offer o where o.block && wanted.block and o.status <> 'object_terminated' limit 1) as listed`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ block }) => block))
}

export type OfferSort = 'address' | 'cidr' | 'created_at' | 'status'

export interface OfferQuery extends Page {
  readonly tenant: string
  readonly status: readonly Offer['status'][]
  readonly registry: readonly Offer['registry'][]
  readonly hidden: boolean | null
  readonly at: Whereabouts | null
  readonly sort: readonly SortKey<OfferSort>[]
}

const sortColumns = {
  address: sql`block`,
  cidr: sql`masklen(block)`,
  created_at: sql`created_at`,
  status: sql`status`,
}

export async function listOffers(ctx: Context, query: OfferQuery): Promise<{ rows: Offer[]; total: number }> {
  const { at, hidden, sort } = query
  const matching = ctx.db
    .selectFrom('offer')
    .where('tenant_uuid', '=', query.tenant)
    .$if(query.status.length > 0, (q) => q.where('status', 'in', [...query.status]))
    .$if(query.registry.length > 0, (q) => q.where('registry', 'in', [...query.registry]))
    .$if(hidden !== null, (q) => q.where('hidden', '=', hidden))
    .$if(at !== null, (q) => (at ? q.where(lies(sql.ref('block'), at)) : q))
  let page = matching.selectAll()
  for (const { field, descending } of sort) page = page.orderBy(sortColumns[field], descending ? 'desc' : 'asc')
  // In the direction of the last key, so that its index gives the order as it is.
  const rows = await page
    .orderBy('uuid', sort.at(-1)?.descending ? 'desc' : 'asc')
    .limit(query.perPage)
    .offset(query.offset)
    .execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
