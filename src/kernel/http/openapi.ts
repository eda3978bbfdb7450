import { errorSchemas, statusOf, type Dialect } from './dialect.ts'
import { dialectOf, isRepeatable, isSafe, pathOf, scopes, tenantParam, type Endpoint } from '../endpoint.ts'
import { kernelProblem, type ProblemRow } from '../problems.ts'
import { propertiesOf, Type, type TSchema } from './schema.ts'

/** What an endpoint's declaration says about itself, in the words of OpenAPI. */

/** Every refusal an endpoint may answer: those of its kind, then its own. */
export function refusalsOf(endpoint: Endpoint): ProblemRow[] {
  const { access } = endpoint
  const rows: ProblemRow[] = []
  if (access.by === 'token') {
    rows.push(
      ...kernelProblem.rows('token_missing', 'token_invalid', 'token_expired', 'token_revoked', 'scope_missing'),
    )
    rows.push(...kernelProblem.rows('session_missing'))
    if (!isSafe(endpoint)) rows.push(...kernelProblem.rows('read_only_scope', 'cross_site'))
    if (!isSafe(endpoint) && tenantParam(endpoint)) rows.push(...kernelProblem.rows('role_missing', 'company_closed'))
  } else if (access.by !== 'anyone') {
    rows.push(...kernelProblem.rows('session_missing'))
    if (access.by !== 'person') rows.push(...kernelProblem.rows('role_missing'))
    if (!isSafe(endpoint)) rows.push(...kernelProblem.rows('cross_site'))
  }
  if (!endpoint.unlimited) rows.push(...kernelProblem.rows('rate_limited'))
  if (tenantParam(endpoint) && (access.by === 'token' || access.by === 'member'))
    rows.push(...kernelProblem.rows('tenant_mismatch'))
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
    ...(body ? { body: withExample(body, endpoint.examples?.body) } : {}),
    ...(isRepeatable(endpoint) ? { headers: repetitionHeader } : {}),
  }
}

export function openApiOf(endpoint: Endpoint) {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: securityOf(endpoint.access),
    ...inputOf(endpoint),
    ...(endpoint.body && endpoint.form ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
    response: { [endpoint.status ?? 200]: successOf(endpoint), ...refusalResponses(endpoint), ...alsoOf(endpoint) },
  }
}

const repetitionHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: '1 to 255 visible ASCII characters: repeating the request with the same key replays its answer.',
    }),
  ),
})

function securityOf(access: Endpoint['access']): Array<Record<string, string[]>> {
  if (access.by === 'anyone') return []
  return access.by === 'token' ? [{ oauth: [access.scope] }, { session: [] }] : [{ session: [] }]
}

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

function successOf(endpoint: Endpoint): object {
  const { answer, content } = endpoint
  const shown = answer && withExample(answer, endpoint.examples?.answer)
  if (content) return { description: 'Done.', content: { ...contentOf(content), ...(shown ? jsonOf(shown) : {}) } }
  if (!shown) return Type.Null({ description: 'Done; no content.' })
  return { description: 'Done.', ...shown }
}

const contentOf = (types: string | readonly string[]): object =>
  Object.fromEntries([types].flat().map((type) => [type, { schema: Type.String() }]))

const jsonOf = (schema: TSchema): object => ({ 'application/json': { schema } })

function alsoOf(endpoint: Endpoint): Record<string, object> {
  return Object.fromEntries(
    Object.entries(endpoint.also ?? {}).map(([status, description]) => [
      status,
      status === '204' ? Type.Null({ description }) : { ...successOf(endpoint), description },
    ]),
  )
}

function withExample(schema: TSchema, example: unknown): TSchema {
  return example === undefined ? schema : { ...schema, examples: [example] }
}

/** All refusals of a dialect look alike: what they look like is said once. */
const refusalNames = { common: 'Refusal', 'prefix-data': 'PrefixDataRefusal', oauth: 'TokenRefusal' } as const

function refusalResponses(endpoint: Endpoint): Record<number, object> {
  const dialect = dialectOf(pathOf(endpoint))
  const byStatus = new Map<number, ProblemRow[]>()
  for (const row of refusalsOf(endpoint)) {
    const status = dialect === 'oauth' ? oauthStatus(row) : statusOf(row, dialect, endpoint.codes)
    byStatus.set(status, [...(byStatus.get(status) ?? []), row])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: rows.map(({ code, sentence }) => `- \`${code}\`: ${sentence}`).join('\n'),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${refusalNames[dialect]}` } } },
      },
    ]),
  )
}

function refusalSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(errorSchemas).map(([dialect, schema]) => [refusalNames[dialect as Dialect], schema]),
  )
}

function oauthStatus({ status }: ProblemRow): number {
  return status === 401 || status === 429 || status >= 500 ? status : 400
}

export function openApiDocument(publicUrl: string) {
  const readable = (scope: string) => [
    [scope, `Everything in the ${scope} API`],
    [`${scope}:read`, `Only reading in the ${scope} API`],
  ]
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sublet',
      version: '1.0',
      description:
        'Subnets to let: a marketplace for leasing IPv4 subnets. Get an access token at `POST /oauth2/token` with an app key, ' +
        'then send it as `Authorization: Bearer …`. Every refusal has a stable code. ' +
        'For your own tools all of this is an [OpenAPI 3.1 document](/openapi.json).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    components: {
      schemas: refusalSchemas(),
      securitySchemes: {
        oauth: {
          type: 'oauth2' as const,
          flows: {
            clientCredentials: {
              tokenUrl: `${publicUrl}/oauth2/token`,
              scopes: Object.fromEntries(scopes.flatMap(readable)) as Record<string, string>,
            },
          },
        },
        session: { type: 'apiKey' as const, in: 'cookie' as const, name: '__Host-sublet_session' },
      },
    },
  }
}

interface Parameter {
  name: string
  in: string
  style?: string
  explode?: boolean
  schema?: { type?: string }
}

/** Filters are written `filter[field]=…` and lists `a,b`, which OpenAPI calls by these names. */
export function finishDocument<D extends object>(document: D): D {
  const { paths = {} } = document as { paths?: Record<string, Record<string, { parameters?: Parameter[] }>> }
  const parameters = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap((o) => o.parameters ?? []),
  )
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue
    if (parameter.schema?.type === 'object') Object.assign(parameter, { style: 'deepObject', explode: true })
    if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
  }
  return document
}
