import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'

/** Whatever its state: one that was closed was there. */
export async function hasOperatorCompany(ctx: Context): Promise<boolean> {
  const asked = query<{ there: boolean }>`select exists (select from tenant where role = 'operator') as there`
  return (await asked.only(ctx)).there
}

/** Until the transaction ends. */
export async function lockFirstRun(ctx: Context): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('sublet.first-run'))`.changed(ctx)
}

/** People who may act as operators. */
export async function countOperators(ctx: Context): Promise<number> {
  const asked = query<{ people: number }>`
    select count(*) as people from membership m join tenant t on t.uuid = m.tenant_uuid
    where t.role = 'operator' and t.status = 'active'`
  return (await asked.only(ctx)).people
}
