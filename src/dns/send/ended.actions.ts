import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { emit } from '../../kernel/work/events.ts'
import { listener } from '../../kernel/work/listeners.ts'
import { marketEvents } from '../../market/index.ts'
import { deleteDelegationsOf } from '../delegation/delegation.store.ts'
import { dnsAudit, dnsEvents } from '../dns.events.ts'
import { serversOf, takeWithin } from '../record/record.store.ts'
import { wakeServer } from './send.actions.ts'

/** What a lease had in reverse zones ends with it. */

interface Ended {
  readonly lease: string
  readonly tenant: string
  readonly block: string
}

export async function emptyLease(ctx: Context, { lease, tenant, block }: Ended): Promise<void> {
  const delegations = await deleteDelegationsOf(ctx, lease)
  const removed = await takeWithin(ctx, lease, block, ['PTR', 'CNAME', 'NS'])
  if (delegations + removed === 0) return
  await audit(ctx, {
    action: dnsAudit('reverse_dns.emptied'),
    subject: { kind: 'lease', uuid: lease },
    tenant,
    data: { block, removed },
  })
  await emit(ctx, dnsEvents('reverse_dns.emptied', tenant, { lease_uuid: lease, block, removed }))
  for (const server of await serversOf(ctx, lease)) await wakeServer(ctx, server)
}

export const emptyEndedLease = listener({
  name: 'dns.empty_ended_lease',
  hears: [marketEvents.on('lease.ended')],
  hear: async (ctx, { tenant, data: { uuid: lease, block } }) => {
    if (tenant !== null) await emptyLease(ctx, { lease, tenant, block })
  },
})
