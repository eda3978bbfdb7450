import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import { addDays, addSeconds } from '../../kernel/time.ts'
import { emit } from '../../kernel/work/events.ts'
import { inTurn } from '../../kernel/work/jobs.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { cancelOffer } from '../offer/cancel.actions.ts'
import { toldOf } from '../offer/move.actions.ts'
import { hasEnded } from '../offer/offer.states.ts'
import { lockOffer, type Offer } from '../offer/offer.store.ts'
import { asMarket } from '../reservation/reservation.actions.ts'
import { askedRecord } from './knowledge.actions.ts'
import { holderNamed, type NamedHolder } from './proof.rules.ts'
import { findProof, offersToLookAt, proofWithBlock, updateProof, type Proof } from './proof.store.ts'
import { standingOf, type Standing } from './repeat.rules.ts'
import { believe, isPublished, sight } from './sighting.actions.ts'

/** Proofs are looked at by schedule: those awaited until they are seen, those that were given whether they still hold. */

const batch = 100
const betweenLooks = 600

/** One that fails delays no other; strangers are asked outside of any transaction. */
export async function lookAtDueProofs(ctx: Context): Promise<void> {
  await inTurn(await offersToLookAt(ctx, batch), async (uuid) => {
    const proof = await proofWithBlock(ctx, uuid)
    if (proof?.status === 'pending' && isPublished(proof)) await lookFor(ctx, proof)
    else if (proof?.status === 'passed') await lookAgain(ctx, proof)
    else await updateProof(ctx, uuid, { next_look_at: null })
  })
}

type Due = Proof & { readonly block: string }

async function lookFor(ctx: Context, proof: Due): Promise<void> {
  const block = knownPrefix(proof.block)
  const sighting = await sight(ctx, proof, block)
  if (sighting.outcome === 'seen') {
    const { refused } = await believe(ctx, proof, sighting)
    if (refused === null) return
  }
  await updateProof(ctx, proof.offer_uuid, { next_look_at: addSeconds(ctx.now, betweenLooks) })
}

async function lookAgain(ctx: Context, proof: Due): Promise<void> {
  const block = knownPrefix(proof.block)
  const published = isPublished(proof) && (await sight(ctx, proof, block)).outcome === 'seen'
  const record = await askedRecord(ctx, block)
  const standing = standingOf({ block: proof.block, published, before: proof, record })
  await inTransaction(asMarket(ctx), (tx) => settle(tx, proof.offer_uuid, standing, holderNamed(record?.value)))
}

async function settle(ctx: Context, uuid: string, standing: Standing, named: NamedHolder): Promise<void> {
  const offer = await lockOffer(ctx, uuid)
  const proof = await findProof(ctx, uuid)
  if (!offer || proof?.status !== 'passed' || hasEnded(offer.status))
    return updateProof(ctx, uuid, { next_look_at: null })
  if (standing.verdict === 'unknown') return updateProof(ctx, uuid, { next_look_at: addDays(ctx.now, 1) })
  if (standing.verdict === 'kept') return holds(ctx, offer, proof, named)
  const { proofGraceDays } = ctx.house.config
  const endsAt = addDays(proof.doubted_since ?? ctx.now, proofGraceDays)
  if (proof.doubted_since !== null && endsAt <= ctx.now) return endUnproven(ctx, offer, standing.says)
  await updateProof(ctx, uuid, { next_look_at: addDays(ctx.now, 1), doubted_since: proof.doubted_since ?? ctx.now })
  if (proof.doubted_since === null) await tellOfDoubt(ctx, offer, standing.says, endsAt)
}

async function holds(ctx: Context, offer: Offer, proof: Proof, named: NamedHolder): Promise<void> {
  const next_look_at = addDays(ctx.now, ctx.house.config.proofRepeatDays)
  await updateProof(ctx, offer.uuid, { next_look_at, doubted_since: null, ...(named.told_by && named) })
  if (proof.doubted_since === null) return
  const { uuid, tenant_uuid: tenant, block } = offer
  await audit(ctx, {
    action: marketAudit('offer.proof_held'),
    subject: { kind: 'offer', uuid },
    tenant,
    data: { block },
  })
}

async function tellOfDoubt(ctx: Context, offer: Offer, reason: string, endsAt: Date): Promise<void> {
  const { uuid, tenant_uuid: tenant, block } = offer
  const data = { block, reason, ends_at: endsAt.toISOString() }
  await audit(ctx, { action: marketAudit('offer.proof_doubted'), subject: { kind: 'offer', uuid }, tenant, data })
  await emit(
    ctx,
    marketEvents('offer.proof_doubted', tenant, { ...toldOf(offer), reason, ends_at: endsAt.toISOString() }),
  )
}

/** As if its holder had cancelled it: what is let runs out. */
async function endUnproven(ctx: Context, offer: Offer, reason: string): Promise<void> {
  const { uuid, tenant_uuid: tenant, block } = offer
  await updateProof(ctx, uuid, { status: 'failed', description: reason, next_look_at: null })
  const ended = await cancelOffer(ctx, tenant, uuid)
  await audit(ctx, {
    action: marketAudit('offer.proof_lost'),
    subject: { kind: 'offer', uuid },
    tenant,
    data: { block, reason },
  })
  await emit(ctx, marketEvents('offer.proof_lost', tenant, { ...toldOf(ended), reason }))
}
