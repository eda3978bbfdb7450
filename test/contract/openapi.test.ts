import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { methodOf, pathOf } from '../../src/kernel/endpoint.ts'
import { inOpenApi30 } from '../../src/kernel/http/openapi30.ts'
import { refusalsOf } from '../../src/kernel/http/openapi.ts'
import { expectedStatus } from '../support/refusals.ts'
import { paramsIn } from '../support/sample.ts'
import { openWorld, type World } from '../support/world.ts'

/** The description of the API is true, complete and readable without the internet. */

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: ReadonlyArray<Record<string, readonly string[]>>
  readonly parameters?: ReadonlyArray<{ name: string; in: string; required?: boolean; schema?: object }>
  readonly requestBody?: { content: Record<string, { schema?: object }> }
  readonly responses: Readonly<Record<string, { description?: string; content?: object }>>
}

interface Document {
  readonly openapi: string
  readonly info: { title: string; version: string; description: string }
  readonly servers: readonly { url: string }[]
  readonly components: { securitySchemes: Record<string, { flows?: { clientCredentials: { scopes: object } } }> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let world: World
let document: Document
beforeAll(async () => {
  world = await openWorld()
  document = (await world.call('GET', '/openapi.json')).body as Document
})
afterAll(() => world.close())

function operationOf(route: (typeof routes)[number]): Operation {
  const path = pathOf(route).replaceAll(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[methodOf(route).toLowerCase()]
  if (!operation) throw new Error(`${path} is not described`)
  return operation
}

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 with a title, a server and the ways to sign in', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({
      title: 'Sublet',
      version: expect.any(String),
      description: expect.any(String),
    })
    expect(document.servers).toEqual([{ url: world.house.config.publicUrl }])
    expect(Object.keys(document.components.securitySchemes).toSorted()).toEqual(['oauth', 'session'])
  })

  it('is the generated file', () => {
    const file = readFileSync(join(import.meta.dirname, '../../docs/generated/openapi.json'), 'utf8')
    expect(document).toEqual(JSON.parse(file))
  })

  it('describes exactly the endpoints there are', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((o) => o.operationId ?? ''))
    expect(ids.toSorted()).toEqual(routes.map(({ id }) => id).toSorted())
  })

  it('has no reference that leads nowhere', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '')
    for (const reference of references) {
      expect(reference).toMatch(/^#\//)
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(target).toBeTypeOf('object')
    }
  })

  it.each(routes.map((e) => [e.id, e] as const))('%s says who, with what, and every answer', (id, endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation).toMatchObject({ operationId: id, summary: endpoint.summary, tags: [endpoint.tag] })
    const { access } = endpoint
    const wanted = {
      token: [{ oauth: [access.by === 'token' ? access.scope : ''] }, { session: [] }],
      anyone: [] as object[],
    }
    expect(operation.security).toEqual(
      access.by === 'token' || access.by === 'anyone' ? wanted[access.by] : [{ session: [] }],
    )

    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(paramsIn(endpoint).toSorted())
    expect(inPath.every(({ required, schema }) => required && schema)).toBe(true)
    const media = endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json'
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(endpoint.body ? [media] : [])

    expect(Object.keys(operation.responses)).toContain(String(endpoint.status ?? 200))
    for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\S/)
    for (const { status, code } of refusalsOf(endpoint))
      expect(operation.responses[expectedStatus(endpoint, status)]?.description).toContain(`\`${code}\``)
  })

  it('offers every scope that some endpoint wants', () => {
    const offered = document.components.securitySchemes['oauth']?.flows?.clientCredentials.scopes ?? {}
    const wanted = routes.flatMap(({ access }) => (access.by === 'token' ? [access.scope, `${access.scope}:read`] : []))
    expect(wanted.filter((scope) => !(scope in offered))).toEqual([])
  })
})

describe('/docs', () => {
  it('answers with everything it needs, from us alone', async () => {
    const page = await world.call('GET', '/docs/')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(assets.length).toBeGreaterThan(3)
    for (const asset of assets) {
      expect(asset).not.toMatch(/^(https?:)?\/\//)
      const { pathname } = new URL(asset, 'http://sublet.example/docs/')
      expect([asset, (await world.call('GET', pathname)).status]).toEqual([asset, 200])
    }
  })

  it('is found without the slash, and reads the same description', async () => {
    const bare = await world.call('GET', '/docs')
    expect([200, 301, 302]).toContain(bare.status)
    expect((await world.call('GET', '/docs/json')).body).toEqual(inOpenApi30(document))
  })

  it('reads nothing that OpenAPI 3.0 could not say', async () => {
    const { text } = await world.call('GET', '/docs/json')
    expect(text.match(/"(type":("null"|\[)|examples":\[|(const|prefixItems|patternProperties|\$defs)":)/g)).toBeNull()
  })
})
