import { formatPrefix, knownPrefix } from '../../kernel/ip/index.ts'
import {
  Answer,
  Body,
  named,
  Nullable,
  OneOf,
  Text,
  Type,
  UnixTime,
  Uuid,
  type Static,
} from '../../kernel/http/schema.ts'
import { toUnix } from '../../kernel/time.ts'
import { registries } from '../offer/offer.rules.ts'
import type { Review } from './review.store.ts'

/** Proofs that wait for an operator's word. */

export const ReasonBody = Body('ProofVerdict', { reason: Text(600, { description: 'Kept in the audit log.' }) })

export const ReviewAnswer = named('ProofReview', {
  offer_uuid: Uuid,
  tenant_uuid: Uuid,
  company: Type.String(),
  prefix: Type.String(),
  registry: OneOf(registries),
  organisation: Nullable(Type.String({ description: "The record's holder." })),
  statement: Nullable(Type.String({ description: 'What the holder says the documents are.' })),
  asked_at: UnixTime,
  documents: Type.Array(Answer({ uuid: Uuid, name: Type.String(), size: Type.Integer() })),
  consents: Type.Array(Answer({ person_uuid: Uuid, person: Type.String(), reason: Type.String() })),
  consents_needed: Type.Integer(),
})

export const VerdictAnswer = named('ProofVerdictAnswer', {
  offer_uuid: Uuid,
  status: Type.String(),
  lacking: Type.Integer({ description: 'Operators who have yet to agree.' }),
})

export const reviewAnswer = (review: Review, needed: number): Static<typeof ReviewAnswer> => ({
  offer_uuid: review.offer_uuid,
  tenant_uuid: review.tenant_uuid,
  company: review.company,
  prefix: formatPrefix(knownPrefix(review.block)),
  registry: review.registry,
  organisation: review.organisation,
  statement: review.statement,
  asked_at: toUnix(review.chosen_at),
  documents: [...review.documents],
  consents: [...review.consents],
  consents_needed: needed,
})
