import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Caller, RequestFacts } from '../../kernel/endpoint.ts'
import { sendMail } from '../../kernel/work/mail.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addSeconds } from '../../kernel/time.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import {
  newTicket,
  normalEmail,
  sessionSeconds,
  shortAgent,
  throttle,
  ticketDigest,
  ticketSeconds,
} from './person.rules.ts'
import {
  companiesOf,
  countAttempt,
  deleteSession,
  findPerson,
  findPersonByEmail,
  findSession,
  forgetAttempts,
  forgiveAttempt,
  insertSession,
  insertTicket,
  type Company,
  type Person,
} from './person.store.ts'
import { sessionCookie } from './session.rules.ts'

/** Loaded when first needed: most nodes hash rarely. */
const argon2 = () => import('@node-rs/argon2')

/** Made once from a random password: verifying against it takes as long as against a real one. */
let nobodysHash: Promise<string> | undefined

export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password)
}

export async function signIn(
  ctx: Context,
  email: string,
  password: string,
  facts: RequestFacts,
): Promise<{ cookie: string; person: Person }> {
  const account = normalEmail(email)
  await refuseTooMany(ctx, `account:${account}`, throttle.account)
  await refuseTooMany(ctx, `address:${facts.ip}`, throttle.address)
  const person = await findPersonByEmail(ctx, account)
  if (!(await provenPassword(person, password)) || !person) throw identityProblem('sign_in_failed')
  const cookie = await inTransaction(ctx, async (tx) => {
    await forgetAttempts(tx, `account:${account}`)
    await forgiveAttempt(tx, `address:${facts.ip}`)
    return beginSession(tx, person, facts)
  })
  return { cookie, person }
}

/** For somebody who has proven who they are, in whatever way. Returns the cookie. */
async function beginSession(ctx: Context, person: Person, { headers }: RequestFacts): Promise<string> {
  const own: Context = { ...ctx, actor: { kind: 'user', id: person.uuid } }
  const ticket = newTicket()
  const uuid = newUuid()
  await insertSession(own, {
    digest: ticketDigest(ticket),
    uuid,
    person_uuid: person.uuid,
    expires_at: addSeconds(ctx.realNow, sessionSeconds),
    user_agent: shortAgent(headers['user-agent']),
  })
  await audit(own, { action: identityAudit('session.started'), subject: { kind: 'session', uuid }, tenant: null })
  return cookieText(ticket, sessionSeconds)
}

/** Takes as long for nobody, and for somebody without a password. */
export async function provenPassword(person: Person | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword(newTicket())
  const proven = await (await argon2()).verify(person?.password_hash ?? (await nobodysHash), password)
  return proven && typeof person?.password_hash === 'string'
}

export async function refuseTooMany(ctx: Context, subject: string, most: number): Promise<void> {
  const { failures, since } = await countAttempt(ctx, subject, throttle.windowSeconds)
  if (failures <= most) return
  const wait = Math.ceil((addSeconds(since, throttle.windowSeconds).getTime() - ctx.realNow.getTime()) / 1_000)
  throw identityProblem('sign_in_throttled', { headers: { 'retry-after': String(Math.max(1, wait)) } })
}

function cookieText(value: string, maxAge: number): string {
  return `${sessionCookie}=${value}; Path=/; Max-Age=${maxAge}; Secure; HttpOnly; SameSite=Lax`
}

export async function signOut(ctx: Context, sessionUuid: string): Promise<string> {
  await deleteSession(ctx, sessionUuid)
  await audit(ctx, {
    action: identityAudit('session.ended'),
    subject: { kind: 'session', uuid: sessionUuid },
    tenant: null,
  })
  return cookieText('', 0)
}

export async function callerBySession(ctx: Context, { headers }: RequestFacts): Promise<Caller> {
  const ticket = readCookie(headers['cookie'])
  const session = ticket === null ? undefined : await findSession(ctx, ticketDigest(ticket))
  if (!session) throw kernelProblem('session_missing')
  return {
    actor: { kind: 'user', id: session.person_uuid },
    tenant: null,
    scopes: new Set(),
    rateKey: session.person_uuid,
    session: { uuid: session.uuid, userUuid: session.person_uuid, operator: session.operator },
  }
}

export function hasSessionCookie({ headers }: RequestFacts): boolean {
  return readCookie(headers['cookie']) !== null
}

function readCookie(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === sessionCookie && value) return value
  }
  return null
}

export async function whoAmI(ctx: Context, personUuid: string): Promise<{ person: Person; companies: Company[] }> {
  const person = await findPerson(ctx, personUuid)
  if (!person) throw kernelProblem('session_missing')
  return { person, companies: await companiesOf(ctx, personUuid) }
}

/** Always the same answer, whether or not the address is known. */
export async function requestPasswordReset(ctx: Context, email: string, ip: string): Promise<void> {
  await refuseTooMany(ctx, `reset:${ip}`, throttle.reset)
  const person = await findPersonByEmail(ctx, normalEmail(email))
  if (person)
    await mailTicket(ctx, person, 'Choose a new password', 'Someone, hopefully you, asked to choose a new password.')
}

async function mailTicket(
  ctx: Context,
  person: Pick<Person, 'uuid' | 'email'>,
  subject: string,
  reason: string,
): Promise<void> {
  const ticket = newTicket()
  await insertTicket(ctx, {
    digest: ticketDigest(ticket),
    person_uuid: person.uuid,
    expires_at: addSeconds(ctx.realNow, ticketSeconds),
  })
  await sendMail(ctx, { to: person.email, subject, text: passwordText(ctx, reason, ticket) })
}

export function passwordText(ctx: Context, reason: string, ticket: string): string {
  const link = `${ctx.house.config.publicUrl}/password#${ticket}`
  return `${reason}\n\nChoose a password here within 72 hours:\n${link}\n\nIf you did not expect this, ignore it.\n`
}
