import { timingSafeEqual } from 'node:crypto'
import { inTransaction, type Context } from '../../kernel/context.ts'
import type { RequestFacts } from '../../kernel/endpoint.ts'
import { Problem } from '../../kernel/problems.ts'
import { addSeconds, toUnix } from '../../kernel/time.ts'
import { findTenant } from '../company/tenant.store.ts'
import { newTicket, normalEmail, throttle, ticketDigest } from '../person/person.rules.ts'
import { forgiveAttempt } from '../person/person.store.ts'
import { beginSession, refuseTooMany } from '../person/session.actions.ts'
import { readCookie } from '../person/session.rules.ts'
import { attemptSeconds, isBrowserSecret, ownPath, secretsOf, signOnCookie, signOnCookieText } from './attempt.rules.ts'
import { findAttempt, insertAttempt, takeAttempt, type Attempt } from './attempt.store.ts'
import { readClaims, type Vouch } from './claims.rules.ts'
import { record } from './connection.actions.ts'
import {
  connectionFor,
  findConnection,
  findConnectionOf,
  lockConnection,
  lockConnectionInUse,
  updateConnection,
  type Connection,
} from './connection.store.ts'
import { domainOf } from './domain.rules.ts'
import { findDomainNamed } from './domain.store.ts'
import { personBehind } from './link.actions.ts'
import { faultOf } from './provider-fault.rules.ts'
import { providers, type Question } from './provider.memory.ts'
import { signOnProblem, signOnRefusal } from './sign-on.problems.ts'

/** To a company's identity provider, and back. */

export const callbackPath = '/portal/sso/callback'
export const callbackUrl = (ctx: Context): string => ctx.house.config.publicUrl + callbackPath

/** Whether people with such an address sign in by their company's provider: of the domain it is asked, not of anybody. */
export async function isOffered(ctx: Context, email: string): Promise<boolean> {
  const domain = domainOf(normalEmail(email))
  return domain !== null && (await connectionFor(ctx, domain)) !== undefined
}

interface Begun {
  /** Of the provider, where the browser goes next. */
  readonly url: string
  readonly cookie: string
}

export async function beginSignOn(
  ctx: Context,
  { email, to }: { readonly email: string; readonly to?: string },
  facts: RequestFacts,
): Promise<Begun> {
  await refuseTooMany(ctx, `sso:${facts.ip}`, throttle.signOn)
  const hint = normalEmail(email)
  const connection = await connectionFor(ctx, domainOf(hint) ?? '')
  if (!connection) throw signOnRefusal('sso_not_offered')
  return begin(ctx, connection, { hint, returnTo: ownPath(to), test: false }, facts)
}

/** The whole way, except that nobody is signed in at its end. */
export async function beginTest(ctx: Context, tenant: string, facts: RequestFacts): Promise<Begun> {
  const connection = await findConnection(ctx, tenant)
  if (!connection) throw signOnProblem('sso_not_configured')
  const company = await findTenant(ctx, tenant)
  const returnTo = `/c/${company?.customer_number ?? tenant}/sign-on`
  return begin(ctx, connection, { hint: null, returnTo, test: true }, facts)
}

interface Way {
  readonly hint: string | null
  readonly returnTo: string
  readonly test: boolean
}

async function begin(
  ctx: Context,
  connection: Connection,
  { hint, returnTo, test }: Way,
  { headers }: RequestFacts,
): Promise<Begun> {
  const kept = readCookie(headers['cookie'], signOnCookie)
  const browser = isBrowserSecret(kept) ? kept : newTicket()
  const state = newTicket()
  const { nonce, challenge } = secretsOf(browser, state)
  const question: Question = { redirectUri: callbackUrl(ctx), state, nonce, challenge, hint }
  const url = await spoken(ctx, connection, () => providers(ctx).addressFor(connection, question))
  await insertAttempt(ctx, {
    digest: ticketDigest(state),
    connection_uuid: connection.uuid,
    browser_digest: ticketDigest(browser),
    return_to: returnTo,
    test,
    expires_at: addSeconds(ctx.realNow, attemptSeconds),
  })
  return { url, cookie: signOnCookieText(browser) }
}

/** What goes wrong there is a refusal with its own code; the log has what was said. */
async function spoken<T>(ctx: Context, { uuid }: Connection, talk: () => Promise<T>): Promise<T> {
  try {
    return await talk()
  } catch (error) {
    const code = faultOf(error)
    ctx.house.log.info({ requestId: ctx.requestId, connection: uuid, code, err: error }, 'sign-on refused')
    throw signOnRefusal(code)
  }
}

/** What the provider gave the browser, as far as it matters. */
type ReturnQuery = Readonly<Partial<Record<'code' | 'state' | 'iss' | 'error' | 'error_description', string>>>

interface Ended {
  /** The page of ours to go on with. */
  readonly location: string
  /** Of the session, where one was begun. */
  readonly cookie: string | null
}

/** Whatever is refused is said on a page, by its code. */
export async function endSignOn(ctx: Context, query: ReturnQuery, facts: RequestFacts): Promise<Ended> {
  const state = query.state ?? ''
  const attempt = await findAttempt(ctx, ticketDigest(state))
  try {
    const browser = readCookie(facts.headers['cookie'], signOnCookie)
    if (!attempt) throw signOnRefusal('sso_state_invalid')
    if (browser === null || !timingSafeEqual(ticketDigest(browser), attempt.browser_digest))
      throw signOnRefusal('sso_other_browser')
    if (!(await takeAttempt(ctx, attempt.digest))) throw signOnRefusal('sso_state_invalid')
    const { connection, vouch } = await hear(ctx, attempt, { query, state, browser })
    if (attempt.test) return await noteTest(ctx, connection, vouch, attempt)
    return await enter(ctx, connection, vouch, attempt, facts)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { location: refusedAt(attempt, error.row.code), cookie: null }
  }
}

function refusedAt(attempt: Attempt | undefined, code: string): string {
  if (attempt?.test) return `${attempt.return_to}?refused=${code}`
  const to = attempt && attempt.return_to !== '/home' ? `&to=${encodeURIComponent(attempt.return_to)}` : ''
  return `/sign-in?refused=${code}${to}`
}

async function hear(
  ctx: Context,
  attempt: Attempt,
  { query, state, browser }: { readonly query: ReturnQuery; readonly state: string; readonly browser: string },
): Promise<{ connection: Connection; vouch: Vouch }> {
  const connection = await findConnectionOf(ctx, attempt.connection_uuid)
  if (!connection || !(connection.enabled || attempt.test)) throw signOnRefusal('sso_switched_off')
  const url = new URL(callbackUrl(ctx))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { nonce, verifier } = secretsOf(browser, state)
  const claims = await spoken(ctx, connection, () =>
    providers(ctx).claimsOf(connection, { url, state, nonce, verifier }),
  )
  const { issuer, trusts_email: trustsEmail } = connection
  const read = readClaims(claims, { issuer, trustsEmail, now: toUnix(ctx.realNow) ?? 0 })
  if (typeof read === 'string') throw signOnRefusal(read)
  return { connection, vouch: read }
}

/** Nothing was held while the provider was spoken to: it may have been switched off, or exchanged, meanwhile. */
function refuseChanged(before: Connection, now: Connection | undefined): asserts now is Connection {
  if (!now || now.issuer !== before.issuer || now.client_id !== before.client_id)
    throw signOnRefusal('sso_switched_off')
}

async function provenDomain(ctx: Context, tenant: string, domain: string): Promise<string> {
  const found = await findDomainNamed(ctx, tenant, domain)
  if (!found || found.proven_at === null) throw signOnRefusal('sso_email_foreign')
  return found.uuid
}

async function enter(
  ctx: Context,
  before: Connection,
  vouch: Vouch,
  { return_to: to }: Attempt,
  facts: RequestFacts,
): Promise<Ended> {
  const cookie = await inTransaction(ctx, async (tx) => {
    const connection = await lockConnectionInUse(tx, before.uuid)
    refuseChanged(before, connection)
    if (!connection.enabled) throw signOnRefusal('sso_switched_off')
    const domain = await provenDomain(tx, connection.tenant_uuid, vouch.domain)
    const person = await personBehind(tx, connection, vouch)
    await forgiveAttempt(tx, `sso:${facts.ip}`)
    return beginSession(tx, person, facts, { vouched: { connection: connection.uuid, domain } })
  })
  return { location: `/sign-in?entered=1&to=${encodeURIComponent(to)}`, cookie }
}

async function noteTest(ctx: Context, before: Connection, vouch: Vouch, { return_to: to }: Attempt): Promise<Ended> {
  await inTransaction(ctx, async (tx) => {
    const connection = await lockConnection(tx, before.tenant_uuid)
    refuseChanged(before, connection)
    await provenDomain(tx, connection.tenant_uuid, vouch.domain)
    await updateConnection(tx, connection.uuid, { ...connection, tested_at: ctx.realNow })
    await record(tx, connection, 'tested', { email: vouch.email })
  })
  return { location: `${to}?tested=1`, cookie: null }
}
