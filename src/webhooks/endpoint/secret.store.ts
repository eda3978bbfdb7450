import type { Context } from '../../kernel/context.ts'
import { uuidArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { WebhookSecretTable } from '../../kernel/db/rows.gen.ts'

export type WebhookSecret = WebhookSecretTable

export async function insertSecret(ctx: Context, secret: Omit<WebhookSecret, 'ended_at'>): Promise<void> {
  const { uuid, endpoint_uuid, sealed, created_at } = secret
  await query`insert into webhook_secret (uuid, endpoint_uuid, sealed, created_at)
    values (${uuid}, ${endpoint_uuid}, ${sealed}, ${created_at})`.changed(ctx)
}

/** The live ones, oldest first. */
export async function secretsOf(ctx: Context, endpoints: readonly string[]): Promise<WebhookSecret[]> {
  if (endpoints.length === 0) return []
  return query<WebhookSecret>`
    select * from webhook_secret where endpoint_uuid = any(${uuidArray(endpoints)}) and ended_at is null
    order by created_at, uuid`.rows(ctx)
}

export async function endSecret(ctx: Context, uuid: string): Promise<void> {
  await query`update webhook_secret set ended_at = ${ctx.realNow} where uuid = ${uuid}`.changed(ctx)
}
