import { audit } from '../kernel/audit.ts'
import type { Context } from '../kernel/context.ts'
import { sendMail } from '../kernel/mail.ts'
import { newUuid } from '../kernel/uuid.ts'
import { identityProblem } from './identity.problems.ts'
import { insertMembership, lockMemberships } from './member.store.ts'
import { mostCompanies, normalEmail, throttle } from './person.rules.ts'
import { ensurePerson, type Person } from './person.store.ts'
import { mailTicket, refuseTooMany } from './session.actions.ts'
import { createTenant } from './tenant.actions.ts'
import type { Tenant } from './tenant.store.ts'

export interface Founding {
  readonly title: string
  readonly role: 'holder' | 'lessee'
}

/**
 * Nobody chooses a password here: the mail that leads to it is the proof of the address. Somebody who has one already
 * gets another mail, and no company in their name; the answer is the same.
 */
export async function signUp(
  ctx: Context,
  { email, name, company }: { email: string; name: string; company: Founding },
  ip: string,
): Promise<void> {
  await refuseTooMany(ctx, `sign-up:${ip}`, throttle.signUp)
  const address = normalEmail(email)
  const person = await ensurePerson(ctx, { uuid: newUuid(), email: address, name, created_at: ctx.now })
  if (person.password_hash !== null) return tellKnown(ctx, person)
  const own: Context = { ...ctx, actor: { kind: 'user', id: person.uuid } }
  if (!(await mayFound(own, person.uuid))) return
  await found(own, person.uuid, company)
  await mailTicket(own, person, 'Welcome to Sublet', `You have signed up ${company.title} on Sublet.`)
}

async function tellKnown(ctx: Context, person: Person): Promise<void> {
  const { publicUrl } = ctx.house.config
  const text =
    'Someone, hopefully you, tried to sign up with this address, which has an account already.\n\n' +
    `Sign in here; another company is founded from there:\n${publicUrl}/sign-in\n\nIf you did not expect this, ignore it.\n`
  await sendMail(ctx, { to: person.email, subject: 'You have an account already', text })
}

/** One more company for somebody who is signed in. */
export async function foundCompany(ctx: Context, person: string, company: Founding): Promise<Tenant> {
  if (!(await mayFound(ctx, person))) throw identityProblem('too_many_companies')
  return found(ctx, person, company)
}

async function mayFound(ctx: Context, person: string): Promise<boolean> {
  return (await lockMemberships(ctx, person)) < mostCompanies
}

async function found(ctx: Context, person: string, { title, role }: Founding): Promise<Tenant> {
  const tenant = await createTenant(ctx, { title, role })
  await insertMembership(ctx, tenant.uuid, person, 'owner')
  await audit(ctx, {
    action: 'member.added',
    subject: { kind: 'person', uuid: person },
    tenant: tenant.uuid,
    data: { role: 'owner' },
  })
  return tenant
}
