import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { totalOrder, type Page, type SortKey } from '../../kernel/db/paging.ts'
import { all, query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
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
  await query`select pg_advisory_xact_lock(${lockFamily}, octet)
    from (select octet from unnest(${octets}::int[]) as wanted (octet) order by octet) as ordered`.rows(ctx)
}

/** One company lists after the other, so that what it has listed can be counted. */
export async function lockListings(ctx: Context, tenant: string): Promise<void> {
  await query`select pg_advisory_xact_lock(${listingFamily}, hashtext(${tenant}))`.rows(ctx)
}

/** What a block overlaps: one that somebody has proven, or one that the company has listed itself. */
export type InTheWay = 'proven' | 'own'

export async function listedAmong(
  ctx: Context,
  tenant: string,
  blocks: readonly Prefix[],
): Promise<ReadonlyMap<string, InTheWay>> {
  const rows = await query<{ block: string; proven: boolean }>`
    select wanted.block, bool_or(o.proven) as proven
    from unnest(${blocks.map(formatPrefix)}::cidr[]) as wanted (block) cross join lateral (
      select proven from offer where block && wanted.block and proven
      union all
      select proven from offer where block && wanted.block and tenant_uuid = ${tenant} and ${unproven}) o
    group by 1`.rows(ctx)
  return new Map(rows.map(({ block, proven }) => [block, proven ? 'proven' : 'own']))
}

export async function countUnproven(ctx: Context, tenant: string): Promise<number> {
  const [row] = await query<{ n: number }>`
    select count(*) as n from offer where tenant_uuid = ${tenant} and ${unproven}`.rows(ctx)
  return row?.n ?? 0
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
  address: query`block`,
  cidr: query`masklen(block)`,
  created_at: query`created_at`,
  status: query`status`,
}

export async function listOffers(
  ctx: Context,
  { tenant, status, registry, hidden, at, sort, ...page }: OfferQuery,
): Promise<{ rows: Offer[]; total: number }> {
  const conditions = all([
    query`tenant_uuid = ${tenant}`,
    ...(status.length === 0 ? [] : [query`status = any(${textArray(status)})`]),
    ...(registry.length === 0 ? [] : [query`registry = any(${textArray(registry)})`]),
    ...(hidden === null ? [] : [query`hidden = ${hidden}`]),
    ...(at === null ? [] : [lies(query`block`, at)]),
  ])
  const matching = query`from offer where ${conditions}`
  const count = (came: Query<unknown>) => query<{ total: number }>`select count(*) as total ${matching} and ${came}`
  const whole = status.length === 0 && registry.length === 0 && hidden === null && at === null
  return pageOfList(ctx, page, {
    keys: totalOrder(sort, sortColumns),
    total: whole
      ? (asked) => settledTotal(asked, { list: `offer ${tenant}`, cameAt: sortColumns.created_at, count })
      : counted(count(query`true`)),
    rows: (asked, { order, most, skip }) =>
      query<Offer>`select * ${matching} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}
