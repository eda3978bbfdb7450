import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { query } from '../../kernel/db/query.ts'
import type { Person } from '../person/person.store.ts'

/** Who of a company's people is who at its provider. */

export async function findLinked(ctx: Context, connection: string, subject: string): Promise<Person | undefined> {
  return query<Person>`select p.* from sso_identity i join person p on p.uuid = i.person_uuid
    where i.connection_uuid = ${connection} and i.subject = ${subject}`.one(ctx)
}

/** False where the person is linked to another subject, or the subject to another person. */
export async function insertLink(ctx: Context, connection: string, subject: string, person: string): Promise<boolean> {
  const inserted = await query`insert into sso_identity (connection_uuid, subject, person_uuid, linked_at)
    values (${connection}, ${subject}, ${person}, ${ctx.realNow}) on conflict do nothing`.changed(ctx)
  return inserted === 1
}

/** Whether somebody is a member; until the transaction ends they stay one. */
export async function lockMembership(ctx: Context, tenant: string, person: string): Promise<boolean> {
  const rows = await query`select 1 as one from membership
    where tenant_uuid = ${tenant} and person_uuid = ${person} for share`.rows(ctx)
  return rows.length === 1
}

interface Linked {
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly linked_at: Date
  readonly member: boolean
}

export async function listLinked(
  ctx: Context,
  tenant: string,
  { perPage, offset }: Page,
): Promise<{ rows: Linked[]; total: number }> {
  const linked = query`from sso_identity i join sso_connection c on c.uuid = i.connection_uuid
    join person p on p.uuid = i.person_uuid where c.tenant_uuid = ${tenant}`
  const rows = await query<Linked>`
    select p.uuid, p.email, p.name, i.linked_at, exists (select from membership m
      where m.tenant_uuid = ${tenant} and m.person_uuid = p.uuid) as member ${linked}
    order by p.email limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`select count(*) as total ${linked}`.only(ctx)
  return { rows, total }
}

/** Of all where no person is named. */
export async function deleteLinks(ctx: Context, connection: string, person: string | null): Promise<number> {
  return query`delete from sso_identity
    where connection_uuid = ${connection} and (${person}::uuid is null or person_uuid = ${person})`.changed(ctx)
}
