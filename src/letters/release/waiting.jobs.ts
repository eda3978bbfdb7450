import type { Context } from '../../kernel/context.ts'
import { listener } from '../../kernel/work/events.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { marketEvents } from '../../market/index.ts'
import { networkEvents, networkUpToDate } from '../../network/index.ts'
import { lettersEvents } from '../letters.events.ts'
import { lookAtLetters, waitingAfter } from './waiting.actions.ts'

/** When letters that wait are looked at. */

/** New data, a number that is fit again, a signature, a name that is confirmed, a lease that runs again: each may be what a letter waits for. */
export const lookForReadyLetters = listener({
  name: 'letters.look_for_ready_letters',
  hears: [
    networkEvents.on('network.*', 'asn.*'),
    marketEvents.on('offer.authorised', 'offer.authorisation_revoked', 'lease.resumed'),
    lettersEvents.on('letters.created', 'letter.company_confirmed'),
  ],
  hear: (ctx) => enqueue(ctx, releaseReadyLetters, {}, { key: 'release_ready_letters' }),
})

const atOnce = 500
const first = '00000000-0000-0000-0000-000000000000'

export const releaseReadyLetters = job({
  name: 'release_ready_letters',
  run: async (ctx: Context) => {
    await networkUpToDate(ctx)
    let [after, released] = [first, 0]
    for (;;) {
      const waiting = await waitingAfter(ctx, after, atOnce)
      released += await lookAtLetters(ctx, waiting)
      if (waiting.length < atOnce) break
      after = waiting.at(-1) ?? after
    }
    if (released > 0) ctx.house.log.info({ released }, 'released letters of authorisation')
  },
})
