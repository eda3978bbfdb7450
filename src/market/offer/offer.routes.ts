import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Type, Uuid } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import { OfferAnswer, offerAnswer } from './offer.wire.ts'
import { cancelOffer } from './cancel.actions.ts'
import { changeOffer } from './change.actions.ts'
import { OfferChangeBody, readOfferChange } from './change.wire.ts'
import { fullView, nothing, showOffer, type FullView } from './include.actions.ts'
import { includable, includableInChange, includedAnswer, IncludeQuery, readInclude } from './include.wire.ts'

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
  endpoint({
    id: 'updateOffer',
    route: 'PATCH /billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID',
    tag: 'Market',
    summary: 'Update a market service',
    description: 'Fields that are absent stay as they are.',
    access: { by: 'token', scope: 'billing' },
    codes: [200, 401, 403, 404, 422],
    params: OfferPath,
    query: IncludeQuery(includableInChange),
    body: OfferChangeBody,
    answer: OfferAnswer,
    refuses: marketProblem.rows('offer_ended', 'splits_invalid', 'pricings_invalid', 'discounts_invalid'),
    examples: {
      body: {
        hidden: false,
        minimum_split: 22,
        maximum_split: 24,
        pricings: [{ cidr: 24, value: 110.5, wants_to_negotiate: true, selected_commitment_periods: [3, 12] }],
        commitment_discounts: [{ months: 12, percent: 10 }],
      },
    },
    handle: async (ctx, { params, query, body }) => {
      const offer = await changeOffer(ctx, tenantOf(ctx), params.ipmarketServiceUUID, readOfferChange(body))
      return answer(ctx, await fullView(ctx, offer, readInclude(query)))
    },
  }),
  endpoint({
    id: 'cancelOffer',
    route: 'DELETE /billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID',
    tag: 'Market',
    summary: 'Cancel a market service',
    description:
      'Without live leases it ends at once, and the block may be listed again. With live leases it is out of search, ' +
      'what is held is released, nothing renews past `expires_at` (the latest end of a running period or commitment), ' +
      'and it ends with the last lease. Cancelling cannot be undone: list the block again once it has ended.',
    access: { by: 'token', scope: 'billing' },
    params: OfferPath,
    answer: OfferAnswer,
    refuses: marketProblem.rows('offer_ended', 'offer_move_forbidden'),
    handle: async (ctx, { params }) => {
      const offer = await cancelOffer(ctx, tenantOf(ctx), params.ipmarketServiceUUID)
      return answer(ctx, await fullView(ctx, offer, nothing))
    },
  }),
]
