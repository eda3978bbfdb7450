import type { Context } from '../../kernel/context.ts'
import type { Role } from '../../kernel/endpoint.ts'
import type { Page } from '../../kernel/db/paging.ts'

interface Member {
  readonly uuid: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly created_at: Date
  readonly password_hash: string | null
}

function members(ctx: Context, tenant: string) {
  return ctx.db
    .selectFrom('membership')
    .innerJoin('person', 'person.uuid', 'membership.person_uuid')
    .where('membership.tenant_uuid', '=', tenant)
}

export async function listMembers(
  ctx: Context,
  tenant: string,
  { perPage, offset }: Page,
): Promise<{ rows: Member[]; total: number }> {
  const rows = await members(ctx, tenant)
    .select([
      'person.uuid',
      'person.email',
      'person.name',
      'membership.role',
      'membership.created_at',
      'person.password_hash',
    ])
    .orderBy('person.email')
    .limit(perPage)
    .offset(offset)
    .execute()
  const { total } = await members(ctx, tenant)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The addresses of a company's owners, for what they must know; those longest with it first. */
export async function ownersOf(ctx: Context, tenant: string): Promise<string[]> {
  const rows = await members(ctx, tenant)
    .select('person.email')
    .where('membership.role', '=', 'owner')
    .orderBy('membership.created_at')
    .orderBy('person.uuid')
    .limit(100)
    .execute()
  return rows.map((row) => row.email)
}

/** Locks all owners of the company, so that two cannot both leave as the last but one. */
export async function lockOwners(ctx: Context, tenant: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('membership')
    .select('person_uuid')
    .where('tenant_uuid', '=', tenant)
    .where('role', '=', 'owner')
    .orderBy('person_uuid')
    .forUpdate()
    .execute()
  return rows.map((row) => row.person_uuid)
}

/** How many companies somebody belongs to; locks the person, so that two at once are counted one after the other. */
export async function lockMemberships(ctx: Context, person: string): Promise<number> {
  await ctx.db.selectFrom('person').select('uuid').where('uuid', '=', person).forUpdate().execute()
  const { count } = await ctx.db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_uuid', '=', person)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertMembership(ctx: Context, tenant: string, person: string, role: Role): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('membership')
    .values({ tenant_uuid: tenant, person_uuid: person, role, created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateRole(ctx: Context, tenant: string, person: string, role: Role): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('membership')
    .set({ role })
    .where('tenant_uuid', '=', tenant)
    .where('person_uuid', '=', person)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteMembership(ctx: Context, tenant: string, person: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('membership')
    .where('tenant_uuid', '=', tenant)
    .where('person_uuid', '=', person)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
