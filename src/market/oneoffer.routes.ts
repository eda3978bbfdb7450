import { tenantOf, type Context } from '../kernel/context.ts'
import { endpoint, type Endpoint } from '../kernel/endpoint.ts'
import { Type, Uuid } from '../kernel/schema.ts'
import { OfferAnswer, offerAnswer } from './offer.wire.ts'
import { showOffer, type FullView } from './offerinclude.actions.ts'
import { includable, includedAnswer, IncludeQuery, readInclude } from './offerinclude.wire.ts'

/** One market service: read, changed, cancelled. The specification answers with the object itself, unwrapped. */

const OfferPath = Type.Object({ ipmarketServiceUUID: Uuid })

const answer = ({ house }: Context, view: FullView) => ({
  ...offerAnswer(view, house.config),
  ...includedAnswer(view, house.config),
})

export const oneOfferRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'getOffer',
    route: 'GET /billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID',
    tag: 'Market',
    summary: 'Get a market service',
    access: { by: 'token', scope: 'billing' },
    params: OfferPath,
    query: IncludeQuery(includable),
    answer: OfferAnswer,
    handle: async (ctx, { params, query }) =>
      answer(ctx, await showOffer(ctx, tenantOf(ctx), params.ipmarketServiceUUID, readInclude(query))),
  }),
]
