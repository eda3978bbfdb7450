import type { Context } from '../../kernel/context.ts'
import { uuidArray } from '../../kernel/db/arrays.ts'
import { assigned, query } from '../../kernel/db/query.ts'
import type { RoutingConnectorTable } from '../../kernel/db/rows.gen.ts'
import type { Page } from '../../kernel/db/paging.ts'

export type RoutingConnector = RoutingConnectorTable

type NewConnector = Pick<
  RoutingConnector,
  | 'uuid'
  | 'tenant_uuid'
  | 'kind'
  | 'title'
  | 'url'
  | 'account'
  | 'source'
  | 'maintainer'
  | 'secret_sealed'
  | 'status'
  | 'created_at'
>

export async function insertConnector(ctx: Context, given: NewConnector): Promise<RoutingConnector> {
  const { uuid, tenant_uuid, kind, title, url, account, source, maintainer, secret_sealed, status, created_at } = given
  return query<RoutingConnector>`
    insert into routing_connector (uuid, tenant_uuid, kind, title, url, account, source, maintainer, secret_sealed,
      status, created_at)
    values (${uuid}, ${tenant_uuid}, ${kind}, ${title}, ${url}, ${account}, ${source}, ${maintainer}, ${secret_sealed},
      ${status}, ${created_at}) returning *`.only(ctx)
}

/** Those of a company are made one after the other, so that there are never too many. */
export async function lockAndCountConnectors(ctx: Context, tenant: string): Promise<number> {
  await query`select from tenant where uuid = ${tenant} for no key update`.changed(ctx)
  const { live } = await query<{ live: number }>`
    select count(*) as live from routing_connector where tenant_uuid = ${tenant} and status <> 'removed'`.only(ctx)
  return live
}

export async function findConnector(ctx: Context, tenant: string, uuid: string): Promise<RoutingConnector | undefined> {
  return query<RoutingConnector>`
    select * from routing_connector where uuid = ${uuid} and tenant_uuid = ${tenant} and status <> 'removed'`.one(ctx)
}

/** Whoever's it is. */
export async function lockConnector(ctx: Context, uuid: string): Promise<RoutingConnector | undefined> {
  return query<RoutingConnector>`
    select * from routing_connector where uuid = ${uuid} and status <> 'removed' for no key update`.one(ctx)
}

/** With how much of it is at the registry, and how much somebody has to look at. */
export interface ConnectorView extends RoutingConnector {
  readonly made: number
  readonly refused: number
}

/** Of one company, or of all. */
export async function listConnectors(
  ctx: Context,
  { tenant, perPage, offset }: Page & { readonly tenant: string | null },
): Promise<{ rows: ConnectorView[]; total: number }> {
  const kept = query`from routing_connector c where status <> 'removed'
    and (${tenant}::uuid is null or tenant_uuid = ${tenant})`
  const [rows, counted] = await Promise.all([
    query<RoutingConnector>`select c.* ${kept} order by created_at, uuid limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total ${kept}`.only(ctx),
  ])
  return { rows: await withCounts(ctx, rows), total: counted.total }
}

export async function withCounts(ctx: Context, connectors: readonly RoutingConnector[]): Promise<ConnectorView[]> {
  const counts = await query<{ connector_uuid: string; made: number; refused: number }>`
    select connector_uuid, count(*) filter (where status in ('made', 'seen', 'ending', 'removing')) as made,
      count(*) filter (where status = 'refused') as refused
    from routing_object where connector_uuid = any(${uuidArray(connectors.map(({ uuid }) => uuid))})
      and status in ('made', 'seen', 'ending', 'removing', 'refused') group by connector_uuid`.rows(ctx)
  const byUuid = new Map(counts.map((one) => [one.connector_uuid, one]))
  return connectors.map((connector) => {
    const { made = 0, refused = 0 } = byUuid.get(connector.uuid) ?? {}
    return { ...connector, made, refused }
  })
}

type Change = Partial<
  Pick<
    RoutingConnector,
    | 'title'
    | 'url'
    | 'account'
    | 'source'
    | 'maintainer'
    | 'secret_sealed'
    | 'stopped_at'
    | 'fault'
    | 'fault_detail'
    | 'failures'
    | 'rests_until'
    | 'tested_at'
    | 'answered_at'
    | 'looked_at'
    | 'resources'
  >
>

export async function writeConnector(ctx: Context, uuid: string, change: Change): Promise<void> {
  await query`update routing_connector set ${assigned(change)} where uuid = ${uuid}`.changed(ctx)
}

/** Nobody else works at it until then; nothing where somebody does, where it rests, is not on or is stopped. */
export async function holdConnector(
  ctx: Context,
  uuid: string,
  run: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<RoutingConnector | undefined> {
  const [connector] = await query<RoutingConnector>`
    update routing_connector set held_by = ${run}, held_until = ${until}
    where uuid = ${uuid} and status = 'on' and stopped_at is null
      and (held_until is null or held_until <= ${now} or held_by = ${run})
      and (rests_until is null or rests_until <= ${now})
    returning *`.rows(ctx)
  return connector
}

/** In the transaction that writes what a run is about to do: nothing is written by one that was overtaken, paused or stopped. */
export async function lockHeld(ctx: Context, uuid: string, run: string): Promise<boolean> {
  const held = await query<{ uuid: string }>`
    select uuid from routing_connector where uuid = ${uuid} and held_by = ${run} and status = 'on' and stopped_at is null
    for no key update`.one(ctx)
  return held !== undefined
}

/** The connector while somebody works at it. */
export async function heldConnector(ctx: Context, uuid: string, now: Date): Promise<RoutingConnector | undefined> {
  return query<RoutingConnector>`select * from routing_connector where uuid = ${uuid} and held_until > ${now}`.one(ctx)
}

export async function releaseConnector(ctx: Context, uuid: string, run: string): Promise<void> {
  await query`update routing_connector set held_by = null, held_until = null
    where uuid = ${uuid} and held_by = ${run}`.changed(ctx)
}

/** At which something is due, or which have not been compared for long, and nobody works: those of a killed process, above all. */
export async function forgottenConnectors(ctx: Context, lookedBefore: Date, most: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from routing_connector c
    where status = 'on' and stopped_at is null and (held_until is null or held_until <= ${ctx.realNow})
      and (rests_until is null or rests_until <= ${ctx.realNow})
      and ((source is null and (looked_at is null or looked_at <= ${lookedBefore}))
        or exists (select from routing_object o where o.connector_uuid = c.uuid and o.due_at <= ${ctx.realNow}))
    order by uuid limit ${most}`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

/** Those by which a company's letters are served, the oldest first; alone with them until the transaction ends. */
export async function lockServingConnectors(ctx: Context, tenant: string): Promise<RoutingConnector[]> {
  return query<RoutingConnector>`
    select * from routing_connector where tenant_uuid = ${tenant} and status in ('on', 'paused', 'refused')
    order by created_at, uuid for no key update`.rows(ctx)
}

/** Of these companies, those that have connected a registry. */
export async function connectedAmong(ctx: Context, tenants: readonly string[]): Promise<string[]> {
  const rows = await query<{ tenant_uuid: string }>`
    select distinct tenant_uuid from routing_connector
    where tenant_uuid = any(${uuidArray(tenants)}) and status in ('on', 'paused', 'refused')`.rows(ctx)
  return rows.map(({ tenant_uuid }) => tenant_uuid)
}

/** How the connectors of the whole installation stand. */
export async function countConnectors(ctx: Context): Promise<{ on: number; refused: number; failing: number }> {
  return query<{ on: number; refused: number; failing: number }>`
    select count(*) filter (where status = 'on') as on, count(*) filter (where status = 'refused') as refused,
      count(*) filter (where status = 'on' and failures >= 5) as failing
    from routing_connector where status <> 'removed'`.only(ctx)
}
