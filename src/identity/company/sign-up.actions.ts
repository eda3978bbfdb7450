import { audit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { addSeconds } from '../../kernel/time.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { insertMembership, lockMemberships } from '../member/member.store.ts'
import { requireNames } from '../person/name.actions.ts'
import { mostCompanies, newTicket, normalEmail, throttle, ticketDigest, ticketSeconds } from '../person/person.rules.ts'
import { ensurePerson, findPersonByEmail, type Person } from '../person/person.store.ts'
import { mayBeMailed, passwordText } from '../person/reset.actions.ts'
import { refuseTooMany } from '../person/session.actions.ts'
import { keepAcceptance, requireTerms } from '../site-text/acceptance.actions.ts'
import { insertSignUp, takeSignUp } from './sign-up.store.ts'
import { createTenant } from './tenant.actions.ts'
import type { Tenant } from './tenant.store.ts'

interface Founding {
  readonly title: string
  readonly role: 'holder' | 'lessee'
}

interface SigningUp {
  readonly email: string
  readonly name: string
  readonly company: Founding
  readonly terms_version?: number
}

/**
 * Nobody chooses a password here, and nothing is founded yet: the mailed link proves the address first. Somebody who has
 * an account gets another mail, and a ticket that nobody is told. The answer is the same, and so is what is done for it:
 * neither tells who has an account. What was typed is in no mail, because whoever typed it may not be who reads it; and
 * a mailbox that was mailed often just now gets nothing more, whoever asks.
 */
export async function signUp(
  ctx: Context,
  { email, name, company: { title, role }, terms_version }: SigningUp,
  ip: string,
): Promise<void> {
  requireNames({ name })
  requireNames({ title }, 'company.')
  await requireTerms(ctx, terms_version)
  await refuseTooMany(ctx, `sign-up:${ip}`, throttle.signUp)
  const address = normalEmail(email)
  if (!(await mayBeMailed(ctx, `sign-up-mailbox:${address}`))) return
  const person = await findPersonByEmail(ctx, address)
  const ticket = newTicket()
  const expires_at = addSeconds(ctx.realNow, ticketSeconds)
  const typed = { email: address, name, title, role, terms_version: terms_version ?? null }
  await insertSignUp(ctx, { digest: ticketDigest(ticket), ...typed, expires_at })
  await sendMail(ctx, { to: address, ...(isKnown(person) ? knownLetter(ctx) : welcomeLetter(ctx, ticket)) })
}

const isKnown = (person: Person | undefined): boolean => typeof person?.password_hash === 'string'

const welcomeLetter = (ctx: Context, ticket: string) => ({
  subject: 'Welcome to Sublet',
  text: passwordText(ctx, 'Someone, hopefully you, has signed up on Sublet with this address.', ticket),
})

const knownLetter = (ctx: Context) => ({
  subject: 'You already have an account',
  text:
    'Someone, hopefully you, tried to sign up with this address, which already has an account.\n\n' +
    `Sign in here to create another company:\n${ctx.house.config.publicUrl}/sign-in\n\nIf you did not expect this, ignore it.\n`,
})

/** The ticket of a sign-up is redeemed: its person, and the company of which it is the owner; nobody where there is none. */
export async function redeemSignUp(ctx: Context, digest: Buffer): Promise<Person | undefined> {
  const signUp = await takeSignUp(ctx, digest)
  if (!signUp) return undefined
  const { email, name, title, role, terms_version } = signUp
  const person = await ensurePerson(ctx, { uuid: newUuid(), email, name, created_at: ctx.now })
  const own: Context = { ...ctx, actor: { kind: 'user', id: person.uuid } }
  // Now that it is known whose they are: who typed them may have been somebody else.
  if (terms_version !== null) await keepAcceptance(own, person.uuid, terms_version)
  if (await mayFound(own, person.uuid)) await found(own, person.uuid, { title, role })
  return person
}

/** One more company for somebody who is signed in. */
export async function foundCompany(ctx: Context, person: string, company: Founding): Promise<Tenant> {
  if (!(await mayFound(ctx, person))) throw identityProblem('too_many_companies')
  return found(ctx, person, company)
}

export async function mayFound(ctx: Context, person: string): Promise<boolean> {
  return (await lockMemberships(ctx, person)) < mostCompanies
}

async function found(ctx: Context, person: string, { title, role }: Founding): Promise<Tenant> {
  const tenant = await createTenant(ctx, { title, role })
  await insertMembership(ctx, tenant.uuid, person, 'owner')
  await audit(ctx, {
    action: identityAudit('member.added'),
    subject: { kind: 'person', uuid: person },
    tenant: tenant.uuid,
    data: { role: 'owner' },
  })
  return tenant
}
