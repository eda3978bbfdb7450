import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { TenantTable } from '../../kernel/db/rows.gen.ts'
import type { ChecklistStep } from './home.rules.ts'

/** How far a company has come, and who does not want to be reminded of it. */

interface Progress extends Readonly<Record<ChecklistStep, boolean>> {
  readonly role: TenantTable['role']
  readonly hidden: boolean
}

/** By whoever looks for something it is kept that they did: a key, a saved search, a reservation, a block of their own. */
export function progressOf(ctx: Context, tenant: string, person: string): Promise<Progress> {
  return query<Progress>`
    select role, status <> 'pending' as activation,
      exists (select from customer_address where tenant_uuid = t.uuid and removed_at is null) as address,
      exists (select from app_key where tenant_uuid = t.uuid)
        or exists (select from saved_search where tenant_uuid = t.uuid)
        or exists (select from reservation where tenant_uuid = t.uuid)
        or exists (select from lease where tenant_uuid = t.uuid)
        or exists (select from offer where tenant_uuid = t.uuid) as first_look,
      exists (select from lease where tenant_uuid = t.uuid)
        or exists (select from offer where tenant_uuid = t.uuid) as first_deal,
      exists (select from hidden_checklist where tenant_uuid = t.uuid and person_uuid = ${person}) as hidden
    from tenant t where uuid = ${tenant}`.only(ctx)
}

/** Nothing for who is no member: operators look in, and have no say in what they see there. */
export async function hideChecklist(ctx: Context, tenant: string, person: string): Promise<void> {
  await query`
    insert into hidden_checklist (tenant_uuid, person_uuid, hidden_at)
    select tenant_uuid, person_uuid, ${ctx.now} from membership
    where tenant_uuid = ${tenant} and person_uuid = ${person}
    on conflict do nothing`.changed(ctx)
}

export async function showChecklist(ctx: Context, tenant: string, person: string): Promise<void> {
  await query`delete from hidden_checklist where tenant_uuid = ${tenant} and person_uuid = ${person}`.changed(ctx)
}
