import { job } from '../../kernel/work/jobs.ts'
import type { DueQueue } from '../../kernel/work/replay.ts'
import { makePayouts } from './payout.actions.ts'
import { nextPayout } from './payout.store.ts'

export const payoutsDue: DueQueue = { name: 'payouts', nextDue: nextPayout, run: makePayouts }

export const payOutHolders = job({ name: 'pay_out_holders', run: async (ctx) => void (await payoutsDue.run(ctx)) })
