import type { Context } from '../../kernel/context.ts'
import { listener } from '../../kernel/work/events.ts'
import { enqueue, inTurn, job } from '../../kernel/work/jobs.ts'
import { addSeconds } from '../../kernel/time.ts'
import { networkEvents, networkUpToDate } from '../../network/index.ts'
import { checkKnown, checkWithDns } from './check.actions.ts'
import { checkEvery } from './check.rules.ts'
import { bringForward, offersDue } from './check.store.ts'

/** A run takes a few seconds, so that mail and news do not wait behind an import's hundred thousand checks. */
const batch = 500

/** What a server checks by itself, beside those who wait for its answers. */
const few = 10

const checkAll = (ctx: Context, due: readonly string[]): Promise<void> => inTurn(due, (offer) => checkKnown(ctx, offer))

export const checkDueOffers = job({
  name: 'check_due_offers',
  run: async (ctx) => {
    await networkUpToDate(ctx)
    const due = await offersDue(ctx, few + 1)
    if (due.length > few) await checkMany(ctx)
    else await inTurn(due, (offer) => checkWithDns(ctx, offer))
  },
})

const checkMany = (ctx: Context): Promise<void> => enqueue(ctx, checkManyOffers, {}, { key: checkManyOffers.name })

export const checkManyOffers = job({
  name: 'check_many_offers',
  lane: 'heavy',
  run: async (ctx: Context) => {
    await networkUpToDate(ctx)
    const due = await offersDue(ctx, batch)
    await checkAll(ctx, due)
    if (due.length === batch) await checkMany(ctx)
  },
})

/** New data about the internet: every offer is checked against it. */
export const recheckAfterImport = listener({
  name: 'market.recheck_after_import',
  hears: [networkEvents.on('network.*')],
  hear: (ctx) => enqueue(ctx, bringChecksForward, {}, { key: 'bring_checks_forward' }),
})

/** In batches, since one statement over every offer would lock them all. Who was checked since we began is left out. */
export const bringChecksForward = job({
  name: 'bring_checks_forward',
  run: async (ctx) => {
    const until = addSeconds(ctx.now, checkEvery)
    while ((await bringForward(ctx, until, 1_000)) > 0);
    await checkMany(ctx)
  },
})
