import { inTransaction, type Context } from '../../kernel/context.ts'
import { job } from '../../kernel/work/jobs.ts'
import type { DueQueue } from '../../kernel/work/replay.ts'
import { completeEnded } from './commitment.actions.ts'
import { nextCommitmentEnd } from './commitment.store.ts'

const batch = 100

/** Each node takes what the other has not in hand. */
async function completeAll(ctx: Context): Promise<number> {
  for (let completed = 0; ;) {
    const some = await inTransaction(ctx, (tx) => completeEnded(tx, batch))
    completed += some
    if (some < batch) return completed
  }
}

export const endingCommitments: DueQueue = { name: 'commitments', nextDue: nextCommitmentEnd, run: completeAll }

export const completeCommitments = job({
  name: 'complete_commitments',
  run: async (ctx) => void (await endingCommitments.run(ctx)),
})
