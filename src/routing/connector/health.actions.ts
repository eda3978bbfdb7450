import { inTransaction, type Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { comparePrefixes, formatPrefix, mergePrefixes, type Prefix } from '../../kernel/ip/index.ts'
import { emit } from '../../kernel/work/events.ts'
import type { RegistryFault } from '../registry/answer.rules.ts'
import { routingEvents } from '../routing.events.ts'
import { routingConnectorStates } from './connector.states.ts'
import { lockConnector, writeConnector, type RoutingConnector } from './connector.store.ts'
import { isRefusal, restUntil } from './rest.rules.ts'

/** How a registry answers, as its holder sees it. */

/** A key that is no longer taken is told once: nothing is asked with it again until somebody has tested the connector. */
export async function recordFault(ctx: Context, uuid: string, fault: RegistryFault): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const connector = await lockConnector(tx, uuid)
    if (!connector) return
    const failures = connector.failures + 1
    await writeConnector(tx, uuid, {
      fault: fault.code,
      fault_detail: fault.message,
      failures,
      rests_until: restUntil(failures, fault.restSeconds, tx.realNow),
    })
    const { status: from, tenant_uuid: tenant, title, kind } = connector
    if (!isRefusal(fault.code, failures) || !routingConnectorStates.can(from, 'refuse')) return
    const data = { title, fault: fault.code }
    await moveAll(tx, routingConnectorStates, 'routing_connector', 'refuse', [{ uuid, tenant, from, data }])
    const news = { uuid, title, kind, fault: fault.code, detail: fault.message }
    await emit(tx, routingEvents('routing.connector_refused', tenant, news))
  })
}

const well = { fault: null, fault_detail: null, failures: 0, rests_until: null }

/** The row is written when something is new, or once a minute. */
const noted = 60_000

export async function recordAnswer(
  ctx: Context,
  connector: RoutingConnector,
  resources: readonly Prefix[] | null,
  replan: (ctx: Context, holder: string) => Promise<void>,
): Promise<void> {
  const covered = resources === null ? connector.resources : resourcesText(resources)
  const isNew = covered.join() !== connector.resources.join()
  const isFresh = connector.answered_at !== null && ctx.realNow.getTime() - connector.answered_at.getTime() < noted
  if (!isNew && isFresh && connector.failures === 0) return
  await inTransaction(ctx, async (tx) => {
    await writeConnector(tx, connector.uuid, { ...well, answered_at: tx.realNow, resources: covered })
    if (isNew) await replan(tx, connector.tenant_uuid)
  })
}

/** Only what can be leased here. */
export const resourcesText = (resources: readonly Prefix[]): string[] =>
  mergePrefixes(resources.filter(({ family }) => family === 4))
    .toSorted(comparePrefixes)
    .map(formatPrefix)
