import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { marketAudit } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { moveOffer } from '../offer/move.actions.ts'
import { isUnproven, offerStates } from '../offer/offer.states.ts'
import { findOffer, type Offer } from '../offer/offer.store.ts'
import { isProvenElsewhere } from '../offer/rival.store.ts'
import { askAbout, recall, type Knowledge } from './knowledge.actions.ts'
import { lockOwnListing, mailChosen } from './proof.actions.ts'
import { holderNamed, wayLapsesAt } from './proof.rules.ts'
import { findProof, updateProof, type Proof } from './proof.store.ts'
import { countDocuments, dropConsents, listDocuments, type DocumentHead } from './review.store.ts'
import { believe, isPublished, sight } from './sighting.actions.ts'
import type { WayName } from './way.rules.ts'

/** The holder sees how its block can be proven, chooses, and has it looked for (ADR 84). */

export interface WaysView extends Knowledge {
  readonly offer: Offer
  readonly proof: Proof
  readonly documents: readonly DocumentHead[]
}

/** Contacts are shown before anybody is mailed. */
export async function showWays(ctx: Context, tenant: string, uuid: string): Promise<WaysView> {
  const offer = await findOffer(ctx, tenant, uuid)
  const proof = offer && (await findProof(ctx, uuid))
  if (!offer || !proof) throw kernelProblem('not_found')
  const documents = await listDocuments(ctx, uuid)
  return { ...(await askAbout(ctx, knownPrefix(offer.block), offer.registry)), offer, proof, documents }
}

interface WayWish {
  readonly way: WayName
  /** Of a mailed code: to which of the contacts shown. */
  readonly contact: string | null
  /** Of documents: what they are. */
  readonly statement: string | null
}

/** What was waited for before is waited for no more. */
export async function chooseWay(ctx: Context, tenant: string, uuid: string, wish: WayWish): Promise<Offer> {
  const offer = await lockOwnListing(ctx, tenant, uuid)
  if (!isUnproven(offer.status))
    throw marketProblem('offer_move_forbidden', { message: 'The block is proven already.' })
  if (await isProvenElsewhere(ctx, offer)) throw marketProblem('proven_elsewhere')
  const known = await recall(ctx, knownPrefix(offer.block), offer.registry)
  const way = known.ways.find((one) => one.way === wish.way)
  if (!way?.possible) throw marketProblem('way_not_possible', way ? { message: way.says } : {})
  const contact = wish.way === 'email' ? known.contacts.find(({ id }) => id === wish.contact) : undefined
  if (wish.way === 'email' && !contact) throw marketProblem('contact_unknown')
  if (wish.way === 'operator' && (await countDocuments(ctx, uuid)) === 0) throw marketProblem('document_missing')
  const pending = offerStates.can(offer.status, 'retry') ? await moveOffer(ctx, offer, 'retry') : offer
  await audit(ctx, {
    action: marketAudit('offer.way_chosen'),
    subject: { kind: 'offer', uuid },
    data: { block: offer.block, way: wish.way, ...(contact && { contact: contact.masked }) },
  })
  if (contact) return mailChosen(ctx, pending, contact.address, holderNamed(known.record?.value))
  await dropConsents(ctx, uuid)
  await updateProof(ctx, uuid, awaited(ctx, wish, way.says, known))
  return pending
}

const awaited = (ctx: Context, { way, statement }: WayWish, says: string, { record }: Knowledge) => ({
  type: way,
  status: 'pending' as const,
  description: says,
  email: null,
  mail_uuid: null,
  code_digest: null,
  tries_left: 0,
  expires_at: wayLapsesAt(ctx.now),
  ...holderNamed(record?.value),
  chosen_at: ctx.now,
  statement: way === 'operator' ? statement : null,
  next_look_at: way === 'operator' ? null : ctx.now,
})

/** The holder has published it and does not want to wait. Opens its own transaction, after strangers have answered. */
export async function lookNow(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const offer = await findOffer(ctx, tenant, uuid)
  const proof = offer && (await findProof(ctx, uuid))
  if (!offer || !proof) throw kernelProblem('not_found')
  if (proof.status === 'passed' && isPublished(proof)) return offer
  if (proof.status !== 'pending' || !isPublished(proof)) throw marketProblem('proof_not_published')
  const block = knownPrefix(offer.block)
  const sighting = await sight(ctx, proof, block)
  if (sighting.outcome === 'silent')
    throw marketProblem('proof_source_silent', { message: sighting.says, headers: { 'retry-after': '30' } })
  if (sighting.outcome === 'absent') throw marketProblem('proof_not_seen', { message: sighting.says })
  const { offer: after, refused } = await believe(ctx, { ...proof, block: offer.block }, sighting)
  if (refused !== null) throw marketProblem('proof_not_seen', { message: refused })
  return after
}
