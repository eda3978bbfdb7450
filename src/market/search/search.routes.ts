import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, PageOf } from '../../kernel/db/paging.ts'
import { searchMarket } from './search.actions.ts'
import { FoundBlockAnswer, foundBlockAnswer, readSearch, SearchQuery } from './search.wire.ts'

export const searchRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'searchMarket',
    route: 'GET /billing/v1/:tenantUUID/market/search',
    tag: 'Market',
    summary: 'Search for free blocks',
    description:
      'Blocks of one size that can be leased now, your own company’s among them. One answer, not paged: narrow the search down to see others. By place and reputation, up to 32,768 free blocks are looked through.',
    access: { by: 'token', scope: 'billing' },
    rate: 'searchRateLimit',
    query: SearchQuery,
    answer: PageOf(FoundBlockAnswer),
    handle: async (ctx, { query }) => {
      const { currency } = ctx.house.config
      const search = readSearch(query, currency)
      const found = await searchMarket(ctx, search)
      const page = { page: 1, perPage: search.limit, offset: 0 }
      return {
        data: found.map((block) => foundBlockAnswer(block, currency)),
        meta: pageMeta(page, found.length, found.length),
      }
    },
  }),
]
