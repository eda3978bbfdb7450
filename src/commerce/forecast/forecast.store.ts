import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'

/** What a forecast begins with. */

/** Live subscriptions that the company pays for or earns with, those together that fall due together. */
export async function subscriptionsConcerning(ctx: Context, tenant: string, most: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select uuid from (
      select uuid from subscription where tenant_uuid = ${tenant}
      union
      select uuid from subscription where holder_uuid = ${tenant}
    ) concerned join renewal_step using (uuid) where next_step_at is not null
    order by next_step_at, uuid limit ${most}`.rows(ctx)
  return rows.map((row) => row.uuid)
}
