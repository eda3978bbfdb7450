import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described } from '../../src/app/described.ts'
import { routes } from '../../src/app/routes.ts'
import { publishedTypes } from '../../src/webhooks/index.ts'
import { methodOf, pathOf } from '../../src/kernel/endpoint.ts'
import { refusalsOf } from '../../src/kernel/http/declared.ts'
import { expectedStatus } from '../support/refusals.ts'
import { paramsIn } from '../support/sample.ts'
import { openWorld, type World } from '../support/world.ts'

/** The description of the API is true, complete, has nouns, and can be read by programs that make clients of it. */

interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: ReadonlyArray<Record<string, readonly string[]>>
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { content: Record<string, { schema?: Schema }> }
  readonly responses: Readonly<Record<string, Response>>
}

interface Document {
  readonly openapi: string
  readonly info: { title: string; version: string; description: string }
  readonly servers: readonly { url: string }[]
  readonly tags: readonly { name: string; description: string }[]
  readonly components: {
    readonly securitySchemes: Record<string, { flows?: { clientCredentials: { scopes: object } } }>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
  }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
}

let world: World
const documents = new Map<string, Document>()
beforeAll(async () => {
  world = await openWorld()
  for (const { path } of described.apis) documents.set(path, (await world.call('GET', path)).body as Document)
})
afterAll(() => world.close())

const documentAt = (path: string): Document => documents.get(path) as Document

const operationsOf = (document: Document): Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path))

function found(route: (typeof routes)[number]): { document: Document; operation: Operation } {
  const path = pathOf(route).replaceAll(/:(\w+)/g, '{$1}')
  for (const document of documents.values()) {
    const operation = document.paths[path]?.[methodOf(route).toLowerCase()]
    if (operation) return { document, operation }
  }
  throw new Error(`${path} is not described`)
}

const partAt = (document: Document, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)

const responseIn = (document: Document, response: Response | undefined): Response | undefined =>
  response?.$ref === undefined ? response : (partAt(document, response.$ref) as Response)

const parametersIn = (document: Document, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((one) => (one.$ref === undefined ? one : (partAt(document, one.$ref) as Parameter)))

describe.each(described.apis.map(({ path }) => path))('%s', (path) => {
  it('is OpenAPI 3.1 with a title, a server, tags and the ways to sign in', () => {
    const document = documentAt(path)
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.title).toMatch(/^Sublet/)
    expect(document.servers).toEqual([{ url: world.house.config.publicUrl }])
    expect(Object.keys(document.components.securitySchemes)).toContain('session')
    for (const { tags = [] } of operationsOf(document))
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...tags]))
  })

  it('is the generated file', () => {
    const file = readFileSync(join(import.meta.dirname, '../../docs/generated', path), 'utf8')
    expect(documentAt(path)).toEqual(JSON.parse(file))
  })

  it('has no reference that leads nowhere, and no part that nothing refers to', () => {
    const document = documentAt(path)
    const references = new Set([...JSON.stringify(document).matchAll(/"\$ref":"(#\/[^"]*)"/g)].map(([, to = '']) => to))
    for (const reference of references)
      expect([reference, typeof partAt(document, reference)]).toEqual([reference, 'object'])
    const { schemas, responses } = document.components
    const parts = [
      ...Object.keys(schemas).map((n) => `#/components/schemas/${n}`),
      ...Object.keys(responses).map((n) => `#/components/responses/${n}`),
    ]
    expect(parts.filter((part) => !references.has(part))).toEqual([])
  })

  it('says no object twice: what stands in two places has a name', () => {
    const document = documentAt(path)
    const met = new Map<string, number>()
    const walk = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      const { properties = {}, required } = part as Schema
      const text = JSON.stringify({ properties, required })
      if (Object.keys(properties).length > 2) met.set(text, (met.get(text) ?? 0) + 1)
      for (const inner of Object.values(part)) walk(inner)
    }
    walk(document.paths)
    walk(document.components.schemas)
    expect([...met].filter(([, times]) => times > 1).map(([text]) => text)).toEqual([])
  })

  it('has a noun for every body, and in every answer', () => {
    const document = documentAt(path)
    const nameless: string[] = []
    for (const { operationId, requestBody, responses } of operationsOf(document)) {
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        if (!(schema?.$ref ?? schema?.items?.$ref)) nameless.push(`${operationId} body`)
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const { schema } = content['application/json'] ?? {}
        if (schema && status.startsWith('2') && !nounsIn(schema)) nameless.push(`${operationId} ${status}`)
      }
    }
    expect(nameless).toEqual([])
  })
})

/** A noun itself, a list of them, one or null; or any of these as `data`. */
function nounsIn({ $ref, items, anyOf, properties }: Schema): boolean {
  if ($ref !== undefined) return true
  if (items) return nounsIn(items)
  if (anyOf) return anyOf.filter(({ type }) => type !== 'null').every(nounsIn)
  return properties?.['data'] !== undefined && nounsIn(properties['data'])
}

describe('the document for programs', () => {
  const document = () => documentAt('/openapi.json')

  it('has the nouns of the trade, says where the others are, and is small enough to be read', () => {
    const nouns = [
      'Invoice',
      'Lease',
      'MarketService',
      'Cart',
      'Order',
      'Prefix',
      'Money',
      'Subscription',
      'Letter',
      'Reservation',
      'Payout',
    ]
    expect(Object.keys(document().components.schemas)).toEqual(expect.arrayContaining(nouns))
    for (const path of ['/openapi/portal.json', '/openapi/operator.json'])
      expect(document().info.description).toContain(path)
    expect(JSON.stringify(document()).length).toBeLessThan(650_000)
    expect(operationsOf(document()).filter(({ operationId }) => /^(portal|operator)/.test(operationId))).toEqual([])
  })

  it('has trees that speak of themselves', () => {
    const { subsets } = document().components.schemas['PrefixTree']?.properties ?? {}
    expect(subsets?.items).toEqual({ $ref: '#/components/schemas/PrefixTree' })
  })

  it('says of each event that is sent what its receiver gets, by name', () => {
    const { webhooks, components } = document()
    const sent = Object.entries(webhooks ?? {})
    expect(sent.map(([type]) => type).toSorted()).toEqual([...publishedTypes, 'webhook.test'].toSorted())
    const ids = sent.map(([, { post }]) => post.operationId)
    expect(new Set([...ids, ...routes.map(({ id }) => id)]).size).toBe(sent.length + routes.length)
    for (const [type, { post }] of sent) {
      const { $ref = '' } = post.requestBody?.content['application/json']?.schema ?? {}
      const payload = components.schemas[$ref.split('/').at(-1) ?? '']
      expect(payload?.required).toEqual(['type', 'timestamp', 'tenant_uuid', 'data'])
      expect(payload?.properties?.['type']).toMatchObject({ enum: [type] })
      expect(parametersIn(document(), post).map(({ name }) => name)).toContain('webhook-signature')
    }
  })

  it('has filters that any client can send', () => {
    const parameters = operationsOf(document()).flatMap((operation) => parametersIn(document(), operation))
    const status = operationsOf(document())
      .find(({ operationId }) => operationId === 'listInvoices')
      ?.parameters?.find(({ name }) => name === 'filter[status]')
    expect(status).toMatchObject({ in: 'query', style: 'form', explode: false, schema: { type: 'array' } })
    for (const { in: place, schema, style } of parameters) {
      expect([place, schema?.type]).not.toEqual(['query', 'object'])
      expect(style).not.toBe('deepObject')
    }
  })

  it('offers every scope that some endpoint wants', () => {
    const offered = document().components.securitySchemes['oauth']?.flows?.clientCredentials.scopes ?? {}
    const wanted = routes.flatMap(({ access }) => (access.by === 'token' ? [access.scope, `${access.scope}:read`] : []))
    expect(wanted.filter((scope) => !(scope in offered))).toEqual([])
  })
})

describe('all documents together', () => {
  it('describe exactly the endpoints there are, each once', () => {
    const ids = [...documents.values()].flatMap((document) =>
      operationsOf(document).map(({ operationId }) => operationId),
    )
    expect(ids.toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
  })

  it('mean the same by the same noun, and by the same parameter', () => {
    const nouns = new Map<string, Schema | Parameter>()
    for (const { components } of documents.values())
      for (const [name, said] of [...Object.entries(components.schemas), ...Object.entries(components.parameters)]) {
        expect([name, nouns.get(name) ?? said]).toEqual([name, said])
        nouns.set(name, said)
      }
  })

  it.each(routes.map((e) => [e.id, e] as const))('%s says who, with what, and every answer', (id, endpoint) => {
    const { document, operation } = found(endpoint)
    expect(operation).toMatchObject({ operationId: id, summary: endpoint.summary, tags: [endpoint.tag] })
    expect(operation.description).toMatch(/\w/)
    const { access } = endpoint
    const wanted = {
      token: [{ oauth: [access.by === 'token' ? access.scope : ''] }, { session: [] }],
      anyone: [] as object[],
    }
    expect(operation.security).toEqual(
      access.by === 'token' || access.by === 'anyone' ? wanted[access.by] : [{ session: [] }],
    )

    const inPath = parametersIn(document, operation).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(paramsIn(endpoint).toSorted())
    expect(inPath.every(({ required, schema }) => required && schema)).toBe(true)
    const media = endpoint.form ? ['application/x-www-form-urlencoded'] : ['application/json']
    if (endpoint.form === 'either') media.push('multipart/form-data')
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(endpoint.body ? media : [])

    const responses = Object.entries(operation.responses).map(
      ([status, one]) => [status, responseIn(document, one)] as const,
    )
    const byStatus = new Map(responses)
    const success = byStatus.get(String(endpoint.status ?? 200))
    expect(Object.keys(success?.headers ?? {}).includes('RateLimit-Limit')).toBe(!endpoint.unlimited)
    for (const [, response] of responses) expect(response?.description).toMatch(/\S/)
    for (const { status, code } of refusalsOf(endpoint))
      expect(byStatus.get(String(expectedStatus(endpoint, status)))?.description).toContain(`\`${code}\``)
    expect(byStatus.get('500')?.description).toContain('`internal`')
    expect(Object.keys(byStatus.get('429')?.headers ?? {}).includes('Retry-After')).toBe(!endpoint.unlimited)
  })
})
