import { createHash } from 'node:crypto'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { marketAudit } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { lockOwnOffer } from '../offer/change.actions.ts'
import { octetsOf } from '../offer/listing.rules.ts'
import { lockSpace } from '../offer/listing.store.ts'
import { isUnproven } from '../offer/offer.states.ts'
import { lockOffer, type Offer } from '../offer/offer.store.ts'
import { documentKind, mostDocumentBytes, mostDocuments, safeName } from './document.rules.ts'
import { fail, prove } from './proof.actions.ts'
import { findProof, proofWithBlock } from './proof.store.ts'
import {
  addConsent,
  countDocuments,
  findDocument,
  insertDocument,
  pageOfReviews,
  type DocumentHead,
  type ProofDocument,
} from './review.store.ts'

/** An operator's word: the holder sends documents, one or two operators are convinced by them, or are not. */

export { pageOfReviews }

export async function keepDocument(
  ctx: Context,
  tenant: string,
  uuid: string,
  given: { readonly name: string; readonly content: Buffer },
): Promise<DocumentHead> {
  const offer = await lockOwnOffer(ctx, tenant, uuid)
  const media_type = documentKind(given.content)
  if (media_type === null || given.content.length > mostDocumentBytes) throw marketProblem('document_refused')
  if (!isUnproven(offer.status))
    throw marketProblem('offer_move_forbidden', { message: 'The block is proven already.' })
  if ((await countDocuments(ctx, uuid)) >= mostDocuments) throw marketProblem('document_refused')
  const digest = createHash('sha256').update(given.content).digest()
  const name = safeName(given.name)
  const row = { uuid: newUuid(), offer_uuid: uuid, tenant_uuid: tenant, name, media_type, digest, kept_at: ctx.now }
  const kept = await insertDocument(ctx, { ...row, content: given.content })
  await audit(ctx, {
    action: marketAudit('offer.document_kept'),
    subject: { kind: 'offer', uuid },
    data: { block: offer.block, name, sha256: digest.toString('hex') },
  })
  return kept
}

export async function showDocument(ctx: Context, offer: string, uuid: string): Promise<ProofDocument> {
  const document = await findDocument(ctx, offer, uuid)
  if (!document) throw kernelProblem('not_found')
  return document
}

interface Verdict {
  readonly offer: Offer
  /** How many more operators have to be convinced. */
  readonly lacking: number
}

/** Of two who decide at once, the second finds it decided, or is the second that was needed. */
export async function consent(ctx: Context, uuid: string, person: string, reason: string): Promise<Verdict> {
  const offer = await lockReviewed(ctx, uuid)
  const given = await addConsent(ctx, { offer: uuid, tenant: offer.tenant_uuid, person, reason })
  if (given === null) throw marketProblem('consent_given')
  await audit(ctx, {
    action: marketAudit('offer.proof_consented'),
    subject: { kind: 'offer', uuid },
    tenant: offer.tenant_uuid,
    data: { block: offer.block, reason },
  })
  const lacking = Math.max(0, ctx.house.config.proofConsents - given)
  if (lacking > 0) return { offer, lacking }
  const { organisation = null, told_by = null } = (await findProof(ctx, uuid)) ?? {}
  const description = 'An operator is convinced by the documents that the block is yours.'
  const proven = await prove(ctx, offer, { type: 'operator', description, organisation, told_by })
  return { offer: proven, lacking }
}

export async function dissent(ctx: Context, uuid: string, reason: string): Promise<Offer> {
  const offer = await lockReviewed(ctx, uuid)
  await fail(ctx, offer, 'proof_failed', `An operator is not convinced by the documents: ${reason}`)
  return { ...offer, status: 'auth_failed_verify' }
}

/** Alone with it and with its space, if it waits for an operator. */
async function lockReviewed(ctx: Context, uuid: string): Promise<Offer> {
  const known = await proofWithBlock(ctx, uuid)
  if (!known) throw kernelProblem('not_found')
  await lockSpace(ctx, octetsOf([knownPrefix(known.block)]))
  const offer = await lockOffer(ctx, uuid)
  const proof = await findProof(ctx, uuid)
  if (!offer || offer.status !== 'auth_pending' || proof?.type !== 'operator' || proof.status !== 'pending')
    throw marketProblem('review_decided')
  return offer
}
