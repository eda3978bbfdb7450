import { uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { assigned, query } from '../../kernel/db/query.ts'
import type { WebhookEndpointTable } from '../../kernel/db/rows.gen.ts'

export type WebhookEndpoint = WebhookEndpointTable

type NewEndpoint = Pick<WebhookEndpoint, 'uuid' | 'tenant_uuid' | 'url' | 'events' | 'status' | 'created_at'>

export async function insertEndpoint(ctx: Context, endpoint: NewEndpoint): Promise<WebhookEndpoint> {
  const { uuid, tenant_uuid, url, events, status, created_at } = endpoint
  return query<WebhookEndpoint>`
    insert into webhook_endpoint (uuid, tenant_uuid, url, events, status, created_at)
    values (${uuid}, ${tenant_uuid}, ${url}, ${events}, ${status}, ${created_at}) returning *`.only(ctx)
}

/** Those of a company are made one after the other, so that there are never too many. */
export async function lockAndCountEndpoints(ctx: Context, tenant: string): Promise<number> {
  await query`select from tenant where uuid = ${tenant} for no key update`.changed(ctx)
  const { live } = await query<{ live: number }>`
    select count(*) as live from webhook_endpoint where tenant_uuid = ${tenant} and status <> 'removed'`.only(ctx)
  return live
}

export async function findEndpoint(ctx: Context, tenant: string, uuid: string): Promise<WebhookEndpoint | undefined> {
  return query<WebhookEndpoint>`
    select * from webhook_endpoint where uuid = ${uuid} and tenant_uuid = ${tenant} and status <> 'removed'`.one(ctx)
}

export async function lockEndpoint(ctx: Context, tenant: string, uuid: string): Promise<WebhookEndpoint | undefined> {
  return query<WebhookEndpoint>`
    select * from webhook_endpoint where uuid = ${uuid} and tenant_uuid = ${tenant} and status <> 'removed'
    for no key update`.one(ctx)
}

export async function listEndpoints(
  ctx: Context,
  { tenant, perPage, offset }: { readonly tenant: string; readonly perPage: number; readonly offset: number },
): Promise<{ rows: WebhookEndpoint[]; total: number }> {
  const kept = query`from webhook_endpoint where tenant_uuid = ${tenant} and status <> 'removed'`
  const [rows, counted] = await Promise.all([
    query<WebhookEndpoint>`select * ${kept} order by created_at, uuid limit ${perPage} offset ${offset}`.rows(ctx),
    query<{ total: number }>`select count(*) as total ${kept}`.only(ctx),
  ])
  return { rows, total: counted.total }
}

/** Of these companies, those that are told of anything. */
export async function activeEndpoints(ctx: Context, tenants: readonly string[]): Promise<WebhookEndpoint[]> {
  return query<WebhookEndpoint>`
    select * from webhook_endpoint where tenant_uuid = any(${uuidArray(tenants)}) and status = 'active'
    order by uuid`.rows(ctx)
}

export async function changeEndpoint(
  ctx: Context,
  uuid: string,
  change: Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'failures' | 'rests_until' | 'lags' | 'arrived_at'>>,
): Promise<void> {
  await query`update webhook_endpoint set ${assigned(change)} where uuid = ${uuid}`.changed(ctx)
}

/** Nobody else sends to it until then; nothing where somebody does, where it rests, or is not active. */
export async function holdEndpoint(
  ctx: Context,
  uuid: string,
  run: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<WebhookEndpoint | undefined> {
  const [endpoint] = await query<WebhookEndpoint>`
    update webhook_endpoint set held_by = ${run}, held_until = ${until}
    where uuid = ${uuid} and status = 'active' and (held_until is null or held_until <= ${now} or held_by = ${run})
      and (rests_until is null or rests_until <= ${now})
    returning *`.rows(ctx)
  return endpoint
}

/** The endpoint while somebody sends to it. */
export async function heldEndpoint(ctx: Context, uuid: string, now: Date): Promise<WebhookEndpoint | undefined> {
  return query<WebhookEndpoint>`select * from webhook_endpoint where uuid = ${uuid} and held_until > ${now}`.one(ctx)
}

export async function releaseEndpoint(ctx: Context, uuid: string, run: string): Promise<void> {
  await query`update webhook_endpoint set held_by = null, held_until = null
    where uuid = ${uuid} and held_by = ${run}`.changed(ctx)
}

/** For which something is due, and to which nobody sends: those of a killed process, above all. */
export async function forgottenEndpoints(ctx: Context, most: number): Promise<WebhookEndpoint[]> {
  return query<WebhookEndpoint>`
    select * from webhook_endpoint e
    where status = 'active' and (held_until is null or held_until <= ${ctx.realNow})
      and (rests_until is null or rests_until <= ${ctx.realNow})
      and exists (select from webhook_delivery d
        where d.endpoint_uuid = e.uuid and d.status = 'waiting' and d.next_at <= ${ctx.realNow})
    order by uuid limit ${most}`.rows(ctx)
}
