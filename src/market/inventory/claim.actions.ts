import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { addSeconds } from '../../kernel/time.ts'
import { allocationStates } from './allocation.states.ts'
import {
  keepLonger,
  lockOffers,
  lockReservationsToBuy,
  reservationsClaimedBy,
  reservationsToBuy,
  setClaims,
  type Wanted,
} from './claim.store.ts'
import { lockOffer } from '../offer/offer.store.ts'
import { asMarket, letGoOfClaim } from '../reservation/reservation.actions.ts'

export { lockReservationsToBuy, reservationsToBuy, type Wanted }

/** What an order does with reservations: claims them, lets go of them again, or leases them (`startLeases`). */

/** The longest a cart can keep a block that was taken at the list price, however often it changes. */
const longestHoldMinutes = 120

/** Whoever changes a cart is still shopping: what it keeps is kept for the full time from now. */
export async function keepHolds(ctx: Context, tenant: string): Promise<void> {
  const { holdMinutes } = ctx.house.config
  await keepLonger(ctx, tenant, {
    until: addSeconds(ctx.now, holdMinutes * 60),
    longestMinutes: Math.max(longestHoldMinutes, holdMinutes),
  })
}

/** Claimed, a block lapses no more; the order decides. What `lockReservationsToBuy` gave. */
export async function claimLocked(ctx: Context, order: string, wanted: readonly Wanted[]): Promise<void> {
  await moveAllocations(ctx, wanted, { from: 'held', trigger: 'claim', until: null })
  await setClaims(ctx, uuidsOf(wanted), order)
}

/** The buyer may try again: what an order claimed is held as a cart holds it. What is off the market is let go. */
export async function returnClaims(ctx: Context, order: string): Promise<void> {
  const claimed = await lockClaims(ctx, order)
  if (claimed.length === 0) return
  const until = addSeconds(ctx.now, ctx.house.config.holdMinutes * 60)
  await setClaims(ctx, uuidsOf(claimed), null)
  await moveAllocations(ctx, claimed, { from: 'claimed', trigger: 'unclaim', until })
}

/** The order is over: its blocks are free again. */
export async function dropClaims(ctx: Context, order: string): Promise<void> {
  for (const { allocation_uuid, offer_uuid, ...reservation } of await lockClaims(ctx, order)) {
    const offer = await lockOffer(ctx, offer_uuid)
    if (offer) await letGoOfClaim(asMarket(ctx), offer, { ...reservation, allocation_uuid, offer_uuid })
  }
}

async function lockClaims(ctx: Context, order: string): Promise<Wanted[]> {
  const seen = await reservationsClaimedBy(ctx, order)
  if (seen.length === 0) return []
  await lockOffers(
    ctx,
    seen.map(({ offer_uuid }) => offer_uuid),
  )
  return reservationsClaimedBy(ctx, order)
}

const uuidsOf = (wanted: readonly Wanted[]) => wanted.map(({ uuid }) => uuid)

/** Together with the time until which the blocks are kept: nobody's claim lapses. */
function moveAllocations(
  ctx: Context,
  wanted: readonly Wanted[],
  {
    from,
    trigger,
    until,
  }: { readonly from: 'held' | 'claimed'; readonly trigger: 'claim' | 'unclaim'; readonly until: Date | null },
): Promise<void> {
  const rows = wanted.map(({ allocation_uuid: uuid, tenant_uuid: tenant, block }) => ({
    uuid,
    tenant,
    from,
    data: { block },
    set: { until },
  }))
  return moveAll(ctx, allocationStates, 'allocation', trigger, rows)
}
