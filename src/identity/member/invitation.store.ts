import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Page } from '../../kernel/db/paging.ts'
import type { InvitationTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Invitation = Selectable<InvitationTable>

/** With the name of whoever invited; nobody's where nobody did. */
export interface ShownInvitation extends Omit<Invitation, 'digest' | 'invited_by'> {
  readonly inviter: string | null
}

const shown = (ctx: Context) =>
  ctx.db
    .selectFrom('invitation')
    .leftJoin('person', 'person.uuid', 'invitation.invited_by')
    .select([
      'invitation.uuid',
      'invitation.tenant_uuid',
      'invitation.email',
      'invitation.role',
      'invitation.created_at',
      'invitation.mailed_at',
      'invitation.expires_at',
      'person.name as inviter',
    ])

export async function listInvitations(
  ctx: Context,
  tenant: string,
  { perPage, offset }: Page,
): Promise<{ rows: ShownInvitation[]; total: number }> {
  const rows = await shown(ctx)
    .where('tenant_uuid', '=', tenant)
    .where('expires_at', '>', ctx.realNow)
    .orderBy('invitation.email')
    .limit(perPage)
    .offset(offset)
    .execute()
  const { total } = await ctx.db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('tenant_uuid', '=', tenant)
    .where('expires_at', '>', ctx.realNow)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** One for an address and a company: nothing is written where one waits. What has lapsed waits no more. */
export async function insertInvitation(ctx: Context, invitation: Invitation): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('invitation')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .constraint('invitation_once')
        .doUpdateSet({ ...invitation })
        .where('invitation.expires_at', '<=', ctx.realNow),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether a member of the company has this address. */
export async function isMember(ctx: Context, tenant: string, email: string): Promise<boolean> {
  const rows = await query<{ member: boolean }>`
    select exists (select from membership m join person p on p.uuid = m.person_uuid
      where m.tenant_uuid = ${tenant} and p.email = ${email}) as member`.rows(ctx)
  return rows[0]?.member ?? false
}

export async function lockInvitation(ctx: Context, tenant: string, uuid: string): Promise<Invitation | undefined> {
  return ctx.db
    .selectFrom('invitation')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('tenant_uuid', '=', tenant)
    .where('expires_at', '>', ctx.realNow)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateInvitation(
  ctx: Context,
  uuid: string,
  change: Pick<Invitation, 'digest' | 'mailed_at' | 'expires_at'>,
): Promise<void> {
  await ctx.db.updateTable('invitation').set(change).where('uuid', '=', uuid).execute()
}

export async function findInvitation(ctx: Context, uuid: string): Promise<ShownInvitation | undefined> {
  return shown(ctx).where('invitation.uuid', '=', uuid).executeTakeFirst()
}

export async function findByTicket(ctx: Context, digest: Buffer): Promise<ShownInvitation | undefined> {
  return shown(ctx).where('digest', '=', digest).where('expires_at', '>', ctx.realNow).executeTakeFirst()
}

/** Takes it, so that it is answered once. */
export async function takeInvitation(ctx: Context, digest: Buffer): Promise<Invitation | undefined> {
  return ctx.db
    .deleteFrom('invitation')
    .where('digest', '=', digest)
    .where('expires_at', '>', ctx.realNow)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteInvitation(ctx: Context, uuid: string): Promise<void> {
  await ctx.db.deleteFrom('invitation').where('uuid', '=', uuid).execute()
}
