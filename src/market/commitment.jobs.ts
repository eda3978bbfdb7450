import { inTransaction } from '../kernel/context.ts'
import { job } from '../kernel/jobs.ts'
import { completeEnded } from './commitment.actions.ts'

const batch = 100

/** Each node takes what the other has not in hand. */
export const completeCommitments = job({
  name: 'complete_commitments',
  run: async (ctx) => {
    while ((await inTransaction(ctx, (tx) => completeEnded(tx, batch))) === batch);
  },
})
