import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Role } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { deleteMembership, insertMembership, lockOwners, updateRole } from './member.store.ts'
import { acceptablePassword, normalEmail } from '../person/person.rules.ts'
import { deleteSessionsBySignOn, ensurePerson, findPerson, setPassword, type Person } from '../person/person.store.ts'
import { hashPassword } from '../person/session.actions.ts'
import { showTenant } from '../company/tenant.actions.ts'

export { listMembers } from './member.store.ts'

interface NewMember {
  readonly email: string
  readonly name: string
  readonly role: Role
}

/** For the command line and the demo: with a password, without mail. Who has a password already keeps it. */
export async function createMember(ctx: Context, tenant: string, member: NewMember, password: string): Promise<Person> {
  if (!acceptablePassword(password, member.email)) throw identityProblem('password_weak')
  await showTenant(ctx, tenant)
  const person = await joinTenant(ctx, tenant, member)
  if (person.password_hash === null) await setPassword(ctx, person.uuid, await hashPassword(password))
  return person
}

async function joinTenant(ctx: Context, tenant: string, { email, name, role }: NewMember): Promise<Person> {
  const person = await ensurePerson(ctx, { uuid: newUuid(), email: normalEmail(email), name, created_at: ctx.now })
  if (!(await insertMembership(ctx, tenant, person.uuid, role))) throw identityProblem('already_member')
  await record(ctx, tenant, person.uuid, 'added', { email: person.email, role })
  return person
}

export async function changeRole(ctx: Context, tenant: string, person: string, role: Role): Promise<void> {
  if (role !== 'owner') await refuseLastOwner(ctx, tenant, person)
  if (!(await updateRole(ctx, tenant, person, role))) throw kernelProblem('not_found')
  await record(ctx, tenant, person, 'role_changed', { ...(await emailOf(ctx, person)), role })
}

export async function removeMember(ctx: Context, tenant: string, person: string): Promise<void> {
  await refuseLastOwner(ctx, tenant, person)
  if (!(await deleteMembership(ctx, tenant, person))) throw kernelProblem('not_found')
  await deleteSessionsBySignOn(ctx, tenant, person)
  await record(ctx, tenant, person, 'removed', await emailOf(ctx, person))
}

/** Whoever reads the log later knows people by their addresses. */
const emailOf = async (ctx: Context, person: string) => ({ email: (await findPerson(ctx, person))?.email ?? null })

async function refuseLastOwner(ctx: Context, tenant: string, person: string): Promise<void> {
  const owners = await lockOwners(ctx, tenant)
  if (owners.length === 1 && owners[0] === person) throw identityProblem('last_owner')
}

function record(
  ctx: Context,
  tenant: string,
  person: string,
  verb: 'added' | 'role_changed' | 'removed',
  data: Record<string, unknown>,
): Promise<void> {
  return audit(ctx, {
    action: identityAudit(`member.${verb}`),
    subject: { kind: 'person', uuid: person },
    tenant,
    data,
  })
}
