import { Ajv } from 'ajv'
import { newUuid } from '../../src/kernel/uuid.ts'
import { methodOf, pathOf, tenantParam, type Endpoint } from '../../src/kernel/endpoint.ts'
import { readLeniently } from '../../src/kernel/http/input.ts'
import { propertiesOf, type TSchema } from '../../src/kernel/http/schema.ts'

/** Values made from declarations: a request that passes an endpoint's schemas, and values that do not. */

export interface Node {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly examples?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

const ajv = new Ajv({ strict: false, formats: { email: /^[^@\s]+@[^@\s]+$/ }, validateFormats: true, logger: false })

const formatted: Readonly<Record<string, string>> = {
  email: 'someone@example.net',
  uri: 'https://example.net/',
  date: '2026-11-15',
  'date-time': '2026-11-15T10:00:00Z',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

/** A value the schema accepts; where a pattern cannot be guessed, the schema's own example. */
function sampleOf(node: Node): unknown {
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  if (isUuid(node)) return newUuid()
  if (node.examples?.length) return node.examples[0]
  if (node.anyOf) return sampleOf(node.anyOf[0] ?? {})
  if (node.type === 'object') return sampleObject(node)
  if (node.type === 'array') return Array.from({ length: node.minItems ?? 0 }, () => sampleOf(node.items ?? {}))
  if (node.type === 'integer' || node.type === 'number') return Math.max(node.minimum ?? 1, 0)
  if (node.type === 'boolean') return true
  if (node.type === 'null') return null
  if (node.pattern) throw new Error(`a schema with the pattern ${node.pattern} needs an example`)
  return formatted[node.format ?? ''] ?? 'a'.repeat(Math.max(node.minLength ?? 1, 1))
}

function sampleObject(node: Node): Record<string, unknown> {
  return Object.fromEntries((node.required ?? []).map((name) => [name, sampleOf(node.properties?.[name] ?? {})]))
}

function isUuid({ pattern = '', format }: Node): boolean {
  return format === 'uuid' || (/\{8\}-.*\{12\}/.test(pattern) && new RegExp(pattern).test(newUuid()))
}

/** A body that passes: the endpoint's example, or one made from its schema. */
export function sampleBody({ body, examples }: Endpoint): Record<string, unknown> {
  if (!body) return {}
  return structuredClone(examples?.body ?? sampleOf(body)) as Record<string, unknown>
}

export function paramsIn(endpoint: Pick<Endpoint, 'route'>): string[] {
  return [...pathOf(endpoint).matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}

/** The parameters that name objects: all but the company. */
export function objectParams(endpoint: Endpoint): string[] {
  return paramsIn(endpoint).filter((name) => name !== tenantParam(endpoint) && !values.has(name))
}

/** Not names of objects but values that are read: one that is none is refused as such. */
const values: ReadonlySet<string> = new Set(['notation', 'asn', 'letterCode', 'textKind'])

/** The endpoint's path, each parameter as given or else something well-formed that does not exist. */
export function pathFor(endpoint: Endpoint, given: Readonly<Record<string, string>> = {}): string {
  const schemas = endpoint.params ? propertiesOf(endpoint.params) : {}
  return pathOf(endpoint).replaceAll(/:(\w+)/g, (_all, name: string) => {
    const value = given[name] ?? (name === tenantParam(endpoint) ? newUuid() : sampleOf(schemas[name] ?? {}))
    return encodeURIComponent(String(value))
  })
}

/** How a request with this body is sent to the endpoint. */
export function sending(endpoint: Endpoint, body: Record<string, unknown>) {
  if (methodOf(endpoint) === 'GET') return {}
  if (!endpoint.form) return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return {
    payload: new URLSearchParams(body as Record<string, string>).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

/** By the schema of the value: one and the same object is compiled once. */
const wrappedOnes = new WeakMap<Node, TSchema>()

/** Whether the value, read as leniently as decided, passes the schema. */
export function accepts(schema: Node, value: unknown, from: 'body' | 'query'): boolean {
  const wrapped = wrappedOnes.get(schema) ?? ({ type: 'object', properties: { value: schema } } as unknown as TSchema)
  wrappedOnes.set(schema, wrapped)
  try {
    return ajv.validate(wrapped, readLeniently(wrapped, { value: structuredClone(value) }, from))
  } catch {
    return false
  }
}

/** Every field of a body schema, by its path, objects and their fields both. */
export function* fieldsOf(node: Node, path: readonly string[] = []): Generator<[path: readonly string[], node: Node]> {
  for (const [name, inner] of Object.entries(node.properties ?? {})) {
    yield [[...path, name], inner]
    const object = inner.anyOf?.find((branch) => branch.type === 'object') ?? inner
    yield* fieldsOf(object, [...path, name])
  }
}

const ofEveryType: readonly unknown[] = [null, true, 0, -1, 1.5, 2 ** 63, '', '-1', '1e999', [], {}, [[]], [{}], [null]]

/** Values of every type and past every limit; what the schema refuses of them must be refused. */
export function oddValues(node: Node): unknown[] {
  const bound = node.anyOf?.find((branch) => branch.type !== 'null') ?? node
  return [
    ...ofEveryType,
    'no such value',
    'x'.repeat((bound.maxLength ?? 10_000) + 1),
    ...(bound.maximum === undefined ? [] : [bound.maximum + 1, String(bound.maximum + 1)]),
    ...(bound.minimum === undefined ? [] : [bound.minimum - 1]),
    Array.from({ length: (bound.maxItems ?? 1_000) + 1 }, () => sampleOf(bound.items ?? {})),
  ]
}

export function withField(body: Record<string, unknown>, path: readonly string[], value: unknown) {
  const changed = structuredClone(body)
  let at = changed
  for (const name of path.slice(0, -1)) {
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = {}
    at = at[name] as Record<string, unknown>
  }
  at[path.at(-1) ?? ''] = value
  return changed
}
