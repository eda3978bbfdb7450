import type { Context } from '../../kernel/context.ts'
import { roles, type Role } from '../../kernel/endpoint.ts'
import { textArray, uuidArray, wholeArray } from '../../kernel/db/arrays.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'

interface Member {
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly created_at: Date
  /** Has not chosen a password, and does not come by the company's sign-on either. */
  readonly invited: boolean
  readonly second_factor: boolean
}

const members = (tenant: string) =>
  query`from membership m join person p on p.uuid = m.person_uuid where m.tenant_uuid = ${tenant}`

export async function listMembers(
  ctx: Context,
  tenant: string,
  { perPage, offset }: Page,
): Promise<{ rows: Member[]; total: number }> {
  const rows = await query<Member>`
    select p.uuid, p.email, p.name, m.role, m.created_at, has_second_factor(p.uuid) as second_factor,
      p.password_hash is null and not exists (
        select from sso_identity i join sso_connection c on c.uuid = i.connection_uuid
        where i.person_uuid = p.uuid and c.tenant_uuid = m.tenant_uuid) as invited ${members(tenant)}
    order by p.email limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${members(tenant)}`.only(ctx)
  return { rows, total }
}

/** The addresses of a company's owners; those longest with it first. */
export async function ownersOf(ctx: Context, tenant: string): Promise<string[]> {
  const rows = await query<{ email: string }>`
    select p.email ${members(tenant)} and m.role = 'owner' order by m.created_at, p.uuid limit 100`.rows(ctx)
  return rows.map((row) => row.email)
}

export interface Reader {
  readonly uuid: string
  readonly email: string
  readonly role: Role
  /** Of the company. */
  readonly title: string
}

/** As PostgreSQL counts. */
const rankOf = (role: Role): number => roles.indexOf(role) + 1

/** A topic of a company, which concerns this role and those above it. */
interface Concern {
  readonly tenant: string
  readonly topic: string
  readonly role: Role
}

/** Who is mailed about each of them, save who does without. */
export async function peopleToTell(ctx: Context, concerns: readonly Concern[]): Promise<Reader[][]> {
  const rows = await query<Reader & { readonly at: number }>`
    select concern.at, reader.* from unnest(${uuidArray(concerns.map(({ tenant }) => tenant))},
        ${textArray(concerns.map(({ topic }) => topic))}, ${wholeArray(concerns.map(({ role }) => rankOf(role)))})
      with ordinality as concern (tenant, topic, rank, at)
    cross join lateral (
      select p.uuid, p.email, m.role, t.title
      from membership m join person p on p.uuid = m.person_uuid join tenant t on t.uuid = m.tenant_uuid
      where m.tenant_uuid = concern.tenant
        and array_position(${textArray(roles)}, m.role) >= concern.rank
        and not exists (select from mail_muted where person_uuid = p.uuid and topic = concern.topic)
      order by m.created_at, p.uuid limit 100
    ) reader`.rows(ctx)
  const readers = Map.groupBy(rows, ({ at }) => at)
  return concerns.map((_, i) => readers.get(i + 1) ?? [])
}

/** Locks all owners of the company, so that two cannot both leave as the last but one. */
export async function lockOwners(ctx: Context, tenant: string): Promise<string[]> {
  const rows = await query<{ person_uuid: string }>`
    select person_uuid from membership where tenant_uuid = ${tenant} and role = 'owner'
    order by person_uuid for update`.rows(ctx)
  return rows.map((row) => row.person_uuid)
}

/** How many companies somebody belongs to; locks the person, so that two at once are counted one after the other. */
export async function lockMemberships(ctx: Context, person: string): Promise<number> {
  await query`select from person where uuid = ${person} for update`.changed(ctx)
  const { count } = await query<{ count: number }>`
    select count(*) as count from membership where person_uuid = ${person}`.only(ctx)
  return count
}

export async function insertMembership(ctx: Context, tenant: string, person: string, role: Role): Promise<boolean> {
  const inserted = await query`
    insert into membership (tenant_uuid, person_uuid, role, created_at)
    values (${tenant}, ${person}, ${role}, ${ctx.now}) on conflict do nothing`.changed(ctx)
  return inserted === 1
}

export async function updateRole(ctx: Context, tenant: string, person: string, role: Role): Promise<boolean> {
  const updated = await query`
    update membership set role = ${role} where tenant_uuid = ${tenant} and person_uuid = ${person}`.changed(ctx)
  return updated === 1
}

export async function deleteMembership(ctx: Context, tenant: string, person: string): Promise<boolean> {
  const deleted = await query`
    delete from membership where tenant_uuid = ${tenant} and person_uuid = ${person}`.changed(ctx)
  return deleted === 1
}
