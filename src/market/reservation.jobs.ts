import { inTransaction } from '../kernel/context.ts'
import { inTurn, job } from '../kernel/jobs.ts'
import { putBack } from './inventory.actions.ts'
import { offersWithLapsedHolds, restedBlocks } from './inventory.store.ts'
import { lockOffer } from './offer.store.ts'
import { expireLapsed } from './reservation.actions.ts'

const batch = 100

/** One transaction per offer and batch, so that nobody waits long for the offer's lock. Two nodes may do it at once. */
export const releaseLapsedHolds = job({
  name: 'release_lapsed_holds',
  run: async (ctx) => {
    for (;;) {
      const offers = await offersWithLapsedHolds(ctx, batch)
      if (offers.length === 0) return
      await inTurn(offers, (uuid) =>
        inTransaction(ctx, async (tx) => {
          const offer = await lockOffer(tx, uuid)
          if (offer) await expireLapsed(tx, offer, batch)
        }),
      )
    }
  },
})

/** Blocks whose lease has ended go back on the market once they have rested. */
export const endRests = job({
  name: 'end_rests',
  run: async (ctx) => {
    for (;;) {
      const rested = await restedBlocks(ctx, batch)
      if (rested.length === 0) return
      await inTurn(rested, (allocation) =>
        inTransaction(ctx, async (tx) => {
          const offer = await lockOffer(tx, allocation.offer_uuid)
          if (offer) await putBack(tx, offer, allocation)
        }),
      )
    }
  },
})
