import { ownersOf, requireActive, showTenant, type Tenant } from '../../identity/index.ts'
import { sellerOf } from '../../invoicing/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import type { AuthorisationPaper } from './authorisation-pdf.wire.ts'
import { checkNow } from '../check/check.actions.ts'
import { marketAudit, marketEvents } from '../market.events.ts'
import { marketProblem } from '../market.problems.ts'
import { findOffer, lockOffer, updateOffer, type Offer, type OfferChange } from '../offer/offer.store.ts'
import { toldOf } from '../offer/move.actions.ts'

/**
 * The holder's authorisation (LOA-A) by which the marketplace issues letters for a block. Without it the block fails its
 * check and is off the market; leases that run go on, and so do letters that are out.
 */

/** In whose name the company signs. */
export async function signerOf(ctx: Context, { uuid, contact_email }: Tenant): Promise<string | null> {
  return contact_email ?? (await ownersOf(ctx, uuid))[0] ?? null
}

/** Given at the listing, revoked, and given again. */
export async function signAuthorisation(ctx: Context, tenant: string, uuid: string, accepted: boolean): Promise<Offer> {
  const company = await requireActive(ctx, tenant)
  const offer = await lockWithLeases(ctx, tenant, uuid)
  if (offer.authorisation === 'signed') throw marketProblem('loaa_signed')
  if (!accepted)
    throw marketProblem('terms_not_accepted', { fields: { subnet_actions_accepted: ['must be true to sign'] } })
  const authorised_by = await signerOf(ctx, company)
  const signed = {
    authorisation: 'signed',
    authorised_by,
    authorised_at: ctx.now,
    authorisation_revoked_at: null,
  } as const
  return change(ctx, offer, signed, 'offer.authorised')
}

export async function revokeAuthorisation(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const offer = await lockWithLeases(ctx, tenant, uuid)
  if (offer.authorisation !== 'signed') throw marketProblem('loaa_not_signed')
  const revoked = { authorisation: 'revoked', authorisation_revoked_at: ctx.now } as const
  return change(ctx, offer, revoked, 'offer.authorisation_revoked')
}

/** A cancelled one, too, as long as it has leases: letters may be asked for until they end. */
async function lockWithLeases(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const own = await findOffer(ctx, tenant, uuid)
  const offer = own && (await lockOffer(ctx, uuid))
  if (!offer) throw kernelProblem('not_found')
  if (offer.status === 'object_terminated') throw marketProblem('offer_ended')
  return offer
}

async function change(
  ctx: Context,
  { uuid, tenant_uuid: tenant, block }: Offer,
  wanted: OfferChange,
  happened: 'offer.authorised' | 'offer.authorisation_revoked',
): Promise<Offer> {
  const changed = await updateOffer(ctx, uuid, wanted)
  await audit(ctx, {
    action: marketAudit(happened),
    subject: { kind: 'offer', uuid },
    tenant,
    data: { block, by: changed.authorised_by },
  })
  await emit(ctx, marketEvents(happened, tenant, toldOf(changed)))
  return checkNow(ctx, changed)
}

export async function showAuthorisation(ctx: Context, tenant: string, uuid: string): Promise<AuthorisationPaper> {
  const offer = await findOffer(ctx, tenant, uuid)
  if (!offer) throw kernelProblem('not_found')
  const { authorised_at: signedAt } = offer
  if (signedAt === null) throw marketProblem('loaa_not_signed')
  const { title: holder } = await showTenant(ctx, tenant)
  return { offer, signedAt, holder, seller: sellerOf(ctx) }
}
