import { kernelProblem, type Problem } from '../../kernel/problems.ts'
import type { Static } from '../../kernel/http/schema.ts'
import type { Form } from './describe.actions.ts'
import { sections, type PrefixAnswer, type ProjectedPrefix, type Section } from './prefix.wire.ts'

/** Which parts of a prefix an answer shows: `geodata.provider,whois` (specification, "fields"). */

/** Everything under a name, or the parts of it. */
type Shown = true | ReadonlyMap<string, Shown>

interface Fields {
  /** The same for fields that show the same. */
  readonly name: string
  /** What has to be found out; all of it where nothing was asked for. */
  readonly wanted: ReadonlySet<Section>
  readonly shown: Shown
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly patternProperties?: unknown
}

export const everything: Fields = { name: '*', wanted: new Set(Object.keys(sections) as Section[]), shown: true }
const root: Node = { properties: sections }

/** `also`: names that are no section and always there, such as `subsets`. */
export function readFields(texts: readonly string[] | undefined, also: readonly string[] = []): Fields {
  const given = (texts ?? []).map((text) => text.trim()).filter((text) => text !== '' && !also.includes(text))
  if (given.length === 0 && !texts?.length) return everything
  const shown = new Map<string, Shown>()
  for (const text of given) add(shown, text)
  return { name: given.join(), wanted: new Set([...shown.keys()] as Section[]), shown }
}

function add(shown: Map<string, Shown>, text: string): void {
  let node = root
  let at = shown
  const names = text.split('.')
  for (const [i, name] of names.entries()) {
    node = step(node, name, text)
    const known = at.get(name)
    if (known === true) return
    if (i === names.length - 1) at.set(name, true)
    else {
      const inner = new Map(known ?? [])
      at.set(name, inner)
      at = inner
    }
  }
}

/** A map's keys are the caller's own; a list is asked for as one of its items is. */
function step(node: Node, name: string, text: string): Node {
  const { properties, patternProperties } = node.items ?? node
  if (patternProperties !== undefined) return {}
  const inner = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
  if (inner === undefined) throw unknownField(text, Object.keys(properties ?? {}))
  return inner
}

function unknownField(text: string, known: readonly string[]): Problem {
  const shown = text.length > 64 ? `${text.slice(0, 64)}...` : text
  const others = known.length > 0 ? `known there: ${known.join(', ')}` : 'it has no parts'
  return kernelProblem('invalid_fields', { fields: { fields: [`there is no field "${shown}"; ${others}`] } })
}

/** What remains of a value. */
export function project(value: unknown, shown: Shown): unknown {
  if (shown === true) return value
  if (Array.isArray(value)) return value.map((item) => project(item, shown))
  if (typeof value !== 'object' || value === null) return value
  const known = value as Readonly<Record<string, unknown>>
  const left: Record<string, unknown> = Object.create(null)
  for (const [name, inner] of shown) if (Object.hasOwn(known, name)) left[name] = project(known[name], inner)
  return left
}

/** `exact` is null and no empty list: programs that take it for one length read that, and never a list. */
const nothing = {
  internal: false,
  readOnly: false,
  master: false,
  prefixLengthLimits: { min: 0, max: 0, exact: null },
  holders: [],
}

/** Always entire; parts that were not asked for have the default of their type. */
export function projectInternal(value: object | undefined, { shown }: Fields): object {
  if (shown === true) return value ?? nothing
  const parts = shown.get('internalMetadata')
  if (parts === undefined || value === undefined) return nothing
  if (parts === true) return value
  return fill(value as Readonly<Record<string, unknown>>, parts, nothing)
}

const emptyHolder = { tenantUUID: '', projectID: '', organisation: '', type: 0, top: false }

function fill(
  value: Readonly<Record<string, unknown>>,
  parts: ReadonlyMap<string, Shown>,
  defaults: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, standard]) => [name, fillPart(value[name], parts.get(name), standard)]),
  )
}

function fillPart(value: unknown, shown: Shown | undefined, standard: unknown): unknown {
  if (shown === undefined) return standard
  if (shown === true) return value
  const record = (of: unknown) => of as Readonly<Record<string, unknown>>
  if (Array.isArray(value)) return value.map((item) => fill(record(item), shown, emptyHolder))
  return fill(record(value), shown, record(standard))
}

/** One prefix, of the sections that were found out. */
export function projectPrefix(
  found: Partial<Record<Section, unknown>>,
  fields: Fields,
): Static<typeof ProjectedPrefix> {
  const internalMetadata = projectInternal(found.internalMetadata as object | undefined, fields)
  const names = Object.keys(sections) as Section[]
  const shown = names.flatMap((name): [string, unknown][] => {
    if (name === 'internalMetadata') return [[name, internalMetadata]]
    if (!(name in found)) return []
    const inner = fields.shown === true ? true : fields.shown.get(name)
    return inner === undefined ? [] : [[name, project(found[name], inner)]]
  })
  return Object.fromEntries(shown) as Static<typeof ProjectedPrefix>
}

/** Prefixes as text, with these fields. */
export const formOf = (fields: Fields): Form => ({
  name: fields.name,
  wanted: fields.wanted,
  write: (found) => JSON.stringify(projectPrefix(found, fields)),
})

/** Where everything was wanted, everything was found out. */
export const wholePrefix = (found: Partial<Record<Section, unknown>>): Static<typeof PrefixAnswer> =>
  projectPrefix(found, everything) as Static<typeof PrefixAnswer>
