import { tenantOf } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, Text, Type, Uuid } from '../../kernel/http/schema.ts'
import { recheckOffer } from '../check/check.actions.ts'
import { marketProblem } from '../market.problems.ts'
import { OfferAnswer, offerAnswer } from '../offer/offer.wire.ts'
import { viewOffer } from '../offer/view.actions.ts'
import { resendVerification, verifyOwnership } from './proof.actions.ts'

/** A block's way to the market: proven, then checked (decisions 4, States). */

const OfferPath = Type.Object({ ipmarketServiceUUID: Uuid })

const path = '/billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID'

export const proofRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'verifyOwnership',
    route: `POST ${path}/verify`,
    tag: 'Market',
    summary: 'Prove a block by its mailed code',
    description:
      'Five tries within 72 hours. Case, spaces and hyphens do not matter; the right code may be given again.',
    access: { by: 'token', scope: 'billing' },
    params: OfferPath,
    body: Body('MailedCode', { code: Text(40, { description: 'The code from the mail.' }) }),
    answer: OfferAnswer,
    examples: { body: { code: 'K7WQ4MZD' } },
    refuses: marketProblem.rows('code_wrong', 'proof_not_by_mail', 'proven_elsewhere', 'offer_ended'),
    ownTransactions: true,
    handle: async (ctx, { params, body }) => {
      const offer = await verifyOwnership(ctx, tenantOf(ctx), params.ipmarketServiceUUID, body.code)
      return offerAnswer(await viewOffer(ctx, offer), ctx.house.config)
    },
  }),
  endpoint({
    id: 'resendVerification',
    route: `POST ${path}/verify/resend`,
    tag: 'Market',
    summary: 'Ask for another code, or for another try at the proof',
    description:
      'The code before no longer works. The contact of a block is mailed at most once a minute and five times a day, whoever lists it.',
    access: { by: 'token', scope: 'billing' },
    params: OfferPath,
    answer: OfferAnswer,
    refuses: marketProblem.rows('resend_throttled', 'proof_not_by_mail', 'proven_elsewhere', 'offer_ended'),
    handle: async (ctx, { params }) => {
      const offer = await resendVerification(ctx, tenantOf(ctx), params.ipmarketServiceUUID)
      return offerAnswer(await viewOffer(ctx, offer), ctx.house.config)
    },
  }),
  endpoint({
    id: 'recheckOffer',
    route: `POST ${path}/recheck`,
    tag: 'Market',
    summary: 'Check a block again, now',
    description: 'Checks run daily and after each import of data by themselves.',
    access: { by: 'token', scope: 'billing' },
    params: OfferPath,
    answer: OfferAnswer,
    refuses: marketProblem.rows('offer_move_forbidden', 'offer_ended'),
    handle: async (ctx, { params }) => {
      const offer = await recheckOffer(ctx, tenantOf(ctx), params.ipmarketServiceUUID)
      return offerAnswer(await viewOffer(ctx, offer), ctx.house.config)
    },
  }),
]
