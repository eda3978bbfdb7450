import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { seal } from '../../kernel/secrets/sealing.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { emit } from '../../kernel/work/events.ts'
import { takeSteps } from '../object/moved.actions.ts'
import { lockLiveOf } from '../object/object.store.ts'
import { replan, wakeConnector } from '../object/work.actions.ts'
import { RegistryFault } from '../registry/answer.rules.ts'
import { lineOf, registries } from '../registry/registry.actions.ts'
import { routingAudit, routingEvents } from '../routing.events.ts'
import { routingProblem } from '../routing.problems.ts'
import { routingConnectorStates } from './connector.states.ts'
import {
  findConnector,
  insertConnector,
  lockAndCountConnectors,
  lockConnector,
  withCounts,
  writeConnector,
  type ConnectorView,
  type RoutingConnector,
} from './connector.store.ts'
import { recordFault, resourcesText } from './health.actions.ts'
import type { ConnectorKind } from './kind.rules.ts'
import { acceptable, withStandards, type ConnectorWish } from './wish.actions.ts'

export { countConnectors, listConnectors as showConnectors } from './connector.store.ts'

const mostConnectors = 20

interface NewConnector extends Partial<ConnectorWish> {
  readonly kind: ConnectorKind
  readonly secret: string
}

/** Nothing is done by it before it was tested. */
export async function createConnector(
  ctx: Context,
  tenant: string,
  { kind, secret, ...given }: NewConnector,
): Promise<ConnectorView> {
  const wish = acceptable(ctx, kind, withStandards(kind, given))
  if ((await lockAndCountConnectors(ctx, tenant)) >= mostConnectors) throw routingProblem('too_many_routing_connectors')
  const connector = await insertConnector(ctx, {
    uuid: newUuid(),
    tenant_uuid: tenant,
    kind,
    ...wish,
    secret_sealed: await seal(ctx, secret),
    status: routingConnectorStates.initial,
    created_at: ctx.realNow,
  })
  await record(ctx, connector, 'created')
  return viewOf(ctx, connector)
}

/** What is absent stays as it is. */
interface ConnectorChange {
  readonly title?: string
  readonly url?: string
  readonly account?: string
  readonly maintainer?: string
  readonly secret?: string
  readonly status?: 'on' | 'paused'
}

export async function changeConnector(
  ctx: Context,
  tenant: string,
  uuid: string,
  { status, secret, ...given }: ConnectorChange,
): Promise<ConnectorView> {
  const before = await locked(ctx, tenant, uuid)
  const wish = acceptable(ctx, before.kind, { ...before, ...given })
  const { title, url, account, maintainer } = wish
  // Nobody who may change an address is to learn by it what was sealed for another.
  if (secret === undefined && new URL(url).origin !== new URL(before.url).origin)
    throw kernelProblem('invalid_fields', { fields: { secret: ['is asked for again where the address changes'] } })
  const sealed = secret === undefined ? before.secret_sealed : await seal(ctx, secret)
  await writeConnector(ctx, uuid, { title, url, account, maintainer, secret_sealed: sealed, rests_until: null })
  if (secret !== undefined || Object.keys(given).length > 0)
    await record(ctx, { ...before, title }, 'changed', {
      fields: [...Object.keys(given), ...(secret === undefined ? [] : ['secret'])],
    })
  if (status !== undefined && status !== before.status) await moveTo(ctx, before, status)
  return showConnector(ctx, tenant, uuid)
}

async function moveTo(ctx: Context, connector: RoutingConnector, to: 'on' | 'paused'): Promise<void> {
  const trigger = to === 'on' ? 'resume' : 'pause'
  const { uuid, tenant_uuid: tenant, status: from, title } = connector
  if (!routingConnectorStates.can(from, trigger)) throw routingProblem('routing_connector_untested')
  await moveAll(ctx, routingConnectorStates, 'routing_connector', trigger, [{ uuid, tenant, from, data: { title } }])
  if (to === 'on') await wakeConnector(ctx, uuid)
}

/** What it has made stays where it is, and is the holder's own from now on. */
export async function removeConnector(ctx: Context, tenant: string, uuid: string): Promise<void> {
  const { status: from, title } = await locked(ctx, tenant, uuid)
  const objects = await lockLiveOf(ctx, uuid)
  await takeSteps(
    ctx,
    objects.map((object) => ({ object, step: { move: 'leave', reason: null } })),
  )
  const row = { uuid, tenant, from, data: { title, left: objects.length }, set: { secret_sealed: null } }
  await moveAll(ctx, routingConnectorStates, 'routing_connector', 'remove', [row])
  await replan(ctx, tenant)
}

export interface Tested {
  readonly connector: ConnectorView
  readonly fault: RegistryFault | null
}

/** A read, then a change that changes nothing. Opens its own transactions: the registry is asked between them. */
export async function testConnector(ctx: Context, tenant: string, uuid: string, switchOn: boolean): Promise<Tested> {
  const connector = await findConnector(ctx, tenant, uuid)
  if (!connector) throw kernelProblem('not_found')
  const registry = registries[connector.kind]
  const line = lineOf(ctx, connector)
  try {
    const { resources } = await registry.read(line, [])
    await registry.dryRun(line)
    await inTransaction(ctx, (tx) =>
      passTest(tx, connector, resources === null ? [] : resourcesText(resources), switchOn),
    )
    return { connector: await showConnector(ctx, tenant, uuid), fault: null }
  } catch (error) {
    if (!(error instanceof RegistryFault)) throw error
    await recordFault(ctx, uuid, error)
    await inTransaction(ctx, (tx) => record(tx, connector, 'tested', { fault: error.code }))
    return { connector: await showConnector(ctx, tenant, uuid), fault: error }
  }
}

async function passTest(
  ctx: Context,
  tested: RoutingConnector,
  resources: readonly string[],
  switchOn: boolean,
): Promise<void> {
  const { uuid, tenant_uuid: tenant } = tested
  const { status: from, title, kind } = await locked(ctx, tenant, uuid)
  const [fault, answered_at] = [null, ctx.realNow]
  const well = { fault, fault_detail: null, failures: 0, rests_until: null, looked_at: null }
  await writeConnector(ctx, uuid, { ...well, resources: [...resources], answered_at, tested_at: ctx.realNow })
  await record(ctx, tested, 'tested', { fault })
  if (switchOn && routingConnectorStates.can(from, 'switch_on')) {
    const row = { uuid, tenant, from, data: { title } }
    await moveAll(ctx, routingConnectorStates, 'routing_connector', 'switch_on', [row])
    await emit(ctx, routingEvents('routing.connector_on', tenant, { uuid, title, kind, fault, detail: null }))
  }
  await replan(ctx, tenant)
  await wakeConnector(ctx, uuid)
}

/** By an operator: it does nothing, whatever its holder wishes, until it is started again. */
export async function stopConnector(ctx: Context, uuid: string, stopped: boolean): Promise<ConnectorView> {
  const connector = await lockConnector(ctx, uuid)
  if (!connector) throw kernelProblem('not_found')
  if ((connector.stopped_at !== null) !== stopped) {
    await writeConnector(ctx, uuid, { stopped_at: stopped ? ctx.realNow : null })
    await record(ctx, connector, stopped ? 'stopped' : 'started')
    if (!stopped) await wakeConnector(ctx, uuid)
  }
  return viewOf(ctx, { ...connector, stopped_at: stopped ? (connector.stopped_at ?? ctx.realNow) : null })
}

export async function showConnector(ctx: Context, tenant: string, uuid: string): Promise<ConnectorView> {
  const connector = await findConnector(ctx, tenant, uuid)
  if (!connector) throw kernelProblem('not_found')
  return viewOf(ctx, connector)
}

async function viewOf(ctx: Context, connector: RoutingConnector): Promise<ConnectorView> {
  const [view] = await withCounts(ctx, [connector])
  return view ?? { ...connector, made: 0, refused: 0 }
}

async function locked(ctx: Context, tenant: string, uuid: string): Promise<RoutingConnector> {
  const connector = await lockConnector(ctx, uuid)
  if (connector?.tenant_uuid !== tenant) throw kernelProblem('not_found')
  return connector
}

const record = (
  ctx: Context,
  { uuid, tenant_uuid: tenant, title, kind, url }: RoutingConnector,
  verb: 'created' | 'changed' | 'tested' | 'stopped' | 'started',
  data: Record<string, unknown> = {},
): Promise<void> =>
  audit(ctx, {
    action: routingAudit(`routing_connector.${verb}`),
    subject: { kind: 'routing_connector', uuid },
    tenant,
    data: { title, kind, host: new URL(url).host, ...data },
  })
