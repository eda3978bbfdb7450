import type { Context } from '../../kernel/context.ts'
import { uuidArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { DnsOfferTable } from '../../kernel/db/rows.gen.ts'

export type Connection = DnsOfferTable

/** The block of an offer of this company that has not ended. */
export async function offerToConnect(ctx: Context, tenant: string, offer: string): Promise<string | undefined> {
  const row = await query<{ block: string }>`
    select block from offer where uuid = ${offer} and tenant_uuid = ${tenant} and status <> 'object_terminated'`.one(
    ctx,
  )
  return row?.block
}

export async function connect(ctx: Context, connection: Connection): Promise<void> {
  const { offer_uuid, tenant_uuid, server_uuid, zone_length, connected_at } = connection
  await query`insert into dns_offer (offer_uuid, tenant_uuid, server_uuid, zone_length, connected_at)
    values (${offer_uuid}, ${tenant_uuid}, ${server_uuid}, ${zone_length}, ${connected_at})
    on conflict (offer_uuid) do update set server_uuid = excluded.server_uuid, zone_length = excluded.zone_length,
      connected_at = excluded.connected_at`.changed(ctx)
}

export async function disconnect(ctx: Context, tenant: string, offer: string): Promise<number> {
  return query`delete from dns_offer where offer_uuid = ${offer} and tenant_uuid = ${tenant}`.changed(ctx)
}

/** Nobody begins to use it, or stops, until the transaction ends. */
export async function lockConnection(ctx: Context, tenant: string, offer: string): Promise<Connection | undefined> {
  return query<Connection>`
    select * from dns_offer where offer_uuid = ${offer} and tenant_uuid = ${tenant} for update`.one(ctx)
}

/** By offer; nobody disconnects them until the transaction ends. */
export async function lockConnections(ctx: Context, offers: readonly string[]): Promise<Map<string, Connection>> {
  const rows = await query<Connection>`
    select * from dns_offer where offer_uuid = any(${uuidArray(offers)}) order by offer_uuid for share`.rows(ctx)
  return new Map(rows.map((row) => [row.offer_uuid, row]))
}

export async function hasLiveNames(ctx: Context, offer: string): Promise<boolean> {
  const { live } = await query<{ live: boolean }>`
    select exists (select from lease l join reverse_record r on r.lease_uuid = l.uuid
      where l.offer_uuid = ${offer} and l.status <> 'terminated' and cardinality(r.contents) > 0) as live`.only(ctx)
  return live
}

interface ConnectedOffer extends Connection {
  readonly block: string
  readonly title: string
  readonly names: number
}

export async function listConnections(
  ctx: Context,
  { tenant, perPage, offset }: { readonly tenant: string; readonly perPage: number; readonly offset: number },
): Promise<{ rows: ConnectedOffer[]; total: number }> {
  const [rows, counted] = await Promise.all([
    query<ConnectedOffer>`
      select c.*, o.block, s.title, (select count(*) from lease l join reverse_record r on r.lease_uuid = l.uuid
        where l.offer_uuid = c.offer_uuid and cardinality(r.contents) > 0) as names
      from dns_offer c join offer o on o.uuid = c.offer_uuid join dns_server s on s.uuid = c.server_uuid
      where c.tenant_uuid = ${tenant} order by o.block, c.offer_uuid limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from dns_offer where tenant_uuid = ${tenant}`.only(ctx),
  ])
  return { rows, total: counted.total }
}
