import { arrayOf, textArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'
import type { OfferPlaceTable, PricingTable, SavedSearchMatchTable } from '../../kernel/db/rows.gen.ts'
import { formatPrefix, type Prefix } from '../../kernel/ip/index.ts'
import { addDays, addSeconds } from '../../kernel/time.ts'
import type { CommitmentDiscount } from '../pricing/discount.rules.ts'
import { awayDays, mostKept, mostNamed, quietMinutes, type Terms } from './match.rules.ts'
import type { SavedSearch } from './saved-search.store.ts'

/** A price that can be had now, with what a search may ask of its offer. */
export interface OnShelf extends Terms {
  readonly offer: string
  readonly holder: string
  readonly pricing: string
}

type PricingRow = PricingTable & { readonly commitment_discounts: readonly CommitmentDiscount[] }

export async function onShelfOf(ctx: Context, offers: readonly string[]): Promise<OnShelf[]> {
  const rows = await query<PricingRow>`
    select p.*, o.commitment_discounts from pricing p join offer o on o.uuid = p.offer_uuid
    where p.offer_uuid = any(${uuidArray(offers)}) and p.on_shelf`.rows(ctx)
  return rows.map((row) => ({
    offer: row.offer_uuid,
    holder: row.tenant_uuid,
    pricing: row.uuid,
    registry: row.registry,
    length: row.length,
    priceMinor: row.price_minor,
    negotiable: row.wants_to_negotiate,
    periods: row.commitment_periods,
    discounts: row.commitment_discounts,
  }))
}

/** The countries in which parts of these offers are seen. */
export async function countriesOf(ctx: Context, offers: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await query<Pick<OfferPlaceTable, 'offer_uuid' | 'country_code'>>`
    select distinct offer_uuid, country_code from offer_place where offer_uuid = any(${uuidArray(offers)})`.rows(ctx)
  const found = new Map<string, string[]>()
  for (const { offer_uuid, country_code } of rows)
    found.set(offer_uuid, [...(found.get(offer_uuid) ?? []), country_code.toUpperCase()])
  return found
}

interface Wanting {
  readonly lengths: readonly number[]
  readonly countries: readonly string[]
}

/** Who looks for one of these sizes, in one of these countries or anywhere; some at a time, by their uuid. */
export async function searchesWanting(
  ctx: Context,
  { lengths, countries }: Wanting,
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<SavedSearch[]> {
  return query<SavedSearch>`
    select * from saved_search where paused_at is null and length = any(${arrayOf('smallint', lengths)})
      and country_code = any(${textArray(countries)}) and (${after}::uuid is null or uuid > ${after}::uuid)
    order by uuid limit ${most}`.planned(ctx)
}

interface Match {
  readonly block: Prefix
  readonly pricing: string
  readonly priceMinor: number
}

/** What one search has found: how much, and the first of it. */
export interface FoundFor {
  readonly search: string
  count: number
  readonly matches: Match[]
}

/** What is kept already, and not from long ago, is not found again. Each search is told of the rest by `takeToTell`. */
export async function keepMatches(ctx: Context, found: readonly FoundFor[]): Promise<void> {
  const live = await lockLive(
    ctx,
    found.map(({ search }) => search),
  )
  const matches = found.flatMap(({ search, matches: of }) => of.map((match) => ({ search, ...match })))
  const fresh = await query<{ saved_search_uuid: string; count: number }>`
    with kept as (
      insert into saved_search_match (saved_search_uuid, tenant_uuid, block, pricing_uuid, price_minor, matched_at)
      select s.uuid, s.tenant_uuid, found.block, found.pricing, found.price, ${ctx.now}
      from unnest(${uuidArray(matches.map(({ search }) => search))},
        ${arrayOf(
          'cidr',
          matches.map(({ block }) => formatPrefix(block)),
        )},
        ${uuidArray(matches.map(({ pricing }) => pricing))}, ${wholeArray(matches.map((match) => match.priceMinor))})
        as found (search, block, pricing, price)
      join saved_search s on s.uuid = found.search and s.uuid = any(${uuidArray(live)})
      on conflict (saved_search_uuid, block) do update set matched_at = excluded.matched_at, told_at = null,
        pricing_uuid = excluded.pricing_uuid, price_minor = excluded.price_minor
      where saved_search_match.matched_at <= ${addDays(ctx.now, -awayDays)}
      returning saved_search_uuid)
    select saved_search_uuid, count(*) as count from kept group by 1`.rows(ctx)
  const kept = new Map(fresh.map((row) => [row.saved_search_uuid, row.count]))
  await addUntold(
    ctx,
    found.map(({ search, count, matches: of }) => [search, count - of.length + (kept.get(search) ?? 0)] as const),
  )
  await forgetOlder(ctx, live)
}

/** Those that are still there and not paused, in one order, so that two who find for the same do not deadlock. */
async function lockLive(ctx: Context, searches: readonly string[]): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from saved_search where uuid = any(${uuidArray(searches)}) and paused_at is null
    order by uuid for update`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

async function addUntold(ctx: Context, more: readonly (readonly [search: string, count: number])[]): Promise<void> {
  const some = more.filter(([, count]) => count > 0)
  await query`
    update saved_search s set untold = s.untold + more.count
    from unnest(${uuidArray(some.map(([search]) => search))}, ${wholeArray(some.map(([, count]) => count))})
      as more (search, count)
    where s.uuid = more.search and s.paused_at is null`.changed(ctx)
}

async function forgetOlder(ctx: Context, searches: readonly string[]): Promise<void> {
  await query`
    delete from saved_search_match m using unnest(${uuidArray(searches)}) as search (uuid)
    cross join lateral (select block from saved_search_match where saved_search_uuid = search.uuid
      order by matched_at desc, block offset ${mostKept}) older
    where m.saved_search_uuid = search.uuid and m.block = older.block`.changed(ctx)
}

/** What is not told yet is dropped. */
export async function forgetUntold(ctx: Context, search: string): Promise<void> {
  await query`delete from saved_search_match where saved_search_uuid = ${search} and told_at is null`.changed(ctx)
}

export type KeptMatch = SavedSearchMatchTable

export interface ToTell {
  readonly search: SavedSearch
  /** The cheapest of what it is to be told. */
  readonly first: readonly KeptMatch[]
}

/** Searches with something new, save who was told a moment ago; from now on they are told. */
export async function takeToTell(ctx: Context, most: number): Promise<ToTell[]> {
  const due = await query<SavedSearch>`
    select * from saved_search where untold > 0 and paused_at is null
      and (told_at is null or told_at <= ${addSeconds(ctx.now, -quietMinutes * 60)})
    order by told_at nulls first limit ${most} for update skip locked`.rows(ctx)
  if (due.length === 0) return []
  const uuids = uuidArray(due.map(({ uuid }) => uuid))
  const first = await query<KeptMatch>`
    select first.* from unnest(${uuids}) as search (uuid) cross join lateral (
      select * from saved_search_match where saved_search_uuid = search.uuid and told_at is null
      order by price_minor, block limit ${mostNamed}) first`.rows(ctx)
  await query`update saved_search_match set told_at = ${ctx.now}
    where saved_search_uuid = any(${uuids}) and told_at is null`.changed(ctx)
  await query`update saved_search set told = told + untold, untold = 0, told_at = ${ctx.now}
    where uuid = any(${uuids})`.changed(ctx)
  const named = Map.groupBy(first, (match) => match.saved_search_uuid)
  return due.map((search) => ({ search, first: named.get(search.uuid) ?? [] }))
}

/** What it was told of, the last first. */
export async function listMatches(
  ctx: Context,
  search: string,
  { perPage, offset }: Page,
): Promise<{ rows: KeptMatch[]; total: number }> {
  const told = query`from saved_search_match where saved_search_uuid = ${search} and told_at is not null`
  const [rows, { total }] = await Promise.all([
    query<KeptMatch>`select * ${told} order by matched_at desc, block limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total ${told}`.only(ctx),
  ])
  return { rows, total }
}
