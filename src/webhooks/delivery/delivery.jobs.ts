import { inTransaction } from '../../kernel/context.ts'
import { addDays } from '../../kernel/time.ts'
import { job } from '../../kernel/work/jobs.ts'
import { forgottenEndpoints } from '../endpoint/endpoint.store.ts'
import { forgetDeliveries } from './log.store.ts'
import { wakeEndpoint } from './send.actions.ts'

/** Each minute: what a killed process was sending is sent by another. */
export const wakeForgottenEndpoints = job({
  name: 'wake_forgotten_endpoints',
  run: async (ctx) => {
    for (const endpoint of await forgottenEndpoints(ctx, 1_000))
      await inTransaction(ctx, (tx) => wakeEndpoint(tx, endpoint))
  },
})

const keptDays = 30
const atOnce = 5_000

export const forgetOldDeliveries = job({
  name: 'forget_old_deliveries',
  run: async (ctx) => {
    const before = addDays(ctx.realNow, -keptDays)
    while ((await forgetDeliveries(ctx, before, atOnce)) === atOnce);
  },
})
