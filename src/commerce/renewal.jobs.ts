import { job } from '../kernel/jobs.ts'
import { runRenewals } from './renewal.actions.ts'

export const renewSubscriptions = job({
  name: 'renew_subscriptions',
  run: async (ctx) => void (await runRenewals(ctx)),
})
