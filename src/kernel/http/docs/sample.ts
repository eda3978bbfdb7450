import { meant, type Nouns, type Shown } from './schema-table.ts'

/** Something to begin with: what a body may look like, from its schema alone. */

/** Nouns that speak of themselves end here. */
const deepest = 8

const texts: Readonly<Record<string, string>> = {
  email: 'someone@example.net',
  uri: 'https://example.net/',
  date: '2026-11-17',
  'date-time': '2026-11-17T10:00:00Z',
}

export function sampleOf(given: Shown, api: { components: { schemas: Nouns } }, depth = 0): unknown {
  const inner = (one: Shown) => sampleOf(one, api, depth + 1)
  if (depth > deepest) return null
  const schema = meant(given, api)
  const { examples, enum: values, anyOf, properties, required = [], items, type } = schema
  const [known = schema['default'] ?? values?.[0]] = (examples ?? []) as readonly unknown[]
  if (known !== undefined) return known
  if (anyOf) return inner(anyOf[0] ?? {})
  if (type === 'array') return items ? [inner(items)] : []
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, inner(properties?.[name] ?? {})] as const))
  return plainOf(schema)
}

function plainOf({ type, format, minimum }: Shown): unknown {
  if (type === 'integer' || type === 'number') return Math.max(Number(minimum ?? 1), 0)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return texts[String(format)] ?? 'text'
}
