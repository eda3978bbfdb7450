import { inputOf } from '../declared.ts'
import { isRepeatable, isSafe, type Endpoint } from '../../endpoint.ts'
import { propertiesOf, type TSchema } from '../schema.ts'
import { answersOf, type Response } from './responses.ts'
import type { Schemas } from './schemas.ts'

/** An endpoint's declaration in the words of OpenAPI. */

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: true
  readonly security: ReadonlyArray<Readonly<Record<string, readonly string[]>>>
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, object>> }
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
}

export interface Parameter {
  readonly name?: string
  readonly $ref?: string
}

export function operationOf(endpoint: Endpoint, schemas: Schemas): Operation {
  const { params, querystring } = inputOf(endpoint)
  const parameters = [
    ...(params ? pathParameters(params, schemas) : []),
    ...(querystring ? queryParameters(querystring, schemas) : []),
    ...(isRepeatable(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, whoMayCall(endpoint)].filter((part) => part !== undefined).join('\n\n'),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: securityOf(endpoint.access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(endpoint, schemas),
    responses: answersOf(endpoint, schemas),
  }
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: '1 to 255 visible ASCII characters: repeating the request with the same key replays its answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const readers = {
  person: 'For whoever is signed in.',
  operator: 'For operators.',
  anyone: 'Open to anyone.',
} as const

function whoMayCall(endpoint: Endpoint): string {
  const { access } = endpoint
  if (access.by === 'token')
    return isSafe(endpoint) ? `Scope \`${access.scope}\` or \`${access.scope}:read\`.` : `Scope \`${access.scope}\`.`
  if (access.by !== 'member') return readers[access.by]
  return access.role === 'viewer' ? 'For everybody in the company.' : `For a company's ${access.role}s.`
}

function securityOf(access: Endpoint['access']): Operation['security'] {
  if (access.by === 'anyone') return []
  return access.by === 'token' ? [{ oauth: [access.scope] }, { session: [] }] : [{ session: [] }]
}

/** What a schema says of itself is said of the parameter. */
function parameter(name: string, place: 'path' | 'query', schema: TSchema, required: boolean, schemas: Schemas) {
  const { description, ...rest } = schemas.write(schema) as { description?: string }
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(required ? { required } : {}),
    ...(place === 'query' && schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: rest,
  }
}

const pathParameters = (params: TSchema, schemas: Schemas) =>
  Object.entries(propertiesOf(params)).map(([name, schema]) => parameter(name, 'path', schema, true, schemas))

/** A filter is one parameter for each of its fields, `filter[status]=a,b`: no generated client writes lists in objects. */
function queryParameters(query: TSchema, schemas: Schemas): Parameter[] {
  return Object.entries(propertiesOf(query)).flatMap(([name, schema]) =>
    schema.type === 'object'
      ? Object.entries(propertiesOf(schema)).map(([field, inner]) =>
          parameter(`${name}[${field}]`, 'query', inner, false, schemas),
        )
      : [parameter(name, 'query', schema, query.required?.includes(name) ?? false, schemas)],
  )
}

function bodyOf({ body, form, examples }: Endpoint, schemas: Schemas): Pick<Operation, 'requestBody'> {
  if (!body) return {}
  const example = examples?.body === undefined ? {} : { example: examples.body }
  const required = body.type !== 'object' || (body.required ?? []).length > 0
  const content = { schema: schemas.write(body), ...example }
  return { requestBody: { required, content: Object.fromEntries(mediaOf(form).map((media) => [media, content])) } }
}

const mediaOf = (form: Endpoint['form']): string[] =>
  form === undefined
    ? ['application/json']
    : ['application/x-www-form-urlencoded', ...(form === 'either' ? ['multipart/form-data'] : [])]
