import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { moveOffer, toldOf } from './move.actions.ts'
import { offerStates } from './offer.states.ts'
import { lockOffer, type Offer } from './offer.store.ts'
import { updateProof } from '../proof/proof.store.ts'
import { asMarket } from '../reservation/reservation.actions.ts'
import { rivalsOf } from './rival.store.ts'
import { marketEvents } from '../market.events.ts'

/** The first proof wins: whoever else has listed that space hears that it was not theirs to list, and not whose it is. */
const reason =
  'Another company has proven that it holds this block, a part of it or space around it, so this listing has ended. Cancel it, or ask an operator if that cannot be.'

/** Under the lock of the space; all that the transaction proves together, so that offers are locked in one order. */
export async function endRivals(ctx: Context, proven: readonly Offer[]): Promise<void> {
  if (proven.length === 0) return
  for (const uuid of await rivalsOf(ctx, proven)) {
    const rival = await lockOffer(ctx, uuid)
    // Cancelled while we waited for it.
    if (!rival || !offerStates.can(rival.status, 'proven_elsewhere')) continue
    const market = asMarket(ctx)
    await updateProof(market, uuid, {
      status: 'failed',
      description: reason,
      code_digest: null,
      tries_left: 0,
      next_look_at: null,
    })
    const failed = await moveOffer(market, rival, 'proven_elsewhere')
    await emit(market, marketEvents('offer.proof_failed', rival.tenant_uuid, { ...toldOf(failed), reason }))
  }
}
