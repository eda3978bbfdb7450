import { isRepeatable, isSafe, pathOf, tenantParam, type Endpoint } from '../endpoint.ts'
import { kernelProblem, type ProblemRow } from '../problems.ts'
import { propertiesOf, Type, type TSchema } from './schema.ts'

/** What follows from an endpoint's declaration: for the server that holds requests against it, and for its description. */

/** Every refusal an endpoint may answer: those of its kind, then its own. */
export function refusalsOf(endpoint: Endpoint): ProblemRow[] {
  const { access } = endpoint
  const rows: ProblemRow[] = []
  if (access.by === 'token') {
    rows.push(
      ...kernelProblem.rows('token_missing', 'token_invalid', 'token_expired', 'token_revoked', 'scope_missing'),
      ...kernelProblem.rows('address_not_allowed'),
    )
    rows.push(...kernelProblem.rows('session_missing'))
    if (!isSafe(endpoint)) rows.push(...kernelProblem.rows('read_only_scope', 'cross_site'))
    if (!isSafe(endpoint) && tenantParam(endpoint)) rows.push(...kernelProblem.rows('role_missing', 'company_closed'))
    if (tenantParam(endpoint)) rows.push(...kernelProblem.rows('second_factor_missing'))
  } else if (access.by !== 'anyone') {
    rows.push(...kernelProblem.rows('session_missing'))
    if (access.by !== 'person') rows.push(...kernelProblem.rows('role_missing', 'second_factor_missing'))
    else if (!access.vouched) rows.push(...kernelProblem.rows('session_bounded'))
    if (!isSafe(endpoint)) rows.push(...kernelProblem.rows('cross_site'))
  }
  if (endpoint.freshProof) rows.push(...kernelProblem.rows('proof_needed'))
  if (!endpoint.unlimited) rows.push(...kernelProblem.rows('rate_limited'))
  if (tenantParam(endpoint) && (access.by === 'token' || access.by === 'member'))
    rows.push(...kernelProblem.rows('tenant_mismatch', 'sign_on_required'))
  if (pathOf(endpoint).includes('/:') && !endpoint.also?.[404]) rows.push(...kernelProblem.rows('not_found'))
  rows.push(...kernelProblem.rows('unreadable_query'))
  if (endpoint.query || endpoint.body) rows.push(...kernelProblem.rows('invalid_fields'))
  if (endpoint.body || !isSafe(endpoint))
    rows.push(...kernelProblem.rows('unreadable_body', 'body_too_large', 'media_type'))
  if (isRepeatable(endpoint))
    rows.push(...kernelProblem.rows('idempotency_key_invalid', 'idempotency_mismatch', 'idempotency_in_progress'))
  if (!endpoint.always) rows.push(...kernelProblem.rows('overloaded', 'database_unavailable', 'not_ready'))
  if (!isSafe(endpoint)) rows.push(...kernelProblem.rows('outcome_unknown'))
  const own = (endpoint.refuses ?? []).filter((row) => !rows.some(({ code }) => code === row.code))
  return [...rows, ...own]
}

/** What a request is held against: the same schemas for the server and for its description. */
export function inputOf(endpoint: Endpoint) {
  const { query, body } = endpoint
  return {
    ...paramsOf(endpoint),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(isRepeatable(endpoint) ? { headers: repetitionHeader } : {}),
  }
}

const repetitionHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: '1 to 255 visible ASCII characters: repeating the request with the same key replays its answer.',
    }),
  ),
})

const tenantParams = {
  tenantUUID: Type.String({ description: 'The company, as UUID.' }),
  user_id: Type.String({ description: 'The company, as UUID or customer number.' }),
}

function paramsOf(endpoint: Endpoint): { params?: TSchema } {
  const tenant = tenantParam(endpoint)
  const own = endpoint.params ? propertiesOf(endpoint.params) : {}
  const properties = { ...(tenant ? { [tenant]: tenantParams[tenant] } : {}), ...own }
  return Object.keys(properties).length > 0 ? { params: Type.Object(properties) } : {}
}
