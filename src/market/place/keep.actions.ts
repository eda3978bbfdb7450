import { inTransaction, type Context } from '../../kernel/context.ts'
import { enqueue, job } from '../../kernel/work/jobs.ts'
import { networkUpToDate } from '../../network/index.ts'
import { placeWaiting, rebuildPlaces } from './place.actions.ts'
import { placing } from './place.memory.ts'

/** When what is kept of places is brought up to date. */

export const placeAnew = (ctx: Context): Promise<void> => enqueue(ctx, placeMarket, {}, { key: placeMarket.name })

/** Nobody waits for it: what it has not come to yet is looked at by whoever searches. */
export const placeFreeBlocks = job({
  name: 'place_free_blocks',
  run: async (ctx: Context) => {
    await networkUpToDate(ctx)
    if (!(await placeWaiting(ctx))) await placeAnew(ctx)
  },
})

/** After an import, after an update, and after a death in the midst of it: then `place_free_blocks` finds no stamp. */
export const placeMarket = job({
  name: 'place_market',
  lane: 'heavy',
  run: async (ctx: Context) => {
    if (!(await rebuildPlaces(ctx))) await placeAnew(ctx)
  },
})

/** More blocks than a search should have to look at by itself. */
const many = 64

export async function placeIfMany(ctx: Context, unplaced: number): Promise<void> {
  if (unplaced <= many || !placing(ctx).isTime(ctx.realNow)) return
  await inTransaction(ctx, (tx) => enqueue(tx, placeFreeBlocks, {}, { key: placeFreeBlocks.name }))
}
