import type { Context } from '../context.ts'
import {
  isSafe,
  roles,
  tenantParam,
  type Caller,
  type Endpoint,
  type RequestFacts,
  type Role,
  type Scopes,
  type Session,
} from '../endpoint.ts'
import { kernelProblem, type ProblemDetails } from '../problems.ts'

/** The one place that decides who comes in. Who someone is, the identity slice says through `Identities`. */

export interface Identities {
  /** The caller behind an access token that may be used from where it comes; throws the token's refusal. */
  bearer(token: string, request: RequestFacts): Promise<Caller>
  /** The person behind the session cookie; throws when there is none. */
  session(ctx: Context, request: RequestFacts): Promise<Caller>
  /** Whether a session cookie came along, live or not. */
  hasCookie(request: RequestFacts): boolean
  /** A person's part in a company, or null. */
  standing(ctx: Context, session: Session, tenant: string): Promise<Standing | null>
  /** The number that a company has beside its UUID. */
  numberOf(ctx: Context, tenant: string): Promise<number | null>
  /** The company with this number. */
  tenantNumbered(ctx: Context, number: number): Promise<string | null>
}

export interface Standing {
  readonly role: Role
  /** Whether the company may change anything: those suspended or closed have no tokens either. */
  readonly mayAct: boolean
  /** Whether the company lets this person in only by its own sign-on, which this session is not of. */
  readonly needsSignOn: boolean
  /** Whether the person must have a second factor there, and has none. */
  readonly lacksFactor: boolean
}

const challenge = (text: string): ProblemDetails => ({
  headers: { 'www-authenticate': `Bearer realm="sublet"${text}` },
})

const nobody: Caller = { actor: { kind: 'system', id: 'anonymous' }, tenant: null, scopes: new Set(), rateKey: null }

export async function identify(
  identities: Identities,
  ctx: Context,
  endpoint: Endpoint,
  request: RequestFacts,
): Promise<Caller> {
  const { access } = endpoint
  if (access.by === 'anyone') return nobody
  if (access.by === 'token' && !isByCookie(identities, request))
    return identities.bearer(bearerToken(request.headers['authorization']), request)
  if (!isSafe(endpoint)) refuseCrossSite(request, ctx.house.config.publicUrl, identities.hasCookie(request))
  const caller = await identities.session(ctx, request)
  if (access.by === 'operator' && !caller.session?.operator)
    throw kernelProblem(caller.session?.barredOperator ? 'second_factor_missing' : 'role_missing')
  if (access.by === 'person' && !access.vouched && typeof caller.session?.only === 'string')
    throw kernelProblem('session_bounded')
  return caller
}

/** A person's browser has a cookie where a program has a token; who sends a token is judged by the token alone. */
function isByCookie(identities: Identities, request: RequestFacts): boolean {
  return request.headers['authorization'] === undefined && identities.hasCookie(request)
}

const scheme = 'bearer '

/** What follows is checked as a token is: whatever is no token fails there. */
function bearerToken(header: string | undefined): string {
  if (header === undefined) throw kernelProblem('token_missing', challenge(''))
  if (header.slice(0, scheme.length).toLowerCase() !== scheme) throw tokenRefusal('token_invalid')
  return header.slice(scheme.length).trim()
}

/** RFC 6750 §3: the challenge that goes with a refused token. */
export function tokenRefusal(code: 'token_invalid' | 'token_expired' | 'token_revoked') {
  return kernelProblem(code, challenge(', error="invalid_token"'))
}

/** Browsers say where a request comes from; a cookie counts only for requests from our own pages. */
function refuseCrossSite({ headers }: RequestFacts, publicUrl: string, hasCookie: boolean): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw kernelProblem('cross_site')
    return
  }
  const { origin } = headers
  // Who has no cookie either is nobody, and told so.
  if (origin === undefined && !hasCookie) return
  const ours =
    origin !== undefined &&
    URL.canParse(origin) &&
    (new URL(origin).host === headers['host'] || origin === new URL(publicUrl).origin)
  if (!ours) throw kernelProblem('cross_site')
}

/** Whether the caller may do this to the company named in the path; returns that company. */
export async function admit(
  identities: Identities,
  ctx: Context,
  endpoint: Endpoint,
  caller: Caller,
  params: Readonly<Record<string, string>>,
): Promise<string | null> {
  const tenant = await admitToCompany(identities, ctx, endpoint, caller, params)
  if (endpoint.freshProof) requireFreshProof(caller, ctx.realNow)
  return tenant
}

const proofMilliseconds = 600_000

/** Whoever sits down at somebody's open browser may look around, but not take money or keys along. */
function requireFreshProof({ provenAt }: Caller, now: Date): void {
  if (provenAt && now.getTime() - provenAt.getTime() > proofMilliseconds) throw kernelProblem('proof_needed')
}

async function admitToCompany(
  identities: Identities,
  ctx: Context,
  endpoint: Endpoint,
  caller: Caller,
  params: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { access } = endpoint
  const program = access.by === 'token' && !caller.session
  if (program) requireScope(caller, access.scope, isSafe(endpoint))
  const name = tenantParam(endpoint)
  if (name === null) return caller.tenant
  const named = (params[name] ?? '').toLowerCase()
  const number = name === 'user_id' && /^\d{1,15}$/.test(named) ? Number(named) : null
  if (number === null && !uuidPattern.test(named)) throw kernelProblem('not_found')
  if (program) return tokenTenant(identities, ctx, caller, number ?? named)
  const tenant = number === null ? named : ((await identities.tenantNumbered(ctx, number)) ?? nowhere)
  if (access.by === 'token') await requireRoleLikeScope(identities, ctx, caller, tenant, isSafe(endpoint))
  if (access.by === 'member') await requireRole(identities, ctx, caller, tenant, access.role)
  return tenant
}

const uuidPattern = /^[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}$/

/** Stands for a company that does not exist. */
const nowhere = '00000000-0000-0000-0000-000000000000'

function requireScope(caller: Caller, scope: keyof Scopes, safe: boolean): void {
  if (caller.scopes.has(scope)) return
  const insufficient = challenge(`, error="insufficient_scope", scope="${scope}"`)
  if (!caller.scopes.has(`${scope}:read`)) throw kernelProblem('scope_missing', insufficient)
  if (!safe) throw kernelProblem('read_only_scope', insufficient)
}

async function tokenTenant(
  identities: Identities,
  ctx: Context,
  caller: Caller,
  named: string | number,
): Promise<string> {
  const { tenant } = caller
  if (tenant === null) throw kernelProblem('tenant_mismatch')
  if (named === tenant || named === (await identities.numberOf(ctx, tenant))) return tenant
  throw kernelProblem('tenant_mismatch')
}

/** What programs may do with a company's tokens, its people may do by their roles; operators may look. */
async function requireRoleLikeScope(
  identities: Identities,
  ctx: Context,
  caller: Caller,
  tenant: string,
  safe: boolean,
): Promise<void> {
  if (safe) return requireRole(identities, ctx, caller, tenant, 'viewer')
  const standing = await standingIn(identities, ctx, caller, tenant)
  if (roles.indexOf(standing.role) < roles.indexOf('member')) throw kernelProblem('role_missing')
  if (!standing.mayAct) throw kernelProblem('company_closed')
}

async function requireRole(
  identities: Identities,
  ctx: Context,
  caller: Caller,
  tenant: string,
  needed: Role,
): Promise<void> {
  if (caller.session?.operator && hexPattern.test(tenant)) {
    if ((await identities.numberOf(ctx, tenant)) === null) throw kernelProblem('not_found')
    return
  }
  const { role } = await standingIn(identities, ctx, caller, tenant)
  if (roles.indexOf(role) < roles.indexOf(needed)) throw kernelProblem('role_missing')
}

const hexPattern = /^[0-9a-f-]{36}$/

async function standingIn(
  identities: Identities,
  ctx: Context,
  { session }: Caller,
  tenant: string,
): Promise<Standing> {
  const standing = session && hexPattern.test(tenant) ? await identities.standing(ctx, session, tenant) : null
  if (standing === null) throw kernelProblem(session?.barredOperator ? 'second_factor_missing' : 'tenant_mismatch')
  if (standing.needsSignOn) throw kernelProblem('sign_on_required')
  if (standing.lacksFactor) throw kernelProblem('second_factor_missing')
  return standing
}
