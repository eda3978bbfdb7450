import { activeOnly } from '../../identity/index.ts'
import { tenantOf, type Context } from '../../kernel/context.ts'
import { Content, endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { Body, Type, Uuid } from '../../kernel/http/schema.ts'
import { revokeAuthorisation, showAuthorisation, signAuthorisation } from './authorisation.actions.ts'
import { authorisationPdf } from './authorisation-pdf.wire.ts'
import { marketProblem } from '../market.problems.ts'
import type { Offer } from '../offer/offer.store.ts'
import { OfferAnswer, offerAnswer } from '../offer/offer.wire.ts'
import { viewOffer } from '../offer/view.actions.ts'

/** The holder's authorisation (LOA-A): on paper, revoked, and signed again. */

const OfferPath = Type.Object({ ipmarketServiceUUID: Uuid })

const path = '/billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID/loa-a'

const access = { by: 'token', scope: 'billing' } as const

const answer = async (ctx: Context, offer: Offer) => offerAnswer(await viewOffer(ctx, offer), ctx.house.config)

export const authorisationRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'downloadAuthorisation',
    route: `GET ${path}/download`,
    tag: 'Market',
    summary: 'Download the authorisation (LOA-A) of a block as PDF',
    access,
    params: OfferPath,
    content: 'application/pdf',
    refuses: marketProblem.rows('loaa_not_signed'),
    handle: async (ctx, { params }) => {
      const paper = await showAuthorisation(ctx, tenantOf(ctx), params.ipmarketServiceUUID)
      return new Content('application/pdf', await authorisationPdf(paper), {
        'content-disposition': `attachment; filename="LOA-A-${paper.offer.block.replace('/', '-')}.pdf"`,
      })
    },
  }),
  endpoint({
    id: 'revokeAuthorisation',
    route: `POST ${path}/revoke`,
    tag: 'Market',
    summary: 'Revoke the authorisation (LOA-A) of a block',
    description:
      'Its check fails, so the block is off the market, and no new letters are issued for it. Leases go on, and so do the letters that are out; revoke those by themselves.',
    access,
    params: OfferPath,
    answer: OfferAnswer,
    refuses: marketProblem.rows('loaa_not_signed', 'offer_ended'),
    handle: async (ctx, { params }) =>
      answer(ctx, await revokeAuthorisation(ctx, tenantOf(ctx), params.ipmarketServiceUUID)),
  }),
  endpoint({
    id: 'signAuthorisation',
    route: `POST ${path}/sign`,
    tag: 'Market',
    summary: 'Sign the authorisation (LOA-A) of a block again',
    description: 'The block is on the market again when no other check fails.',
    access,
    params: OfferPath,
    body: Body('AuthorisationSignature', {
      subnet_actions_accepted: Type.Boolean({
        description: 'Signs the authorisation by which letters for this block are issued.',
      }),
    }),
    answer: OfferAnswer,
    examples: { body: { subnet_actions_accepted: true } },
    refuses: [...activeOnly, ...marketProblem.rows('loaa_signed', 'terms_not_accepted', 'offer_ended')],
    handle: async (ctx, { params, body }) =>
      answer(
        ctx,
        await signAuthorisation(ctx, tenantOf(ctx), params.ipmarketServiceUUID, body.subnet_actions_accepted),
      ),
  }),
]
