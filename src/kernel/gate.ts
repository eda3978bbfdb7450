import type { Context } from './context.ts'
import { isSafe, roles, tenantParam, type Caller, type Endpoint, type RequestFacts, type Role } from './endpoint.ts'
import { kernelProblem, type ProblemDetails } from './problems.ts'

/** The one place that decides who comes in. Who someone is, the identity slice says through `Porter`. */

export interface Porter {
  /** The caller behind an access token; throws the token's refusal. */
  bearer(token: string): Promise<Caller>
  /** The person behind the session cookie; throws when there is none. */
  session(ctx: Context, request: RequestFacts): Promise<Caller>
  /** A person's role in a company, or null. */
  roleIn(ctx: Context, userUuid: string, tenant: string): Promise<Role | null>
  /** The customer number of a company. */
  customerNumber(ctx: Context, tenant: string): Promise<number | null>
}

const challenge = (text: string): ProblemDetails => ({
  headers: { 'www-authenticate': `Bearer realm="sublet"${text}` },
})

const nobody: Caller = { actor: { kind: 'system', id: 'anonymous' }, tenant: null, scopes: new Set(), rateKey: null }

export async function identify(
  porter: Porter,
  ctx: Context,
  endpoint: Endpoint,
  request: RequestFacts,
): Promise<Caller> {
  const { access } = endpoint
  if (access.by === 'anyone') return nobody
  if (access.by === 'token') return porter.bearer(bearerToken(request.headers['authorization']))
  if (!isSafe(endpoint)) refuseCrossSite(request, ctx.house.config.publicUrl)
  const caller = await porter.session(ctx, request)
  if (access.by === 'operator' && !caller.session?.operator) throw kernelProblem('role_missing')
  return caller
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
function refuseCrossSite({ headers }: RequestFacts, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw kernelProblem('cross_site')
    return
  }
  const { origin } = headers
  if (origin === undefined) return
  const ours =
    URL.canParse(origin) && (new URL(origin).host === headers['host'] || origin === new URL(publicUrl).origin)
  if (!ours) throw kernelProblem('cross_site')
}

/** Whether the caller may do this to the company named in the path; returns that company. */
export async function admit(
  porter: Porter,
  ctx: Context,
  endpoint: Endpoint,
  caller: Caller,
  params: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { access } = endpoint
  if (access.by === 'token') requireScope(caller, access.scope, isSafe(endpoint))
  const name = tenantParam(endpoint)
  if (name === null) return caller.tenant
  const named = (params[name] ?? '').toLowerCase()
  if (access.by === 'token') return tokenTenant(porter, ctx, caller, name, named)
  if (!uuidPattern.test(named)) throw kernelProblem('not_found')
  if (access.by === 'member') await requireRole(porter, ctx, caller, named, access.role)
  return named
}

const uuidPattern = /^[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}$/

function requireScope(caller: Caller, scope: string, safe: boolean): void {
  if (caller.scopes.has(scope)) return
  const insufficient = challenge(`, error="insufficient_scope", scope="${scope}"`)
  if (!caller.scopes.has(`${scope}:read`)) throw kernelProblem('scope_missing', insufficient)
  if (!safe) throw kernelProblem('read_only_scope', insufficient)
}

async function tokenTenant(porter: Porter, ctx: Context, caller: Caller, name: string, named: string): Promise<string> {
  if (caller.tenant === null) throw kernelProblem('tenant_mismatch')
  if (named === caller.tenant) return caller.tenant
  const isNumber = name === 'user_id' && /^\d{1,15}$/.test(named)
  if (!isNumber && !uuidPattern.test(named)) throw kernelProblem('not_found')
  if (isNumber && Number(named) === (await porter.customerNumber(ctx, caller.tenant))) return caller.tenant
  throw kernelProblem('tenant_mismatch')
}

async function requireRole(porter: Porter, ctx: Context, caller: Caller, tenant: string, needed: Role): Promise<void> {
  const user = caller.session
  if (!user || !/^[0-9a-f-]{36}$/.test(tenant)) throw kernelProblem('tenant_mismatch')
  if (user.operator) {
    if ((await porter.customerNumber(ctx, tenant)) === null) throw kernelProblem('not_found')
    return
  }
  const role = await porter.roleIn(ctx, user.userUuid, tenant)
  if (role === null) throw kernelProblem('tenant_mismatch')
  if (roles.indexOf(role) < roles.indexOf(needed)) throw kernelProblem('role_missing')
}
