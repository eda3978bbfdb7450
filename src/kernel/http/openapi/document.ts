import { methodOf, pathOf, type Endpoint } from '../../endpoint.ts'
import type { Dialects } from '../dialect.ts'
import { messageHeaders, messagesOf, type Message } from './messages.ts'
import { idempotencyKey, operationOf, type Operation } from './operation.ts'
import { referring, sharedParameters, type SharedParameters } from './parameters.ts'
import { headers, refusalResponses, type Refusal, type Response } from './responses.ts'
import { Schemas } from './schemas.ts'

/** OpenAPI 3.1, written straight from the declarations. */

/** One document: which endpoints it describes, and for whom. */
export interface Api {
  readonly path: `/${string}.json`
  readonly title: string
  readonly description: string
  readonly has: (endpoint: Endpoint) => boolean
  /** What is sent to whoever asks for it, under the tag of the endpoints by which one does. */
  readonly sends?: { readonly tag: string; readonly messages: readonly Message[] }
}

/** By the names that operations refer to. */
interface SecuritySchemes {
  readonly oauth: object
  readonly session: object
}

/** What the documents are about, beside the endpoints. */
export interface Described {
  readonly apis: readonly Api[]
  /** A sentence for each tag. */
  readonly tags: Readonly<Record<string, string>>
  /** Whom to ask. */
  readonly contact: string
  /** How tokens and sessions are got, for callers at this address. */
  readonly securitySchemes: (publicUrl: string) => SecuritySchemes
  /** Which paths say no in words of their own. */
  readonly dialects: Dialects
}

export type OpenApi = ReturnType<typeof documentOf>

export function documentOf(api: Api, endpoints: readonly Endpoint[], about: Described, publicUrl: string) {
  const schemas = new Schemas()
  const described = endpoints.filter(api.has)
  const refusals = described.map((endpoint) => refusalResponses(endpoint, about.dialects, schemas))
  const shared = sharedOf(refusals.flatMap((byStatus) => [...byStatus.values()]))
  const written = described.map((endpoint, i) => {
    const { responses, ...operation } = operationOf(endpoint, schemas)
    return { ...operation, responses: { ...refer(refusals[i] ?? new Map(), shared), ...responses } }
  })
  const parameters = sharedParameters(written)
  const operations = written.map((operation) => referring(operation, parameters))
  const webhooks = api.sends && messagesOf(api.sends.messages, api.sends.tag, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: '1.0',
      description: api.description,
      contact: { name: about.contact, url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(described, about.tags),
    paths: pathsOf(described, operations),
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: securityOf(described, about.securitySchemes(publicUrl)),
      headers: headersOf(operations),
      parameters: { ...parametersOf(operations, parameters), ...(webhooks && messageHeaders) },
      responses: responsesOf([...shared.values()]),
      schemas: schemas.all(),
    },
  }
}

/** The refusals that several operations have, each once, by their text: of those with the same name, the rarer are numbered. */
function sharedOf(refusals: readonly Refusal[]): Map<string, Refusal> {
  const byText = [...Map.groupBy(refusals, ({ response }) => JSON.stringify(response))]
  const several = byText.filter(([, same]) => same.length > 1).toSorted(([, a], [, b]) => b.length - a.length)
  const met = new Map<string, number>()
  return new Map(
    several.flatMap(([text, [first]]) => {
      if (!first) return []
      const nth = (met.get(first.name) ?? 0) + 1
      met.set(first.name, nth)
      return [[text, nth === 1 ? first : { ...first, name: `${first.name}${nth}` }] as const]
    }),
  )
}

function refer(refusals: ReadonlyMap<string, Refusal>, shared: ReadonlyMap<string, Refusal>) {
  return Object.fromEntries(
    [...refusals].map(([status, { response }]) => {
      const name = shared.get(JSON.stringify(response))?.name
      return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }]
    }),
  )
}

const responsesOf = (shared: readonly Refusal[]): Record<string, Response> =>
  Object.fromEntries(
    shared.map(({ name, response }) => [name, response] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

function pathsOf(endpoints: readonly Endpoint[], operations: readonly Operation[]) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [i, endpoint] of endpoints.entries()) {
    const path = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [methodOf(endpoint).toLowerCase()]: operations[i] as Operation }
  }
  return paths
}

function tagsOf(endpoints: readonly Endpoint[], descriptions: Described['tags']) {
  return [...new Set(endpoints.map(({ tag }) => tag))].flatMap((name) => {
    const description = descriptions[name]
    return description === undefined ? [] : [{ name, description }]
  })
}

const isUsed = (operations: readonly Operation[], kind: string, name: string): boolean =>
  JSON.stringify(operations).includes(`"#/components/${kind}/${name}"`)

const headersOf = (operations: readonly Operation[]) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => isUsed(operations, 'headers', name) || name === 'Retry-After'),
  )

const parametersOf = (operations: readonly Operation[], shared: SharedParameters) => ({
  ...shared,
  ...(isUsed(operations, 'parameters', 'IdempotencyKey') && { IdempotencyKey: idempotencyKey }),
})

function securityOf(endpoints: readonly Endpoint[], { oauth, session }: SecuritySchemes) {
  return endpoints.some(({ access }) => access.by === 'token') ? { oauth, session } : { session }
}
