import type { Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { emit } from '../../kernel/work/events.ts'
import { peopleHear, type Notice } from '../../identity/index.ts'
import { dropWaiting } from '../delivery/queue.store.ts'
import { webhooksEvents } from '../webhooks.events.ts'
import { webhookEndpointStates, type OffReason } from './endpoint.states.ts'
import { lockEndpoint } from './endpoint.store.ts'
import { hostIn } from './host.rules.ts'

/** By us: the company is told why, by mail and at its other endpoints. Whoever was first has done it. */
export async function switchOff(ctx: Context, tenant: string, uuid: string, reason: OffReason): Promise<void> {
  const endpoint = await lockEndpoint(ctx, tenant, uuid)
  if (endpoint?.status !== 'active') return
  const { url, status: from } = endpoint
  const row = { uuid, tenant, from, data: { host: hostIn(url), reason }, set: { off_reason: reason } }
  await moveAll(ctx, webhookEndpointStates, 'webhook_endpoint', 'switch_off', [row])
  await dropWaiting(ctx, uuid)
  await emit(ctx, webhooksEvents('webhook_endpoint.switched_off', tenant, { uuid, url, reason }))
}

const whys: Readonly<Record<OffReason, string>> = {
  unreachable: 'Nothing has arrived there for three days.',
  gone: 'It answered 410: it is gone, and wants nothing any more.',
  backlog: 'More than 10,000 events waited for it.',
}

const notices = webhooksEvents.onEach<Notice>({
  'webhook_endpoint.switched_off': ({ uuid, url, reason }) => ({
    topic: 'access',
    subject: 'A webhook endpoint was switched off',
    text: `${whys[reason]}\n\nEndpoint: ${url}\n\nIt is told of nothing until you set it active again; you can then replay what it has missed, up to 30 days.\n`,
    lead: { label: 'Look at the endpoint', page: `/webhooks/${uuid}` },
  }),
})

export const tellOfSwitchedOff = peopleHear('webhooks.tell_of_switched_off', notices)
