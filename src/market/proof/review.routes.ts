import { endpoint, Content, type Caller, type Endpoint } from '../../kernel/endpoint.ts'
import { pageMeta, pageOf, PageOf, pageQuery } from '../../kernel/db/paging.ts'
import { DataOf, Type, Uuid } from '../../kernel/http/schema.ts'
import { marketProblem } from '../market.problems.ts'
import { consent, dissent, pageOfReviews, showDocument } from './review.actions.ts'
import { ReasonBody, ReviewAnswer, reviewAnswer, VerdictAnswer } from './review.wire.ts'

/** Operators look at the documents of holders who cannot prove a block otherwise. */

const path = '/portal/operator/proofs'
const access = { by: 'operator' } as const
const perPage = 25

const ReviewPath = Type.Object({ offerUUID: Uuid })

const personOf = ({ session }: Caller): string => {
  if (!session) throw new Error('an operator is a person')
  return session.userUuid
}

export const reviewRoutes: readonly Endpoint[] = [
  endpoint({
    id: 'operatorListProofs',
    route: `GET ${path}`,
    tag: 'Operator',
    summary: 'List proofs that wait for an operator',
    description: 'Those that wait longest first.',
    access,
    query: pageQuery({ perPage, sortable: [] }),
    answer: PageOf(ReviewAnswer),
    handle: async (ctx, { query }) => {
      const page = pageOf(query, perPage)
      const { rows, total } = await pageOfReviews(ctx, page)
      const data = rows.map((review) => reviewAnswer(review, ctx.house.config.proofConsents))
      return { data, meta: pageMeta(page, rows.length, total) }
    },
  }),
  endpoint({
    id: 'operatorReadProofDocument',
    route: `GET ${path}/:offerUUID/documents/:documentUUID`,
    tag: 'Operator',
    summary: 'Read a document that a holder has sent',
    access,
    params: Type.Object({ offerUUID: Uuid, documentUUID: Uuid }),
    content: ['application/pdf', 'image/png', 'image/jpeg'],
    handle: async (ctx, { params }) => {
      const { name, media_type, content } = await showDocument(ctx, params.offerUUID, params.documentUUID)
      return new Content(media_type, content, { 'content-disposition': `attachment; filename="${name}"` })
    },
  }),
  endpoint({
    id: 'operatorAcceptProof',
    route: `POST ${path}/:offerUUID/accept`,
    tag: 'Operator',
    summary: "Be convinced that a block is its holder's",
    description: 'With SUBLET_PROOF_CONSENTS=2 a second operator has to be, too.',
    access,
    params: ReviewPath,
    body: ReasonBody,
    answer: DataOf(VerdictAnswer),
    examples: { body: { reason: "The registry's invoice of March names the company and the block." } },
    refuses: marketProblem.rows('review_decided', 'consent_given'),
    handle: async (ctx, { params, body, caller }) => {
      const { offer, lacking } = await consent(ctx, params.offerUUID, personOf(caller), body.reason)
      return { data: { offer_uuid: offer.uuid, status: offer.status, lacking } }
    },
  }),
  endpoint({
    id: 'operatorRefuseProof',
    route: `POST ${path}/:offerUUID/refuse`,
    tag: 'Operator',
    summary: 'Not be convinced by what a holder has sent',
    access,
    params: ReviewPath,
    body: ReasonBody,
    answer: DataOf(VerdictAnswer),
    examples: { body: { reason: 'The contract names another block.' } },
    refuses: marketProblem.rows('review_decided'),
    handle: async (ctx, { params, body }) => {
      const { uuid, status } = await dissent(ctx, params.offerUUID, body.reason)
      return { data: { offer_uuid: uuid, status, lacking: 0 } }
    },
  }),
]
