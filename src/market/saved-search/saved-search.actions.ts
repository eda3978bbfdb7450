import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { marketAudit } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { readFilters, type WrittenFilters } from '../search/filters.rules.ts'
import { countMarket, type Counted } from '../search/search.actions.ts'
import { mostNamed, mostSearches } from './match.rules.ts'
import { forgetUntold, listMatches, type KeptMatch } from './match.store.ts'
import {
  beginAnew,
  deleteSearch,
  findSearch,
  insertSearch,
  isNameTaken,
  listSearches,
  lockSearchesOf,
  updateSearch,
  type SavedSearch,
} from './saved-search.store.ts'

/** A search with what it would find now. */
export interface SearchNow {
  readonly search: SavedSearch
  readonly now: Counted
}

interface Wanted {
  readonly name: string
  readonly filters: WrittenFilters
}

/** What is there already is shown, and never told. */
export async function saveSearch(ctx: Context, tenant: string, { name, filters }: Wanted): Promise<SearchNow> {
  const wish = readFilters(filters, ctx.house.config.currency)
  if ((await lockSearchesOf(ctx, tenant)) >= mostSearches) throw marketProblem('too_many_saved_searches')
  if (await isNameTaken(ctx, { tenant, name, by: null })) throw marketProblem('saved_search_name_taken')
  const person_uuid = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const search = await insertSearch(ctx, { uuid: newUuid(), tenant_uuid: tenant, person_uuid, name, filters })
  await record(ctx, search, 'created')
  return { search, now: await countMarket(ctx, wish, mostNamed) }
}

async function ownSearch(ctx: Context, tenant: string, uuid: string): Promise<SavedSearch> {
  const search = await findSearch(ctx, tenant, uuid)
  if (!search) throw kernelProblem('not_found')
  return search
}

export async function showSearch(ctx: Context, tenant: string, uuid: string): Promise<SearchNow> {
  const search = await ownSearch(ctx, tenant, uuid)
  return { search, now: await countMarket(ctx, readFilters(search.filters, ctx.house.config.currency), mostNamed) }
}

export const listOwnSearches = (ctx: Context, tenant: string, page: Page) => listSearches(ctx, tenant, page)

interface SearchChange {
  readonly name?: string | undefined
  readonly paused?: boolean | undefined
}

/** What comes while it is paused, and what had not been told before, is never told. */
export async function changeSearch(
  ctx: Context,
  tenant: string,
  uuid: string,
  { name, paused }: SearchChange,
): Promise<SavedSearch> {
  await lockSearchesOf(ctx, tenant)
  let search = await ownSearch(ctx, tenant, uuid)
  if (name !== undefined && name !== search.name) {
    if (await isNameTaken(ctx, { tenant, name, by: uuid })) throw marketProblem('saved_search_name_taken')
    search = await updateSearch(ctx, uuid, { name })
    await record(ctx, search, 'renamed')
  }
  if (paused === undefined || paused === (search.paused_at !== null)) return search
  if (paused) {
    search = await updateSearch(ctx, uuid, { paused_at: ctx.now, untold: 0 })
    await forgetUntold(ctx, uuid)
  } else search = await beginAnew(ctx, uuid)
  await record(ctx, search, paused ? 'paused' : 'resumed')
  return search
}

export async function removeSearch(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const search = await ownSearch(ctx, tenant, uuid)
  await deleteSearch(ctx, uuid)
  await record(ctx, search, 'deleted')
}

export async function showMatches(
  ctx: Context,
  tenant: string,
  uuid: string,
  page: Page,
): Promise<{ rows: KeptMatch[]; total: number }> {
  await ownSearch(ctx, tenant, uuid)
  return listMatches(ctx, uuid, page)
}

const record = (
  ctx: Context,
  { uuid, tenant_uuid: tenant, name }: SavedSearch,
  verb: 'created' | 'renamed' | 'paused' | 'resumed' | 'deleted',
): Promise<void> =>
  audit(ctx, {
    action: marketAudit(`saved_search.${verb}`),
    subject: { kind: 'saved_search', uuid },
    tenant,
    data: { name },
  })
