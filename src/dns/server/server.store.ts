import type { Context } from '../../kernel/context.ts'
import { assigned, query } from '../../kernel/db/query.ts'
import type { DnsServerTable } from '../../kernel/db/rows.gen.ts'

export type DnsServer = DnsServerTable

type NewServer = Pick<
  DnsServer,
  | 'uuid'
  | 'tenant_uuid'
  | 'title'
  | 'kind'
  | 'address'
  | 'key_name'
  | 'algorithm'
  | 'secret_sealed'
  | 'status'
  | 'created_at'
>

export async function insertServer(ctx: Context, server: NewServer): Promise<DnsServer> {
  const { uuid, tenant_uuid, title, kind, address, key_name, algorithm, secret_sealed, status, created_at } = server
  return query<DnsServer>`
    insert into dns_server
      (uuid, tenant_uuid, title, kind, address, key_name, algorithm, secret_sealed, status, created_at)
    values (${uuid}, ${tenant_uuid}, ${title}, ${kind}, ${address}, ${key_name}, ${algorithm}, ${secret_sealed},
      ${status}, ${created_at}) returning *`.only(ctx)
}

/** Those of a company are made one after the other, so that there are never too many. */
export async function lockAndCountServers(ctx: Context, tenant: string): Promise<number> {
  await query`select from tenant where uuid = ${tenant} for no key update`.changed(ctx)
  const { live } = await query<{ live: number }>`
    select count(*) as live from dns_server where tenant_uuid = ${tenant} and status <> 'removed'`.only(ctx)
  return live
}

/** Its own, and those that the operator has for everybody. */
const usable = (tenant: string) => query`status <> 'removed' and (tenant_uuid = ${tenant}
  or exists (select from tenant t where t.uuid = dns_server.tenant_uuid and t.role = 'operator'))`

export interface ServerView extends DnsServer {
  /** So many sets of records wait to be sent to it. */
  readonly waiting: number
  /** Zones alone that it does not take, the first five. */
  readonly zone_faults: readonly ZoneFault[]
}

interface ZoneFault {
  readonly zone: string
  readonly fault: string
}

/** How the name servers of the whole installation stand. */
export async function countServers(ctx: Context): Promise<{ active: number; failing: number }> {
  return query<{ active: number; failing: number }>`
    select count(*) as active, count(*) filter (where failures >= 5) as failing
    from dns_server where status = 'active'`.only(ctx)
}

const waitingAt = query`(select count(*) from reverse_record r join dns_zone z on z.uuid = r.zone_uuid
  where z.server_uuid = dns_server.uuid and r.state = 'wanted')`

/** Of one that the operator has for everybody, only those that hold the company's own blocks. */
const faultsFor = (tenant: string) => query`(select coalesce(json_agg(f), '[]') from (
  select z.name as zone, z.fault from dns_zone z where z.server_uuid = dns_server.uuid and z.fault is not null
    and (dns_server.tenant_uuid = ${tenant} or z.tenant_uuid = ${tenant}) order by z.name limit 5) f)`

export async function listServers(
  ctx: Context,
  { tenant, perPage, offset }: { readonly tenant: string; readonly perPage: number; readonly offset: number },
): Promise<{ rows: ServerView[]; total: number }> {
  const [rows, counted] = await Promise.all([
    query<ServerView>`select *, ${waitingAt} as waiting, ${faultsFor(tenant)} as zone_faults
      from dns_server where ${usable(tenant)}
      order by created_at, uuid limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total from dns_server where ${usable(tenant)}`.only(ctx),
  ])
  return { rows, total: counted.total }
}

export async function findUsableServer(ctx: Context, tenant: string, uuid: string): Promise<DnsServer | undefined> {
  return query<DnsServer>`select * from dns_server where uuid = ${uuid} and ${usable(tenant)}`.one(ctx)
}

export async function findOwnServer(ctx: Context, tenant: string, uuid: string): Promise<ServerView | undefined> {
  return query<ServerView>`select *, ${waitingAt} as waiting, ${faultsFor(tenant)} as zone_faults from dns_server
    where uuid = ${uuid} and tenant_uuid = ${tenant} and status <> 'removed'`.one(ctx)
}

export async function lockOwnServer(ctx: Context, tenant: string, uuid: string): Promise<DnsServer | undefined> {
  return query<DnsServer>`select * from dns_server
    where uuid = ${uuid} and tenant_uuid = ${tenant} and status <> 'removed' for no key update`.one(ctx)
}

/** Nobody removes it until the transaction ends. */
export async function lockServerInUse(ctx: Context, uuid: string): Promise<DnsServer | undefined> {
  return query<DnsServer>`select * from dns_server where uuid = ${uuid} and status <> 'removed' for share`.one(ctx)
}

type ServerChange = Partial<
  Pick<DnsServer, 'title' | 'address' | 'key_name' | 'algorithm' | 'secret_sealed' | 'failures' | 'fault'> &
    Pick<DnsServer, 'failing_since' | 'rests_until' | 'answered_at'>
>

export async function changeServer(ctx: Context, uuid: string, change: ServerChange): Promise<void> {
  await query`update dns_server set ${assigned(change)} where uuid = ${uuid}`.changed(ctx)
}

export async function isInUse(ctx: Context, server: string): Promise<boolean> {
  const { used } = await query<{ used: boolean }>`
    select exists (select from dns_offer where server_uuid = ${server}) as used`.only(ctx)
  return used
}

/** What waits for a server that is removed is never sent. */
export async function dropRecordsAt(ctx: Context, server: string): Promise<void> {
  await query`delete from reverse_record where zone_uuid in (select uuid from dns_zone where server_uuid = ${server})`.changed(
    ctx,
  )
}

/** The zones we know there, the longest unseen first. */
export async function zoneNamesAt(ctx: Context, server: string, most: number): Promise<string[]> {
  const rows = await query<{ name: string }>`
    select name from dns_zone where server_uuid = ${server} order by compared_at nulls first, name limit ${most}`.rows(
    ctx,
  )
  return rows.map(({ name }) => name)
}

/** Blocks that the company offers, for which a server can be asked before anything is connected to it. */
export async function offeredBlocks(ctx: Context, tenant: string, most: number): Promise<string[]> {
  const rows = await query<{ block: string }>`
    select block from offer where tenant_uuid = ${tenant} and status <> 'object_terminated' order by block limit ${most}`.rows(
    ctx,
  )
  return rows.map(({ block }) => block)
}
