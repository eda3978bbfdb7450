import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { identityAudit } from '../identity.events.ts'
import { insertMembership } from '../member/member.store.ts'
import { deleteSessionsBySignOn, ensurePerson, findPerson, type Person } from '../person/person.store.ts'
import type { Vouch } from './claims.rules.ts'
import { findConnection, type Connection } from './connection.store.ts'
import { deleteLinks, findLinked, insertLink, lockMembership } from './link.store.ts'
import { signOnRefusal } from './sign-on.problems.ts'

export { listLinked } from './link.store.ts'

/**
 * Who it is here: known by the provider's word for them, else by their address in a domain that the company has proven,
 * else new. A member who was removed does not come back by themselves.
 */
export async function personBehind(ctx: Context, connection: Connection, vouch: Vouch): Promise<Person> {
  const { uuid, tenant_uuid: tenant } = connection
  const linked = await findLinked(ctx, uuid, vouch.subject)
  const person = linked ?? (await linkAnew(ctx, connection, vouch))
  if (!(await lockMembership(ctx, tenant, person.uuid))) throw signOnRefusal('sso_member_removed')
  return person
}

async function linkAnew(ctx: Context, connection: Connection, { subject, email, name }: Vouch): Promise<Person> {
  const { uuid, tenant_uuid: tenant, default_role: role } = connection
  const person = await ensurePerson(ctx, { uuid: newUuid(), email, name, created_at: ctx.now })
  if (!(await insertLink(ctx, uuid, subject, person.uuid))) {
    // Their other tab may have been quicker.
    if ((await findLinked(ctx, uuid, subject))?.uuid !== person.uuid) throw signOnRefusal('sso_subject_changed')
    return person
  }
  const own: Context = { ...ctx, actor: { kind: 'user', id: person.uuid } }
  const told = { subject: { kind: 'person', uuid: person.uuid }, tenant }
  await audit(own, { action: identityAudit('sign_on.person_linked'), ...told, data: { email } })
  if (await insertMembership(own, tenant, person.uuid, role))
    await audit(own, { action: identityAudit('member.added'), ...told, data: { email, role } })
  return person
}

/** So that the next sign-on links the address anew, to whichever account bears it then. */
export async function unlink(ctx: Context, tenant: string, person: string): Promise<void> {
  const connection = await findConnection(ctx, tenant)
  if (!connection || (await deleteLinks(ctx, connection.uuid, person)) === 0) throw kernelProblem('not_found')
  await deleteSessionsBySignOn(ctx, tenant, person)
  await audit(ctx, {
    action: identityAudit('sign_on.person_unlinked'),
    subject: { kind: 'person', uuid: person },
    tenant,
    data: { email: (await findPerson(ctx, person))?.email ?? null },
  })
}
