import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import {
  changeSearch,
  listOwnSearches,
  removeSearch,
  saveSearch,
  showMatches,
  showSearch,
} from './saved-search.actions.ts'
import {
  knownFilters,
  NewSavedSearchBody,
  perPage,
  SavedSearchAnswer,
  savedSearchAnswer,
  SavedSearchChangeBody,
  SavedSearchNowAnswer,
  savedSearchNowAnswer,
  SavedSearchQuery,
  ToldBlockAnswer,
  toldBlockAnswer,
} from './saved-search.wire.ts'

const path = '/billing/v1/:tenantUUID/market/saved-searches'
const SearchPath = Type.Object({ searchUUID: Uuid })
const access = { by: 'token', scope: 'billing' } as const
const tag = 'Market'

export const savedSearchRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listSavedSearches',
    route: `GET ${path}`,
    tag,
    summary: 'List saved searches',
    description: 'Those of the company, the oldest first.',
    access,
    query: SavedSearchQuery,
    answer: PageOf(SavedSearchAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await listOwnSearches(ctx, tenantOf(ctx), page)
      return { data: rows.map(savedSearchAnswer), meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'saveSearch',
    route: `POST ${path}`,
    tag,
    summary: 'Save a search',
    description:
      'What it finds now is in the answer. What comes to the market later, or at a price or in a place that newly fits, is told once: by the event saved_search.matched and by mail.',
    access,
    rate: 'searchRateLimit',
    status: 201,
    body: NewSavedSearchBody,
    answer: DataOf(SavedSearchNowAnswer),
    examples: {
      body: { name: 'Amsterdam', filters: { prefix_length: 22, geo_country_code: 'NL', price_max: 409.6 } },
    },
    refuses: marketProblem.rows('too_many_saved_searches', 'saved_search_name_taken'),
    handle: async (ctx, { body: { name, filters } }) => ({
      data: savedSearchNowAnswer(
        await saveSearch(ctx, tenantOf(ctx), { name: name.trim(), filters: knownFilters(filters) }),
        ctx.house.config.currency,
      ),
    }),
  }),
  endpoint({
    id: 'getSavedSearch',
    route: `GET ${path}/:searchUUID`,
    tag,
    summary: 'Read a saved search',
    description: 'With how many blocks it would find now, and the first of them.',
    access,
    rate: 'searchRateLimit',
    params: SearchPath,
    answer: DataOf(SavedSearchNowAnswer),
    handle: async (ctx, { params }) => ({
      data: savedSearchNowAnswer(await showSearch(ctx, tenantOf(ctx), params.searchUUID), ctx.house.config.currency),
    }),
  }),
  endpoint({
    id: 'changeSavedSearch',
    route: `PATCH ${path}/:searchUUID`,
    tag,
    summary: 'Rename, pause or resume a saved search',
    description: 'What it looks for stays: save another one to look for something else.',
    access,
    params: SearchPath,
    body: SavedSearchChangeBody,
    answer: DataOf(SavedSearchAnswer),
    refuses: marketProblem.rows('saved_search_name_taken'),
    handle: async (ctx, { params, body: { name, paused } }) => ({
      data: savedSearchAnswer(
        await changeSearch(ctx, tenantOf(ctx), params.searchUUID, { name: name?.trim(), paused }),
      ),
    }),
  }),
  endpoint({
    id: 'deleteSavedSearch',
    route: `DELETE ${path}/:searchUUID`,
    tag,
    summary: 'Delete a saved search',
    access,
    status: 204,
    params: SearchPath,
    handle: (ctx, { params }) => removeSearch(ctx, tenantOf(ctx), params.searchUUID),
  }),
  endpoint({
    id: 'listSavedSearchMatches',
    route: `GET ${path}/:searchUUID/matches`,
    tag,
    summary: 'List what a saved search has told of',
    description: 'The last hundred blocks, the newest first. Some of them may have been leased since.',
    access,
    params: SearchPath,
    query: SavedSearchQuery,
    answer: PageOf(ToldBlockAnswer),
    handle: async (ctx, { params, query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await showMatches(ctx, tenantOf(ctx), params.searchUUID, page)
      const data = rows.map((row) => toldBlockAnswer(row, ctx.house.config.currency))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
]
