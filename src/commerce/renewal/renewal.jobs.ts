import { inTurn, job } from '../../kernel/work/jobs.ts'
import { runRenewals } from './renewal.actions.ts'
import { letGoOfRenewals, takeUpRenewals } from './recovery.actions.ts'

export const renewSubscriptions = job({
  name: 'renew_subscriptions',
  lane: 'money',
  run: (ctx) =>
    inTurn([takeUpRenewals, async () => void (await runRenewals(ctx)), letGoOfRenewals], (work) => work(ctx)),
})
