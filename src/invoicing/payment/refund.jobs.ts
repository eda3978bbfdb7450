import { job } from '../../kernel/work/jobs.ts'
import { finishRefunds } from './refund.actions.ts'

export const finishRefundsLeftBehind = job({
  name: 'finish_refunds_left_behind',
  lane: 'money',
  run: (ctx) => finishRefunds(ctx),
})
