import { inTurn, job } from '../kernel/jobs.ts'
import { runRenewals } from './renewal.actions.ts'
import { letGoOfRenewals, takeUpRenewals } from './renewalrecovery.actions.ts'

export const renewSubscriptions = job({
  name: 'renew_subscriptions',
  lane: 'payments',
  run: (ctx) =>
    inTurn([takeUpRenewals, async () => void (await runRenewals(ctx)), letGoOfRenewals], (work) => work(ctx)),
})
