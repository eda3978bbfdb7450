import { tenantOf, type Context } from '../../kernel/context.ts'
import { endpoint, type Endpoint } from '../../kernel/endpoint.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import type { Offer } from '../offer/offer.store.ts'
import { OfferAnswer, offerAnswer } from '../offer/offer.wire.ts'
import { viewOffer } from '../offer/view.actions.ts'
import { keepDocument } from './review.actions.ts'
import { chooseWay, lookNow, showWays } from './way.actions.ts'
import { DocumentAnswer, documentAnswer, DocumentBody, WayBody, WaysAnswer, waysAnswer } from './way.wire.ts'

/** How a block can be proven: seen, chosen, and looked for (ADR 84). */

const OfferPath = Type.Object({ ipmarketServiceUUID: Uuid })

const path = '/billing/v1/:tenantUUID/market/services/:ipmarketServiceUUID/proofs'

const access = { by: 'token', scope: 'billing' } as const

const answer = async (ctx: Context, offer: Offer) => offerAnswer(await viewOffer(ctx, offer), ctx.house.config)

export const wayRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'listWaysOfProof',
    route: `GET ${path}`,
    tag: 'Market',
    summary: 'See how a block can be proven',
    description:
      'Asks the registry whose the block is. Says which ways of proof are possible for it and why the others are not, and what its status allows. Nobody is mailed.',
    access,
    params: OfferPath,
    answer: DataOf(WaysAnswer),
    handle: async (ctx, { params }) => {
      const view = await showWays(ctx, tenantOf(ctx), params.ipmarketServiceUUID)
      return { data: waysAnswer(view, ctx.house.config.proofAsn) }
    },
  }),
  endpoint({
    id: 'chooseWayOfProof',
    route: `POST ${path}`,
    tag: 'Market',
    summary: 'Choose how to prove a block',
    description: 'What was waited for before is waited for no more. Something to be published has 14 days.',
    access,
    params: OfferPath,
    body: WayBody,
    answer: OfferAnswer,
    examples: { body: { way: 'dns' } },
    refuses: marketProblem.rows(
      'way_not_possible',
      'contact_unknown',
      'document_missing',
      'resend_throttled',
      'offer_move_forbidden',
      'proven_elsewhere',
      'offer_ended',
    ),
    handle: async (ctx, { params, body }) => {
      const wish = { way: body.way, contact: body.contact ?? null, statement: body.statement ?? null }
      return answer(ctx, await chooseWay(ctx, tenantOf(ctx), params.ipmarketServiceUUID, wish))
    },
  }),
  endpoint({
    id: 'lookForProof',
    route: `POST ${path}/look`,
    tag: 'Market',
    summary: 'Look for a published proof, now',
    description: 'It is looked for every few minutes by itself.',
    access,
    params: OfferPath,
    answer: OfferAnswer,
    refuses: marketProblem.rows('proof_not_published', 'proof_not_seen', 'proof_source_silent'),
    ownTransactions: true,
    handle: async (ctx, { params }) => answer(ctx, await lookNow(ctx, tenantOf(ctx), params.ipmarketServiceUUID)),
  }),
  endpoint({
    id: 'sendProofDocument',
    route: `POST ${path}/documents`,
    tag: 'Market',
    summary: 'Send a document that shows whose a block is',
    description: 'For an operator to look at; choose the way "operator" when all are sent.',
    access,
    params: OfferPath,
    body: DocumentBody,
    answer: DataOf(DocumentAnswer),
    status: 201,
    refuses: marketProblem.rows('document_refused', 'offer_move_forbidden', 'offer_ended'),
    handle: async (ctx, { params, body }) => {
      const document = { name: body.name, content: Buffer.from(body.content, 'base64') }
      return { data: documentAnswer(await keepDocument(ctx, tenantOf(ctx), params.ipmarketServiceUUID, document)) }
    },
  }),
]
