import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Every statement of the product, read from its sources: what stands in ``query`…` `` with its fragments put in. So they
 * can be listed, and prepared on a migrated database, also those that no test says.
 */

const root = join(import.meta.dirname, '../..')

export interface Statement {
  readonly path: string
  readonly line: number
  /** The type that its rows are said to have. */
  readonly row: string | null
  /** With `$1`, `$2` for values; a fragment that varies makes several. */
  readonly texts: readonly string[]
}

/** A template: its words, and between them expressions. */
interface Template {
  readonly at: number
  readonly end: number
  readonly row: string | null
  readonly strings: readonly string[]
  readonly expressions: readonly string[]
}

interface Source {
  readonly path: string
  readonly text: string
  /** By the name they are given in this file. */
  readonly fragments: Map<string, Template[]>
}

/** What a place may say: null where that is only known at run time. */
type Said = readonly string[] | null

const most = 16

/** From the mark that opens a template, a string or a pair of braces to behind the one that closes it. */
function skip(text: string, from: number): number {
  const open = text[from]
  for (let i = from + 1; i < text.length; i++) {
    const mark = text[i] ?? ''
    if (mark === '\\') i++
    else if (open === '`') {
      if (mark === '`') return i + 1
      if (mark === '$' && text[i + 1] === '{') i = skip(text, i + 1) - 1
    } else if (open !== '{') {
      if (mark === open) return i + 1
    } else if (mark === '}') return i + 1
    else if ('{`\'"'.includes(mark)) i = skip(text, i) - 1
  }
  return text.length
}

function templateAt(text: string, { index: at, 0: tag, 1: row }: RegExpExecArray): Template {
  const tick = at + tag.length - 1
  const end = skip(text, tick)
  const [strings, expressions]: [string[], string[]] = [[''], []]
  for (let i = tick + 1; i < end - 1; i++) {
    if (text[i] === '$' && text[i + 1] === '{') {
      const close = skip(text, i + 1)
      expressions.push(text.slice(i + 2, close - 1).trim())
      strings.push('')
      i = close - 1
    } else strings[strings.length - 1] += text[i] ?? ''
  }
  return { at, end, row: row ?? null, strings, expressions }
}

const opening = /\bquery(?:<((?:[^<>`]|<[^<>]*>|=>)*)>)?`/g

function templatesIn(text: string): Template[] {
  const found = [...text.matchAll(opening)].map((match) => templateAt(text, match))
  // Those inside others are read with them.
  return found.filter(({ at }) => !found.some((other) => other.at < at && at < other.end))
}

/** `const x = query…`, `const x = (…) => query…`, `const x = { a: query… }`, `function x(…) { … return query… }`. */
function fragmentsIn(text: string, templates: readonly Template[]): Map<string, Template[]> {
  const declared = [...text.matchAll(declaring)].map(({ 1: indent = '', 2: name = '', index }) => {
    // What belongs to it stands further in, up to what closes it.
    const after = new RegExp(`\\n {0,${indent.length}}(?=[^\\s)\\]}])`, 'g')
    after.lastIndex = index + 1
    return { name, index, end: after.exec(text)?.index ?? text.length }
  })
  const innermost = ({ at }: Template) => declared.findLast(({ index, end }) => index < at && at < end)
  return Map.groupBy(templates, (template) => innermost(template)?.name ?? '')
}

/** What is waited for are rows, and no fragment. */
const declaring = /^( *)(?:export )?(?:const|(?:async )?function) (\w+)\b(?! = \(?await\b)/gm

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, fragments: fragmentsIn(text, templatesIn(text)) }
}

const arrays: Readonly<Record<string, string>> = {
  uuidArray: 'uuid',
  textArray: 'text',
  wholeArray: 'bigint',
  timeArray: 'timestamptz',
}

class Reader {
  readonly #sources: ReadonlyMap<string, Source>

  constructor(sources: readonly Source[]) {
    this.#sources = new Map(sources.map((source) => [source.path, source]))
  }

  textsOf(source: Source, template: Template, depth = 0): Said {
    let texts: string[] = [template.strings[0] ?? '']
    for (const [i, expression] of template.expressions.entries()) {
      const said = this.#said(source, expression, depth + 1)
      if (said === null) return null
      const after = template.strings[i + 1] ?? ''
      texts = texts.flatMap((text) => said.map((part) => text + part + after)).slice(0, most)
    }
    return texts
  }

  #said(source: Source, expression: string, depth: number): Said {
    if (depth > 12) return null
    const inner = templatesIn(expression)
    const isCall = /^\w+\(/.test(expression)
    if (inner.length > 0 && !isCall) return this.#all(inner.map((template) => this.textsOf(source, template, depth)))
    const choice = /^[^?]+\?([^:]+):(.+)$/s.exec(expression)
    if (choice && !expression.includes('?.')) {
      const sides = [choice[1] ?? '', choice[2] ?? ''].map((side) => this.#said(source, side.trim(), depth))
      if (sides.some((side) => side === null || side.some((text) => text !== value))) return this.#all(sides)
    }
    const [, name = ''] = /^(\w+)/.exec(expression) ?? []
    if (name === 'nothing') return ['']
    if (['joined', 'raw', 'identifier', 'assigned', 'arrayOf', 'columnOf', 'all'].includes(name)) return null
    if (arrays[name] !== undefined) return [`${value}::${arrays[name]}[]`]
    // A parameter, or one of several that are taken apart.
    const given = `\\b${name}: (Query<|Fragment\\b|\\([^)]*\\) => Fragment\\b)|const \\[[^\\]=]*\\b${name}\\b[^\\]=]*\\] =|${batch(name)}`
    if (new RegExp(given).test(source.text)) return null
    if (name === 'order' && source.text.includes('{ order, most, skip }')) return [anyOrder]
    const list = new RegExp(`const ${name} = (${Object.keys(arrays).join('|')})\\(`).exec(source.text)?.[1]
    if (list !== undefined) return [`${value}::${arrays[list]}[]`]
    const called = new RegExp(`^ *const ${name} = ((?!query)\\w+\\(.*)$`, 'm').exec(source.text)?.[1]
    if (called !== undefined) return this.#said(source, called, depth + 1)
    const [owner, templates] = this.#fragment(source, name)
    if (templates) return this.#all(templates.map((template) => this.textsOf(owner, template, depth)))
    const meant = new RegExp(`^ *const ${name} = (\\w.*)$`, 'm').exec(source.text)?.[1]
    return meant === undefined || meant.startsWith('await ') ? [value] : this.#said(source, meant, depth + 1)
  }

  #all(parts: readonly Said[]): Said {
    return parts.includes(null) ? null : [...new Set(parts.flatMap((part) => part ?? []))]
  }

  /** Of this file, or of the one that it is imported from. */
  #fragment(source: Source, name: string): [Source, readonly Template[] | undefined] {
    const own = source.fragments.get(name)
    if (own) return [source, own]
    const imported = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(source.text)?.[1]
    const from = imported?.startsWith('.') ? this.#sources.get(join(dirname(source.path), imported)) : undefined
    return [from ?? source, from?.fragments.get(name)]
  }
}

/** What `inBatches` hands to a statement: fragments, and how many rows. */
const batch = (name: string): string => `\\(\\{ (?=[^}]*\\b${name}\\b)standing, [^}]*, most \\}`

/** What `pageOfList` hands to a statement is in one order or its reverse. */
const anyOrder = 'order by 1'

/** Stands for a value until all of them are numbered. */
const value = '\u0000'

function numbered(text: string): string {
  let n = 0
  return text.replaceAll(value, () => `$${++n}`).trim()
}

const isWhole = /^(\(select[^]*\) union|select|insert|update|delete|with\b[^]*\)\s*(select|insert|update|delete))\b/i

/** In the order of files and lines. What is put together at run time, from columns or wishes, has no text here. */
export function statements(): Statement[] {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && path !== 'src/kernel/db/query.ts')
    .toSorted()
    .map(read)
  const reader = new Reader(sources)
  return sources.flatMap((source) =>
    templatesIn(source.text).flatMap((template) => {
      const texts = (reader.textsOf(source, template) ?? []).map(numbered).filter((text) => isWhole.test(text))
      const line = source.text.slice(0, template.at).split('\n').length
      return texts.length === 0 ? [] : [{ path: source.path, line, row: template.row, texts: [...new Set(texts)] }]
    }),
  )
}

const tidyText = (text: string): string => text.replaceAll(/\s*\n\s*/g, '\n  ')

export function statementsPage(): string {
  const bySlice = Map.groupBy(statements(), ({ path }) => path.split('/')[1] ?? '')
  const slices = [...bySlice].map(([slice, of]) => {
    const listed = of.map(({ path, texts }) => `-- ${path}\n${texts.map(tidyText).join(';\n')};`)
    return `## ${slice}\n\n${of.length} places.\n\n\`\`\`sql\n${listed.join('\n\n')}\n\`\`\`\n`
  })
  return `# Statements\n\nWhat is sent to PostgreSQL, by slice. Values are \`$1\`, \`$2\`; where a fragment varies, each text stands here. What is put together from columns or wishes at run time is not among them.\n\n${slices.join('\n')}`
}
