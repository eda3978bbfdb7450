import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/app/routes.ts'
import { isSafe, methodOf, pathOf, tenantParam, type Endpoint } from '../../src/kernel/endpoint.ts'
import { refusalsOf } from '../../src/kernel/http/declared.ts'
import { kernelProblem } from '../../src/kernel/problems.ts'
import { propertiesOf } from '../../src/kernel/http/schema.ts'
import { paramsIn, pathFor, sampleBody, type Node } from '../support/sample.ts'

/** Facts about the table of endpoints itself. */

function repeated(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}

/** Names without a test file of their own, each with the reason. */
const testedElsewhere: Readonly<Record<string, string>> = {
  home: 'a fixed page; the browser tests read it',
  alive: 'test/contract/http.test.ts asks it in every overload',
}

describe('the table', () => {
  it('names every endpoint and every route once', () => {
    expect(repeated(routes.map(({ id }) => id))).toEqual([])
    const shapes = routes.map((endpoint) => `${methodOf(endpoint)} ${pathOf(endpoint).replaceAll(/:\w+/g, ':')}`)
    expect(repeated(shapes)).toEqual([])
  })

  it.each(routes.map((e) => [e.id, e] as const))('%s says what it is', (id, endpoint) => {
    const { summary, description, tag } = endpoint
    expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
    expect(description ?? 'A sentence.').toMatch(/[.!?]$/)
    expect(tag).toMatch(/^[A-Z]/)
    expect(['token', 'member', 'person', 'operator', 'anyone']).toContain(endpoint.access.by)
    const own = endpoint.params ? Object.keys(propertiesOf(endpoint.params)) : []
    const company = tenantParam(endpoint)
    expect(paramsIn(endpoint).toSorted()).toEqual(
      [...own, ...(company && !own.includes(company) ? [company] : [])].toSorted(),
    )
    expect(endpoint.access.by === 'member' && company === null).toBe(false)
    expect(isSafe(endpoint) && endpoint.body !== undefined).toBe(false)
    expect(endpoint.status === 204 && endpoint.answer !== undefined).toBe(false)
    expect(endpoint.status === 204 || endpoint.answer !== undefined || endpoint.content !== undefined).toBe(true)
  })

  it('can be called as declared: every path and body can be made from its schema', () => {
    for (const endpoint of routes) {
      expect(pathFor(endpoint)).toMatch(/^\/[\w%./-]*$/)
      expect(sampleBody(endpoint)).toBeTypeOf('object')
    }
  })

  it('has a test under test/api for each endpoint, which names its id or its route', () => {
    const api = join(import.meta.dirname, '../api')
    const tests = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'))
    const texts = tests.map((name) => readFileSync(join(api, name), 'utf8')).join('\n')
    const written = ({ route }: Endpoint) => route.replaceAll(/:(\w+)/g, '{$1}')
    const named = (endpoint: Endpoint) =>
      new RegExp(`\\b${endpoint.id}\\b`).test(texts) || texts.includes(`'${written(endpoint)}`)
    const unnamed = routes.filter((endpoint) => !named(endpoint) && !(endpoint.id in testedElsewhere))
    expect(unnamed.map(({ id }) => id)).toEqual([])
  })
})

describe('refusals', () => {
  const rows = [...routes.flatMap(refusalsOf), ...kernelProblem.all]

  it('say a whole sentence, under a stable code, with a status that refuses', () => {
    for (const { code, status, sentence } of rows) {
      expect(sentence).toMatch(/^\S.*\S\.$/)
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  it('mean one thing per code and one code per sentence', () => {
    const byCode = new Map(rows.map((row) => [row.code, `${row.status} ${row.sentence}`]))
    for (const row of rows)
      expect([row.code, `${row.status} ${row.sentence}`]).toEqual([row.code, byCode.get(row.code)])
    expect(repeated([...byCode.values()])).toEqual([])
  })

  it('are declared once per endpoint', () => {
    for (const endpoint of routes) expect(repeated((endpoint.refuses ?? []).map(({ code }) => code))).toEqual([])
  })
})

/** What has no limit in a schema, by its path. */
function* unbounded(node: Node, path: string): Generator<string> {
  if (node.type === 'string' && !isBoundedText(node)) yield `${path}: text without a longest length`
  if (node.type === 'array' && node.maxItems === undefined) yield `${path}: a list without maxItems`
  if ((node.type === 'integer' || node.type === 'number') && (node.minimum === undefined || node.maximum === undefined))
    yield `${path}: a number without minimum and maximum`
  for (const [i, branch] of (node.anyOf ?? []).entries()) yield* unbounded(branch, `${path}|${i}`)
  for (const [name, inner] of Object.entries(node.properties ?? {})) yield* unbounded(inner, `${path}.${name}`)
  for (const inner of Object.values(node.patternProperties ?? {})) yield* unbounded(inner, `${path}.*`)
  if (node.items) yield* unbounded(node.items, `${path}[]`)
}

const boundedFormats = new Set(['uuid', 'date', 'date-time', 'ipv4', 'ipv6'])

/** A pattern bounds its text when it is anchored and repeats nothing without end. */
function isBoundedText({ maxLength, enum: values, pattern, format }: Node): boolean {
  if (maxLength !== undefined || values !== undefined || boundedFormats.has(format ?? '')) return true
  return pattern !== undefined && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)
}

describe('limits', () => {
  const schemas = routes.flatMap((endpoint: Endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part]
      return schema ? [[`${endpoint.id} ${part}`, schema] as const] : []
    }),
  )

  it.each(schemas)('%s takes nothing without end', (name, schema: Node) => {
    expect([...unbounded(schema, name)]).toEqual([])
  })

  it('are found wherever they are missing', () => {
    const loose: Node = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer', minimum: 0 } } },
    }
    expect([...unbounded(loose, 'x')]).toEqual([
      'x.a: text without a longest length',
      'x.b: a list without maxItems',
      'x.b[]: a number without minimum and maximum',
    ])
  })
})
