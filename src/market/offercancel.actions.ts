import type { Context } from '../kernel/context.ts'
import { emit } from '../kernel/events.ts'
import { move } from '../kernel/moves.ts'
import { clearFreeBlocks, restock } from './inventory.store.ts'
import { marketProblem } from './market.problems.ts'
import { offerStates } from './offer.states.ts'
import { updateOffer, type Offer } from './offer.store.ts'
import { dropCode, expireLeases, lastEnd } from './offercancel.store.ts'
import { lockOwnOffer } from './offerchange.actions.ts'
import { releaseHolds } from './reservation.actions.ts'

/**
 * Decisions 4: out of search at once, and ended with the last lease. What is let runs to the last end that was agreed to,
 * what is only held is free again.
 */
export async function cancelOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const offer = await lockOwnOffer(ctx, tenant, uuid)
  await releaseHolds(ctx, offer)
  const cancelled = offer.live_leases > 0 ? await letRunOut(ctx, offer) : await endNow(ctx, offer)
  await dropCode(ctx, uuid)
  await restock(ctx, uuid)
  const { block, status, live_leases, expires_at } = cancelled
  await emit(ctx, {
    type: 'offer.cancelled',
    tenant,
    data: { uuid, block, status, live_leases, expires_at: expires_at?.toISOString() ?? null },
  })
  return cancelled
}

async function letRunOut(ctx: Context, offer: Offer): Promise<Offer> {
  const last = await lastEnd(ctx, offer.uuid)
  // What is overdue has ended before now; its renewal is what no longer comes.
  const expiresAt = last !== null && last > ctx.now ? last : ctx.now
  await moveOffer(ctx, offer, 'cancel_leased', expiresAt)
  await expireLeases(ctx, offer.uuid, expiresAt)
  return updateOffer(ctx, offer.uuid, { hidden: true, expires_at: expiresAt, next_check_at: null })
}

async function endNow(ctx: Context, offer: Offer): Promise<Offer> {
  await moveOffer(ctx, offer, 'cancel_idle', ctx.now)
  await clearFreeBlocks(ctx, offer.uuid)
  const ended = { hidden: true, expires_at: ctx.now, terminated_at: ctx.now, next_check_at: null }
  return updateOffer(ctx, offer.uuid, ended)
}

async function moveOffer(
  ctx: Context,
  { uuid, tenant_uuid, status, block }: Offer,
  event: 'cancel_idle' | 'cancel_leased',
  expiresAt: Date,
): Promise<void> {
  const data = { block, expires_at: expiresAt.toISOString() }
  const made = { table: 'offer', uuid, tenant: tenant_uuid, from: status, event, data }
  await move(ctx, offerStates, made, () => marketProblem('offer_move_forbidden'))
}
