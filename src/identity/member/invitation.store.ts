import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import type { InvitationTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Invitation = InvitationTable

/** With the name of whoever invited; nobody's where nobody did. */
export interface ShownInvitation extends Omit<Invitation, 'digest' | 'invited_by'> {
  readonly inviter: string | null
}

const shown = query`
  select i.uuid, i.tenant_uuid, i.email, i.role, i.created_at, i.mailed_at, i.expires_at, p.name as inviter
  from invitation i left join person p on p.uuid = i.invited_by`

export async function listInvitations(
  ctx: Context,
  tenant: string,
  { perPage, offset }: Page,
): Promise<{ rows: ShownInvitation[]; total: number }> {
  const rows = await query<ShownInvitation>`
    ${shown} where i.tenant_uuid = ${tenant} and i.expires_at > ${ctx.realNow}
    order by i.email limit ${perPage} offset ${offset}`.rows(ctx)
  const { total } = await query<{ total: number }>`
    select count(*) as total from invitation where tenant_uuid = ${tenant} and expires_at > ${ctx.realNow}`.only(ctx)
  return { rows, total }
}

/** One for an address and a company: nothing is written where one waits. What has lapsed waits no more. */
export async function insertInvitation(ctx: Context, invitation: Invitation): Promise<boolean> {
  const { uuid, tenant_uuid, email, role, invited_by, digest, created_at, mailed_at, expires_at } = invitation
  const written = await query`
    insert into invitation as i
      (uuid, tenant_uuid, email, role, invited_by, digest, created_at, mailed_at, expires_at)
    values (${uuid}, ${tenant_uuid}, ${email}, ${role}, ${invited_by}, ${digest}, ${created_at}, ${mailed_at},
      ${expires_at})
    on conflict on constraint invitation_once do update set
      uuid = excluded.uuid, role = excluded.role, invited_by = excluded.invited_by, digest = excluded.digest,
      created_at = excluded.created_at, mailed_at = excluded.mailed_at, expires_at = excluded.expires_at
    where i.expires_at <= ${ctx.realNow}`.changed(ctx)
  return written === 1
}

/** Whether a member of the company has this address. */
export async function isMember(ctx: Context, tenant: string, email: string): Promise<boolean> {
  const rows = await query<{ member: boolean }>`
    select exists (select from membership m join person p on p.uuid = m.person_uuid
      where m.tenant_uuid = ${tenant} and p.email = ${email}) as member`.rows(ctx)
  return rows[0]?.member ?? false
}

export async function lockInvitation(ctx: Context, tenant: string, uuid: string): Promise<Invitation | undefined> {
  return query<Invitation>`
    select * from invitation where uuid = ${uuid} and tenant_uuid = ${tenant} and expires_at > ${ctx.realNow}
    for update`.one(ctx)
}

export async function updateInvitation(
  ctx: Context,
  uuid: string,
  { digest, mailed_at, expires_at }: Pick<Invitation, 'digest' | 'mailed_at' | 'expires_at'>,
): Promise<void> {
  await query`update invitation set digest = ${digest}, mailed_at = ${mailed_at}, expires_at = ${expires_at}
    where uuid = ${uuid}`.changed(ctx)
}

export async function findInvitation(ctx: Context, uuid: string): Promise<ShownInvitation | undefined> {
  return query<ShownInvitation>`${shown} where i.uuid = ${uuid}`.one(ctx)
}

export async function findByTicket(ctx: Context, digest: Buffer): Promise<ShownInvitation | undefined> {
  return query<ShownInvitation>`${shown} where i.digest = ${digest} and i.expires_at > ${ctx.realNow}`.one(ctx)
}

/** Takes it, so that it is answered once. */
export async function takeInvitation(ctx: Context, digest: Buffer): Promise<Invitation | undefined> {
  const [taken] = await query<Invitation>`
    delete from invitation where digest = ${digest} and expires_at > ${ctx.realNow} returning *`.rows(ctx)
  return taken
}

export async function deleteInvitation(ctx: Context, uuid: string): Promise<void> {
  await query`delete from invitation where uuid = ${uuid}`.changed(ctx)
}
