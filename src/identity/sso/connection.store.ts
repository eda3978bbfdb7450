import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { SsoConnectionTable } from '../../kernel/db/rows.gen.ts'

export type Connection = SsoConnectionTable

export async function findConnection(ctx: Context, tenant: string): Promise<Connection | undefined> {
  return query<Connection>`select * from sso_connection where tenant_uuid = ${tenant}`.one(ctx)
}

export async function findConnectionOf(ctx: Context, uuid: string): Promise<Connection | undefined> {
  return query<Connection>`select * from sso_connection where uuid = ${uuid}`.one(ctx)
}

/** The one that people of this mail domain are sent to. */
export async function connectionFor(ctx: Context, domain: string): Promise<Connection | undefined> {
  return query<Connection>`
    select c.* from sso_domain d join sso_connection c on c.tenant_uuid = d.tenant_uuid
    where d.domain = ${domain} and d.proven_at is not null and c.enabled`.one(ctx)
}

/** For who sets it up: one at a time. */
export async function lockConnection(ctx: Context, tenant: string): Promise<Connection | undefined> {
  return query<Connection>`select * from sso_connection where tenant_uuid = ${tenant} for update`.one(ctx)
}

/** For who comes in by it: whoever switches it off waits, and ends the session that comes of it. */
export async function lockConnectionInUse(ctx: Context, uuid: string): Promise<Connection | undefined> {
  return query<Connection>`select * from sso_connection where uuid = ${uuid} for share`.one(ctx)
}

type Written = Omit<Connection, 'uuid' | 'tenant_uuid' | 'created_at'>

/** The company's only one. */
export async function insertConnection(ctx: Context, connection: Connection): Promise<boolean> {
  const { uuid, tenant_uuid, issuer, client_id, secret_sealed, default_role, trusts_email, created_at } = connection
  const written = await query`
    insert into sso_connection (uuid, tenant_uuid, issuer, client_id, secret_sealed, default_role, trusts_email,
      enabled, required, created_at)
    values (${uuid}, ${tenant_uuid}, ${issuer}, ${client_id}, ${secret_sealed}, ${default_role}, ${trusts_email},
      false, false, ${created_at})
    on conflict (tenant_uuid) do nothing`.changed(ctx)
  return written === 1
}

export async function updateConnection(ctx: Context, uuid: string, connection: Written): Promise<void> {
  const { issuer, client_id, secret_sealed, default_role, trusts_email, enabled, required, tested_at } = connection
  await query`update sso_connection set issuer = ${issuer}, client_id = ${client_id},
      secret_sealed = ${secret_sealed}, default_role = ${default_role}, trusts_email = ${trusts_email},
      enabled = ${enabled}, required = ${required}, tested_at = ${tested_at}
    where uuid = ${uuid}`.changed(ctx)
}

/** Who is on the way, who is linked and who is signed in by it goes with it. */
export async function deleteConnection(ctx: Context, uuid: string): Promise<void> {
  await query`delete from sso_connection where uuid = ${uuid}`.changed(ctx)
}

/** Whoever came by it, and whoever is on the way. */
export async function endAllBy(ctx: Context, uuid: string): Promise<number> {
  await query`delete from sso_attempt where connection_uuid = ${uuid}`.changed(ctx)
  return query`delete from portal_session where sso_connection_uuid = ${uuid}`.changed(ctx)
}
