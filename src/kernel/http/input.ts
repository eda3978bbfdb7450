import type { TSchema } from './type.ts'
import { kernelProblem } from '../problems.ts'

/**
 * What comes in is inspected (text that no database can hold, endless nesting) and read leniently (decisions 1,
 * Bodies): numbers in strings, and in queries also switches and lists. Everything else is the validator's business.
 */

interface Node {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly maxItems?: number
  readonly anyOf?: readonly Node[]
}

const deepest = 32

/** NUL bytes, lone surrogates, prototype keys and deep nesting are refused before anything looks at the value. */
export function inspect(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw kernelProblem('unreadable_body', { message: 'The body has text with a NUL character or a lone surrogate.' })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= deepest)
    throw kernelProblem('unreadable_body', { message: `The body is nested more than ${deepest} deep.` })
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, depth + 1)
    return
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw kernelProblem('unreadable_body', { message: 'The body has a key "__proto__".' })
    inspect(key)
    inspect(item, depth + 1)
  }
}

const uuidInAnyCase = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * UUIDs are lower case and a prefix is one parameter (decisions 1, Notations in paths); a path may spell them
 * otherwise, and nobody behind this point has to care.
 */
export function readPath({ length, ...params }: Readonly<Record<string, string>>): Record<string, string> {
  const read = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, uuidInAnyCase.test(value) ? value.toLowerCase() : value]),
  )
  return length === undefined ? read : { ...read, notation: `${read['notation'] ?? ''}/${length}` }
}

/** Returns the value with numbers in strings made numbers, where the schema wants a number. */
export function readLeniently(schema: TSchema | undefined, value: unknown, from: 'body' | 'query'): unknown {
  return schema === undefined ? value : read(schema, value, from, '')
}

function read(node: Node, value: unknown, from: 'body' | 'query', path: string): unknown {
  if (node.anyOf) return readAlternative(node.anyOf, value, from, path)
  if (node.type === 'array') return readList(node, value, from, path)
  if (node.type === 'object') return readObject(node, value, from, path)
  if (typeof value !== 'string') return value
  if (node.type === 'integer' || node.type === 'number') return readNumber(value)
  if (node.type === 'boolean' && from === 'query') return readSwitch(value)
  return value
}

function readAlternative(alternatives: readonly Node[], value: unknown, from: 'body' | 'query', path: string): unknown {
  const typed = alternatives.filter((node) => node.type !== 'null')
  return typed.length === 1 && value !== null ? read(typed[0] as Node, value, from, path) : value
}

function readList(node: Node, value: unknown, from: 'body' | 'query', path: string): unknown {
  const list = from === 'query' ? splitCommas(value) : value
  if (!Array.isArray(list)) return list
  // Too many items are refused here, so that nobody is made to validate each of them first.
  if (node.maxItems !== undefined && list.length > node.maxItems)
    throw kernelProblem('invalid_fields', { fields: { [path]: [`must have at most ${node.maxItems} items`] } })
  const { items } = node
  return items ? list.map((item, i) => read(items, item, from, `${path}.${i}`)) : list
}

function splitCommas(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? [] : value.split(',')
  return Array.isArray(value) ? value.flatMap((item: string) => item.split(',')) : value
}

function readObject(node: Node, value: unknown, from: 'body' | 'query', path: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const known = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(node.properties ?? {}))
    if (Object.hasOwn(known, name)) known[name] = read(inner, known[name], from, path === '' ? name : `${path}.${name}`)
  return value
}

function readNumber(text: string): unknown {
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text
}

function readSwitch(text: string): unknown {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : text
}
