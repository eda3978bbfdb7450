import type { Context } from '../../kernel/context.ts'
import { textArray } from '../../kernel/db/arrays.ts'
import { query } from '../../kernel/db/query.ts'
import type { Page } from '../../kernel/db/paging.ts'
import type { SecondFactorRoleTable } from '../../kernel/db/rows.gen.ts'

/** Who must have a second factor, and who has one. */

export type RequiredRole = SecondFactorRoleTable['role']

export async function requiredRoles(ctx: Context): Promise<RequiredRole[]> {
  const rows = await query<{ role: RequiredRole }>`select role from second_factor_role order by role limit 10`.rows(ctx)
  return rows.map(({ role }) => role)
}

export async function replaceRequiredRoles(ctx: Context, roles: readonly RequiredRole[]): Promise<void> {
  await query`delete from second_factor_role where role <> all(${textArray(roles)})`.changed(ctx)
  await query`insert into second_factor_role (role) select unnest(${textArray(roles)}::text[])
    on conflict do nothing`.changed(ctx)
}

export async function setRequired(ctx: Context, tenant: string, required: boolean): Promise<boolean> {
  const set = await query`update tenant set second_factor_required = ${required} where uuid = ${tenant}`.changed(ctx)
  return set === 1
}

interface Requirement {
  readonly required: boolean
  readonly without: number
}

/** Whether the company requires one, and how many of its people have none. */
export async function findRequirement(ctx: Context, tenant: string): Promise<Requirement | undefined> {
  return query<Requirement>`
    select t.second_factor_required as required, (
      select count(*) from membership m where m.tenant_uuid = t.uuid and not has_second_factor(m.person_uuid)) as without
    from tenant t where t.uuid = ${tenant}`.one(ctx)
}

interface Somebody {
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly created_at: Date
  readonly second_factor: boolean
  readonly companies: string[]
}

/** By a part of the address or the name; a marketplace has people few enough to read them all. */
export async function listPeople(
  ctx: Context,
  search: string,
  { perPage, offset }: Page,
): Promise<{ rows: Somebody[]; total: number }> {
  const found = query`from person p
    where strpos(p.email, lower(${search})) > 0 or strpos(lower(p.name), lower(${search})) > 0`
  const rows = await query<Somebody>`
    select p.uuid, p.email, p.name, p.created_at, has_second_factor(p.uuid) as second_factor, array(
      select t.title from membership m join tenant t on t.uuid = m.tenant_uuid
      where m.person_uuid = p.uuid order by t.title, t.uuid limit 20) as companies
    ${found} order by p.email limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${found}`.only(ctx)
  return { rows, total }
}
