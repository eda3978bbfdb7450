import { inTransaction, type Context } from '../../kernel/context.ts'
import { inTurn, job } from '../../kernel/work/jobs.ts'
import type { DueQueue } from '../../kernel/work/replay.ts'
import { putBack } from '../inventory/inventory.actions.ts'
import { nextHoldLapse, nextRestEnd, offersWithLapsedHolds, restedBlocks } from '../inventory/inventory.store.ts'
import { lockOffer } from '../offer/offer.store.ts'
import { expireLapsed } from './reservation.actions.ts'

const batch = 100

/** One transaction per offer and batch, so that nobody waits long for the offer's lock. Two nodes may do it at once. */
async function releaseLapsed(ctx: Context): Promise<number> {
  for (let released = 0; ;) {
    const offers = await offersWithLapsedHolds(ctx, batch)
    if (offers.length === 0) return released
    await inTurn(offers, (uuid) =>
      inTransaction(ctx, async (tx) => {
        const offer = await lockOffer(tx, uuid)
        if (offer) released += await expireLapsed(tx, offer, batch)
      }),
    )
  }
}

export const lapsingHolds: DueQueue = { name: 'holds', nextDue: nextHoldLapse, run: releaseLapsed }

export const releaseLapsedHolds = job({
  name: 'release_lapsed_holds',
  run: async (ctx) => void (await lapsingHolds.run(ctx)),
})

/** Blocks whose lease has ended go back on the market once they have rested. */
async function putBackRested(ctx: Context): Promise<number> {
  for (let ended = 0; ;) {
    const rested = await restedBlocks(ctx, batch)
    if (rested.length === 0) return ended
    await inTurn(rested, (allocation) =>
      inTransaction(ctx, async (tx) => {
        const offer = await lockOffer(tx, allocation.offer_uuid)
        if (offer) await putBack(tx, offer, allocation)
      }),
    )
    ended += rested.length
  }
}

export const endingRests: DueQueue = { name: 'rests', nextDue: nextRestEnd, run: putBackRested }

export const endRests = job({ name: 'end_rests', run: async (ctx) => void (await endingRests.run(ctx)) })
