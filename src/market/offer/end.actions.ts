import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { clearFreeBlocks, isClaimed } from '../inventory/inventory.store.ts'
import { updateOffer, type Offer } from './offer.store.ts'
import { moveOffer, toldOf } from './move.actions.ts'
import { marketEvents } from '../market.events.ts'

/** A cancelled offer ends with the last of its leases, or with the last order that might have made one. It is locked. */
export async function endIfLast(ctx: Context, offer: Offer, liveLeases: number = offer.live_leases): Promise<void> {
  if (offer.status !== 'validity_terminated' || liveLeases > 0 || (await isClaimed(ctx, offer.uuid))) return
  await moveOffer(ctx, offer, 'last_lease_ended', { block: offer.block })
  const ended = await updateOffer(ctx, offer.uuid, { terminated_at: ctx.now })
  await clearFreeBlocks(ctx, offer.uuid)
  await emit(ctx, marketEvents('offer.ended', ended.tenant_uuid, toldOf(ended)))
}
