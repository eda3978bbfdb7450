import { inTransaction } from '../kernel/context.ts'
import { inTurn, job } from '../kernel/jobs.ts'
import { offersWithLapsedHolds } from './inventory.store.ts'
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
