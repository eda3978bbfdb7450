import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Page, SortKey } from '../../kernel/db/paging.ts'
import { identifier } from '../../kernel/db/query.ts'
import { unproven, type Offer } from './offer.store.ts'
import type { Whereabouts } from '../search/whereabouts.rules.ts'
import { lies } from '../search/whereabouts.store.ts'

const lockFamily = 6114
const listingFamily = 6116

/**
 * Alone with these parts of the address space until the transaction ends. Whoever lists or proves
 * there waits here first, before any offer is locked: so the first proof is done with before the next is looked at.
 */
export async function lockSpace(ctx: Context, octets: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockFamily}, octet)
    from (select octet from unnest(${[...octets]}::int[]) as wanted (octet) order by octet) as ordered`.execute(ctx.db)
}

/** One company lists after the other, so that what it has listed can be counted. */
export async function lockListings(ctx: Context, tenant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${listingFamily}, hashtext(${tenant}))`.execute(ctx.db)
}

/** What a block overlaps: one that somebody has proven, or one that the company has listed itself. */
export type InTheWay = 'proven' | 'own'

export async function listedAmong(
  ctx: Context,
  tenant: string,
  blocks: readonly Prefix[],
): Promise<ReadonlyMap<string, InTheWay>> {
  const { rows } = await sql<{ block: string; proven: boolean }>`
    select wanted.block, bool_or(o.proven) as proven
    from unnest(${blocks.map(formatPrefix)}::cidr[]) as wanted (block) cross join lateral (
      select proven from offer where block && wanted.block and proven
      union all
      select proven from offer where block && wanted.block and tenant_uuid = ${tenant} and ${unproven}) o
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ block, proven }) => [block, proven ? 'proven' : 'own']))
}

export async function countUnproven(ctx: Context, tenant: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from offer where tenant_uuid = ${tenant} and ${unproven}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

type OfferSort = 'address' | 'cidr' | 'created_at' | 'status'

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
    .$if(at !== null, (q) => (at ? q.where(lies(identifier('block'), at)) : q))
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
