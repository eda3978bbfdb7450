import { endpoint, Reply, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, PageOf } from '../../kernel/db/paging.ts'
import { mapAge } from '../map/map.actions.ts'
import { marketProblem } from '../market.problems.ts'
import { OpenBlocksAnswer, openBlockAnswer, OpenSearchQuery, readOpenSearch } from './open-search.wire.ts'
import { searchMarket } from './search.actions.ts'
import { FoundBlockAnswer, foundBlockAnswer, readSearch, SearchQuery } from './search.wire.ts'

export const searchRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'searchMarket',
    route: 'GET /billing/v1/:tenantUUID/market/search',
    tag: 'Market',
    summary: 'Search for free blocks',
    description:
      'Blocks of one size that can be leased now, your own company’s among them. One answer, not paged: narrow the search down to see others.',
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
  endpoint({
    id: 'portalSearchMarket',
    route: 'GET /portal/market/search',
    tag: 'Portal',
    summary: 'Search for free blocks and their prices as a visitor',
    description:
      'Where the operator lets visitors see prices (`SUBLET_PUBLIC_PRICES`): blocks of one size that anyone finds, with their prices by the month, and nothing else about them.',
    access: { by: 'anyone' },
    tagged: true,
    rate: 'searchRateLimit',
    query: OpenSearchQuery,
    answer: OpenBlocksAnswer,
    refuses: marketProblem.rows('prices_not_public'),
    handle: async (ctx, { query }) => {
      const { currency, publicPrices } = ctx.house.config
      if (!publicPrices) throw marketProblem('prices_not_public')
      const found = await searchMarket(ctx, readOpenSearch(query))
      const data = found.map((block) => openBlockAnswer(block, currency))
      return new Reply({ data }, { 'cache-control': `public, max-age=${mapAge}` })
    },
  }),
]
