import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { query, type Change, assigned } from '../../kernel/db/query.ts'
import type { SavedSearchTable } from '../../kernel/db/rows.gen.ts'
import type { WrittenFilters } from '../search/filters.rules.ts'

export interface SavedSearch extends Omit<SavedSearchTable, 'filters'> {
  readonly filters: WrittenFilters
}

/** How many a company has; alone with them until the transaction ends, so that two who save at once are both counted. */
export async function lockSearchesOf(ctx: Context, tenant: string): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`saved searches ${tenant}`}, 0))`.changed(ctx)
  const { count } = await query<{ count: number }>`
    select count(*) as count from saved_search where tenant_uuid = ${tenant}`.only(ctx)
  return count
}

export async function isNameTaken(ctx: Context, { tenant, name, by }: NameWish): Promise<boolean> {
  const taken = await query`
    select from saved_search where tenant_uuid = ${tenant} and lower(name) = lower(${name})
      and uuid is distinct from ${by}::uuid`.rows(ctx)
  return taken.length > 0
}

interface NameWish {
  readonly tenant: string
  readonly name: string
  /** Who has it already may keep it; null for a new one. */
  readonly by: string | null
}

type NewSearch = Pick<SavedSearch, 'uuid' | 'tenant_uuid' | 'person_uuid' | 'name' | 'filters'>

export async function insertSearch(ctx: Context, search: NewSearch): Promise<SavedSearch> {
  const { uuid, tenant_uuid, person_uuid, name, filters } = search
  return query<SavedSearch>`
    insert into saved_search (uuid, tenant_uuid, person_uuid, name, filters, created_at, since)
    values (${uuid}, ${tenant_uuid}, ${person_uuid}, ${name}, ${JSON.stringify(filters)}, ${ctx.now}, ${ctx.now})
    returning *`.only(ctx)
}

export async function findSearch(ctx: Context, tenant: string, uuid: string): Promise<SavedSearch | undefined> {
  return query<SavedSearch>`select * from saved_search where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

export async function listSearches(
  ctx: Context,
  tenant: string,
  { perPage, offset }: Page,
): Promise<{ rows: SavedSearch[]; total: number }> {
  const own = query`from saved_search where tenant_uuid = ${tenant}`
  const [rows, { total }] = await Promise.all([
    query<SavedSearch>`select * ${own} order by created_at, uuid limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total ${own}`.only(ctx),
  ])
  return { rows, total }
}

export async function updateSearch(
  ctx: Context,
  uuid: string,
  change: Change<Pick<SavedSearch, 'name' | 'paused_at' | 'untold'>>,
): Promise<SavedSearch> {
  return query<SavedSearch>`update saved_search set ${assigned(change)} where uuid = ${uuid} returning *`.only(ctx)
}

/** As if it had been saved only now. */
export async function beginAnew(ctx: Context, uuid: string): Promise<SavedSearch> {
  return query<SavedSearch>`
    update saved_search set paused_at = null, since = ${ctx.now}, after_arrival = nextval('arrival_order')
    where uuid = ${uuid} returning *`.only(ctx)
}

/** What it has found goes with it. */
export async function deleteSearch(ctx: Context, uuid: string): Promise<void> {
  await query`delete from saved_search where uuid = ${uuid}`.changed(ctx)
}
