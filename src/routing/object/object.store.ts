import type { Context } from '../../kernel/context.ts'
import { arrayOf, textArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import { query } from '../../kernel/db/query.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import type { Page } from '../../kernel/db/paging.ts'
import type { RoutingConnectorTable, RoutingObjectTable } from '../../kernel/db/rows.gen.ts'
import type { ObjectStatus } from './object.states.ts'
import type { WantedObject } from './wanted.rules.ts'

export type RoutingObject = RoutingObjectTable

/** With what is known of where it is. */
export interface ObjectInPlace extends RoutingObject {
  readonly source: RoutingConnectorTable['source']
}

/** Live ones of a company that overlap any of these, in the order in which they are locked. */
export async function lockObjectsAround(
  ctx: Context,
  tenant: string,
  prefixes: readonly string[],
): Promise<RoutingObject[]> {
  return query<RoutingObject>`
    select o.* from routing_object o where o.uuid in (
      select n.uuid from unnest(${arrayOf('cidr', prefixes)}) as given (block)
      join routing_object n on n.prefix && given.block and n.status not in ('gone', 'left')
      where n.tenant_uuid = ${tenant})
    order by o.uuid for no key update of o`.rows(ctx)
}

export async function insertObjects(
  ctx: Context,
  rows: readonly (WantedObject & Pick<RoutingObject, 'uuid' | 'tenant_uuid'>)[],
): Promise<void> {
  await insertAll(
    ctx,
    'routing_object',
    rows.map((row) => ({
      ...row,
      wanted: true,
      status: 'wanted' as const,
      due_at: ctx.realNow,
      created_at: ctx.realNow,
    })),
  )
}

/** Whether letters need them now; the registry is looked at. */
export async function setWanted(
  ctx: Context,
  changed: readonly { readonly uuid: string; readonly wanted: boolean; readonly company: string | null }[],
): Promise<void> {
  if (changed.length === 0) return
  const rows = JSON.stringify(changed)
  await query`
    update routing_object o set wanted = given.wanted, company = given.company, due_at = ${ctx.realNow}
    from json_to_recordset(${rows}) as given (uuid uuid, wanted boolean, company text)
    where o.uuid = given.uuid`.changes(changed.length, ctx)
}

/** Of a connector, those that are due, and all that lie around them: what is changed of a prefix is changed together. */
export async function dueObjects(
  ctx: Context,
  connector: string,
  { now, most, mostAround }: { readonly now: Date; readonly most: number; readonly mostAround: number },
): Promise<ObjectInPlace[]> {
  return query<ObjectInPlace>`
    with due as materialized (
      select prefix from routing_object where connector_uuid = ${connector} and due_at <= ${now}
      order by due_at, uuid limit ${most})
    select o.*, c.source from routing_object o join routing_connector c on c.uuid = o.connector_uuid
    where o.uuid in (
      select n.uuid from due join routing_object n on n.prefix && due.prefix and n.status not in ('gone', 'left')
      where n.connector_uuid = ${connector})
    order by o.uuid limit ${mostAround}`.rows(ctx)
}

/** When it is to be asked next; undefined: nothing is due there. */
export async function nextDueAt(ctx: Context, connector: string): Promise<Date | undefined> {
  const row = await query<{ due_at: Date }>`
    select due_at from routing_object where connector_uuid = ${connector} and due_at is not null
    order by due_at limit 1`.one(ctx)
  return row?.due_at
}

/** As they are now, locked, in the order of their uuids. */
export async function lockObjects(ctx: Context, uuids: readonly string[]): Promise<ObjectInPlace[]> {
  return query<ObjectInPlace>`
    select o.*, c.source from routing_object o join routing_connector c on c.uuid = o.connector_uuid
    where o.uuid = any(${uuidArray(uuids)}) order by o.uuid for no key update of o`.rows(ctx)
}

/** Of the company's ROAs, which numbers and prefixes are not at the registry yet. */
export async function unmadeRoas(
  ctx: Context,
  tenant: string,
  routes: readonly { readonly prefix: string; readonly asn: number }[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ prefix: string; asn: number }>`
    select o.prefix, o.asn from unnest(${arrayOf(
      'cidr',
      routes.map(({ prefix }) => prefix),
    )},
      ${wholeArray(routes.map(({ asn }) => asn))}) as given (prefix, asn)
    join routing_object o on o.prefix = given.prefix and o.asn = given.asn
    where o.tenant_uuid = ${tenant} and o.kind = 'roa' and o.wanted and o.status in ('wanted', 'sending')`.rows(ctx)
  return new Set(rows.map(({ prefix, asn }) => `${prefix} ${asn}`))
}

/** Notes of those that do not move: why nothing happens, and when they are looked at again. */
export async function setNotes(
  ctx: Context,
  notes: readonly Pick<RoutingObject, 'uuid' | 'reason' | 'detail' | 'due_at' | 'awaits_data'>[],
): Promise<void> {
  if (notes.length === 0) return
  await query`
    update routing_object o set reason = given.reason, detail = given.detail, due_at = given.due_at,
      awaits_data = given.awaits_data
    from json_to_recordset(${JSON.stringify(notes)}) as given (uuid uuid, reason text, detail text,
      due_at timestamptz, awaits_data boolean)
    where o.uuid = given.uuid`.changed(ctx)
}

/** Those that imported data may change something for, in the order of their uuids. */
export async function awaitingAfter(ctx: Context, after: string, most: number): Promise<ObjectInPlace[]> {
  return query<ObjectInPlace>`
    select o.*, c.source from routing_object o join routing_connector c on c.uuid = o.connector_uuid
    where o.awaits_data and o.uuid > ${after} order by o.uuid limit ${most}`.rows(ctx)
}

export async function setDue(ctx: Context, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return
  await query`update routing_object set due_at = ${ctx.realNow}
    where uuid = any(${uuidArray(uuids)}) and status not in ('gone', 'left')`.changed(ctx)
}

/** Those that stand at a registry, as far as we know, behind one of them. */
export async function standingAfter(
  ctx: Context,
  connector: string,
  after: string,
  most: number,
): Promise<ObjectInPlace[]> {
  return query<ObjectInPlace>`
    select o.*, c.source from routing_object o join routing_connector c on c.uuid = o.connector_uuid
    where o.connector_uuid = ${connector} and o.status in ('made', 'seen', 'adopted') and o.uuid > ${after}
    order by o.uuid limit ${most}`.rows(ctx)
}

/** All live ones of a connector. */
export async function lockLiveOf(ctx: Context, connector: string): Promise<RoutingObject[]> {
  return query<RoutingObject>`
    select * from routing_object where connector_uuid = ${connector} and status not in ('gone', 'left')
    order by uuid for no key update`.rows(ctx)
}

interface ObjectFilter {
  readonly tenant: string
  readonly statuses: readonly ObjectStatus[]
  readonly connector: string | null
  readonly within: string | null
}

const byPrefix = [query`o.prefix`, query`o.kind`, query`o.uuid`].map((by) => ({ by, descending: false }))

export async function listObjects(
  ctx: Context,
  { tenant, statuses, connector, within, ...page }: ObjectFilter & Page,
): Promise<{ rows: ObjectInPlace[]; total: number }> {
  const kept = query`from routing_object o join routing_connector c on c.uuid = o.connector_uuid
    where o.tenant_uuid = ${tenant} and o.status = any(${textArray(statuses)})
      and (${connector}::uuid is null or o.connector_uuid = ${connector})
      and (${within}::cidr is null or o.prefix <<= ${within}::cidr)`
  return pageOfList(ctx, page, {
    keys: byPrefix,
    total: counted(query<{ total: number }>`select count(*) as total ${kept}`),
    rows: (asked, { order, most, skip }) =>
      query<ObjectInPlace>`select o.*, c.source ${kept} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

export async function lockObjectOf(ctx: Context, tenant: string, uuid: string): Promise<ObjectInPlace | undefined> {
  return query<ObjectInPlace>`
    select o.*, c.source from routing_object o join routing_connector c on c.uuid = o.connector_uuid
    where o.uuid = ${uuid} and o.tenant_uuid = ${tenant} for no key update of o`.one(ctx)
}
