import { job } from '../../kernel/work/jobs.ts'
import { networkUpToDate } from '../../network/index.ts'
import { compareArrivals, tellSearches } from './match.actions.ts'

/** A transaction takes so many arrivals; a run so many transactions, so that what else is due each minute is done. */
const arrivals = 500
const transactions = 10

const messages = 100

export const lookForSearchers = job({
  name: 'look_for_searchers',
  run: async (ctx) => {
    await networkUpToDate(ctx)
    for (let i = 0; i < transactions && (await compareArrivals(ctx, arrivals)) === arrivals; i++);
    while ((await tellSearches(ctx, messages)) === messages);
  },
})
