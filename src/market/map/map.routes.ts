import { tenantOf } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { mapAge, showMap } from './map.actions.ts'
import { mapStates, openStates } from './map.rules.ts'
import { CompanyMapQuery, MapAnswer, mapAnswer, MapQuery, OpenMapAnswer, readInside } from './map.wire.ts'

const json = 'application/json; charset=utf-8'

/** The market as a picture of the address space: what is to be had, kept and leased, and never by whom. */
export const mapRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'mapMarket',
    route: 'GET /billing/v1/:tenantUUID/market/map',
    tag: 'Market',
    summary: 'Draw the market as a map',
    description:
      'All blocks in address order, in columns. Of others one sees what a search finds, what is held and what is leased; of your own company also what is hidden, and which of the held and leased blocks are yours.',
    access: { by: 'token', scope: 'billing' },
    tagged: true,
    rate: 'searchRateLimit',
    query: CompanyMapQuery,
    answer: MapAnswer,
    handle: async (ctx, { query }) => {
      const wish = { inside: readInside(query), viewer: tenantOf(ctx), mine: query.mine ?? false }
      return new Content(json, await showMap(ctx, wish, (map) => mapAnswer(map, mapStates)))
    },
  }),
  endpoint({
    id: 'portalMapMarket',
    route: 'GET /portal/market/map',
    tag: 'Portal',
    summary: 'Draw the market as anyone may see it',
    description: 'What a search finds, what is held and what is leased. May be a minute old.',
    access: { by: 'anyone' },
    tagged: true,
    rate: 'searchRateLimit',
    query: MapQuery,
    answer: OpenMapAnswer,
    handle: async (ctx, { query }) => {
      const wish = { inside: readInside(query), viewer: null, mine: false }
      const bytes = await showMap(ctx, wish, (map) => {
        const { data, meta } = mapAnswer(map, openStates)
        return { data, meta: { ...meta, shows_prices: ctx.house.config.publicPrices } }
      })
      return new Content(json, bytes, { 'cache-control': `public, max-age=${mapAge}` })
    },
  }),
]
