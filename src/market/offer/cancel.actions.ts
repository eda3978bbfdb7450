import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { clearFreeBlocks, isClaimed, restock } from '../inventory/inventory.store.ts'
import { updateOffer, type Offer } from './offer.store.ts'
import { dropCode, expireLeases, lastEnd } from './cancel.store.ts'
import { lockOwnOffer } from './change.actions.ts'
import { moveOffer, toldOf } from './move.actions.ts'
import { releaseHolds } from '../reservation/reservation.actions.ts'
import { marketEvents } from '../market.events.ts'

/**
 * Decisions 4, States: out of search at once, and ended with the last lease. What is let runs to the last end that was
 * agreed to, what is only held is free again. A block that an order has claimed counts as let.
 */
export async function cancelOffer(ctx: Context, tenant: string, uuid: string): Promise<Offer> {
  const offer = await lockOwnOffer(ctx, tenant, uuid)
  await releaseHolds(ctx, offer)
  const inUse = offer.live_leases > 0 || (await isClaimed(ctx, uuid))
  const cancelled = inUse ? await letRunOut(ctx, offer) : await endNow(ctx, offer)
  await dropCode(ctx, uuid)
  await restock(ctx, uuid)
  const { live_leases, expires_at } = cancelled
  const told = { ...toldOf(cancelled), live_leases, expires_at: expires_at?.toISOString() ?? null }
  await emit(ctx, marketEvents('offer.cancelled', tenant, told))
  return cancelled
}

async function letRunOut(ctx: Context, offer: Offer): Promise<Offer> {
  const last = await lastEnd(ctx, offer.uuid)
  // What is overdue has ended before now; its renewal is what no longer comes.
  const expiresAt = last !== null && last > ctx.now ? last : ctx.now
  await moveOffer(ctx, offer, 'cancel_leased', { expires_at: expiresAt.toISOString() })
  await expireLeases(ctx, offer.uuid, expiresAt)
  return updateOffer(ctx, offer.uuid, { hidden: true, expires_at: expiresAt, next_check_at: null })
}

async function endNow(ctx: Context, offer: Offer): Promise<Offer> {
  await moveOffer(ctx, offer, 'cancel_idle', { block: offer.block })
  await clearFreeBlocks(ctx, offer.uuid)
  const ended = { hidden: true, expires_at: ctx.now, terminated_at: ctx.now, next_check_at: null }
  return updateOffer(ctx, offer.uuid, ended)
}
