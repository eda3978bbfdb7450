import { realNow } from '../../kernel/clock.ts'
import { inTransaction } from '../../kernel/context.ts'
import { inTurn, job } from '../../kernel/work/jobs.ts'
import { emptyLease } from './ended.actions.ts'
import { endedLeases, forgottenServers } from './queue.store.ts'
import { wakeServer } from './send.actions.ts'

/** Each minute: what nobody was told of, or a killed process had in its hand. */
export const tendReverseDns = job({
  name: 'tend_reverse_dns',
  run: async (ctx) => {
    await inTurn(await endedLeases(ctx, 1_000), ({ uuid: lease, tenant_uuid: tenant, block }) =>
      inTransaction(ctx, (tx) => emptyLease(tx, { lease, tenant, block })),
    )
    for (const server of await forgottenServers(ctx, realNow(), 1_000))
      await inTransaction(ctx, (tx) => wakeServer(tx, server))
  },
})
