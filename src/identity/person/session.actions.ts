import { audit } from '../../kernel/audit.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { newUuid } from '../../kernel/uuid.ts'
import type { Caller, RequestFacts, Session } from '../../kernel/endpoint.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { addSeconds } from '../../kernel/time.ts'
import { identityAudit } from '../identity.events.ts'
import { identityProblem } from '../identity.problems.ts'
import { insertChallenge } from '../factor/challenge.store.ts'
import { factorWaysOf, hasSecondFactor } from '../factor/factor.store.ts'
import { termsOwedBy } from '../site-text/acceptance.store.ts'
import { challengeSeconds, type FactorWay, type ProofWay } from '../factor/proof.rules.ts'
import { newTicket, normalEmail, sessionSeconds, shortAgent, throttle, ticketDigest } from './person.rules.ts'
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
  type Company,
  type Person,
  type Vouched,
} from './person.store.ts'
import { readCookie, sessionCookie } from './session.rules.ts'

/** Loaded when first needed: most nodes hash rarely. */
const argon2 = () => import('@node-rs/argon2')

/** Made once from a random password: verifying against it takes as long as against a real one. */
let nobodysHash: Promise<string> | undefined

export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password)
}

export async function signIn(ctx: Context, email: string, password: string, facts: RequestFacts): Promise<Entry> {
  const account = normalEmail(email)
  await refuseTooMany(ctx, `account:${account}`, throttle.account)
  await refuseTooMany(ctx, `address:${facts.ip}`, throttle.address)
  const person = await findPersonByEmail(ctx, account)
  if (!(await provenPassword(person, password)) || !person) throw identityProblem('sign_in_failed')
  return inTransaction(ctx, async (tx) => {
    await forgetAttempts(tx, `account:${account}`)
    await forgiveAttempt(tx, `address:${facts.ip}`)
    return enter(tx, person, facts)
  })
}

/** A session, or the ticket with which to bring the second factor. */
export type Entry =
  | { readonly person: Person; readonly cookie: string }
  | { readonly person: Person; readonly challenge: Challenge }

interface Challenge {
  readonly ticket: string
  readonly ways: readonly FactorWay[]
  readonly expiresAt: Date
}

/** For somebody whose password is right: who has a second factor brings it before there is a session. */
export async function enter(ctx: Context, person: Person, facts: RequestFacts): Promise<Entry> {
  const ways = await factorWaysOf(ctx, person.uuid)
  if (ways.length === 0) return { person, cookie: await beginSession(ctx, person, facts) }
  const ticket = newTicket()
  const expiresAt = addSeconds(ctx.realNow, challengeSeconds)
  await insertChallenge(ctx, {
    digest: ticketDigest(ticket),
    person_uuid: person.uuid,
    proven_by: ['password'],
    expires_at: expiresAt,
  })
  return { person, challenge: { ticket, ways, expiresAt } }
}

interface SessionOptions {
  /** By a company's sign-on: the session is for that company only. */
  readonly vouched?: Vouched
  /** What they have brought. */
  readonly provenBy?: readonly ProofWay[]
}

/** For somebody who has proven who they are, in whatever way. Returns the cookie. */
export async function beginSession(
  ctx: Context,
  person: Person,
  { headers }: RequestFacts,
  { vouched, provenBy = [vouched ? 'single_sign_on' : 'password'] }: SessionOptions = {},
): Promise<string> {
  const own: Context = { ...ctx, actor: { kind: 'user', id: person.uuid } }
  const ticket = newTicket()
  const uuid = newUuid()
  await insertSession(own, {
    digest: ticketDigest(ticket),
    uuid,
    person_uuid: person.uuid,
    expires_at: addSeconds(ctx.realNow, sessionSeconds),
    user_agent: shortAgent(headers['user-agent']),
    vouched: vouched ?? null,
    proven_by: provenBy,
  })
  await audit(own, {
    action: identityAudit('session.started'),
    subject: { kind: 'session', uuid },
    tenant: null,
    data: { proven_by: provenBy },
  })
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
  const ticket = readCookie(headers['cookie'], sessionCookie)
  const session = ticket === null ? undefined : await findSession(ctx, ticketDigest(ticket))
  if (!session) throw kernelProblem('session_missing')
  return {
    actor: { kind: 'user', id: session.person_uuid },
    tenant: null,
    scopes: new Set(),
    rateKey: session.person_uuid,
    session: {
      uuid: session.uuid,
      userUuid: session.person_uuid,
      operator: session.operator,
      only: session.only_tenant,
      barredOperator: session.barred,
    },
    provenAt: session.proven_at,
  }
}

export function hasSessionCookie({ headers }: RequestFacts): boolean {
  return readCookie(headers['cookie'], sessionCookie) !== null
}

interface SignedIn {
  readonly person: Person
  readonly companies: readonly Company[]
  readonly hasFactor: boolean
  readonly termsOwed: number | null
}

export async function whoAmI(ctx: Context, session: Session): Promise<SignedIn> {
  const person = await findPerson(ctx, session.userUuid)
  if (!person) throw kernelProblem('session_missing')
  const [companies, hasFactor, termsOwed] = await Promise.all([
    companiesOf(ctx, session),
    hasSecondFactor(ctx, person.uuid),
    termsOwedBy(ctx, person.uuid),
  ])
  return { person, companies, hasFactor, termsOwed }
}
