import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { normalEmail } from '../person/person.rules.ts'
import { deleteSessionsOf, findPerson, findPersonByEmail, lockPerson, type Person } from '../person/person.store.ts'
import { deleteChallengesOf } from './challenge.store.ts'
import { tellOfReset } from './factor-mail.actions.ts'
import { deleteRecoveryCodes, deleteTotp, hasSecondFactor } from './factor.store.ts'
import { deletePasskeys } from './passkey.store.ts'
import {
  findRequirement,
  replaceRequiredRoles,
  requiredRoles,
  setRequired,
  type RequiredRole,
} from './requirement.store.ts'

export { listPeople, requiredRoles } from './requirement.store.ts'

/** Who must have a second factor, and what is done for who has lost theirs. */

export async function requirementOf(ctx: Context, tenant: string) {
  const found = await findRequirement(ctx, tenant)
  if (!found) throw kernelProblem('not_found')
  return { ...found, roles: await requiredRoles(ctx) }
}

/** Whoever requires it has one: an owner must not shut out the company's last owner. */
export async function requireOfCompany(ctx: Context, tenant: string, person: string, required: boolean): Promise<void> {
  if (required && !(await hasSecondFactor(ctx, person))) throw identityProblem('second_factor_first')
  if (!(await setRequired(ctx, tenant, required))) throw kernelProblem('not_found')
  await audit(ctx, {
    action: identityAudit('tenant.second_factor'),
    subject: { kind: 'tenant', uuid: tenant },
    tenant,
    data: { required },
  })
}

export async function requireOfRoles(ctx: Context, person: string, roles: readonly RequiredRole[]): Promise<void> {
  if (roles.length > 0 && !(await hasSecondFactor(ctx, person))) throw identityProblem('second_factor_first')
  await replaceRequiredRoles(ctx, roles)
  await audit(ctx, {
    action: identityAudit('factor.roles_required'),
    subject: { kind: 'second_factor', uuid: null },
    tenant: null,
    data: { roles },
  })
}

/** For somebody who has lost phone and recovery codes: all of it goes, and every session. */
export async function resetFactors(ctx: Context, uuid: string, reason: string | null): Promise<Person> {
  const person = await findPerson(ctx, uuid)
  if (!person) throw kernelProblem('not_found')
  await lockPerson(ctx, uuid)
  const totp = await deleteTotp(ctx, uuid)
  const passkeys = await deletePasskeys(ctx, uuid)
  await deleteRecoveryCodes(ctx, uuid)
  await deleteChallengesOf(ctx, uuid)
  await deleteSessionsOf(ctx, uuid)
  await audit(ctx, {
    action: identityAudit('factor.reset'),
    subject: { kind: 'person', uuid },
    tenant: null,
    data: { email: person.email, totp, passkeys, ...(reason !== null && { reason }) },
  })
  await tellOfReset(ctx, person.email)
  return person
}

export async function resetFactorsByEmail(ctx: Context, email: string): Promise<Person> {
  const person = await findPersonByEmail(ctx, normalEmail(email))
  if (!person) throw kernelProblem('not_found', { message: `Nobody here signs in with ${email}.` })
  return resetFactors(ctx, person.uuid, null)
}
