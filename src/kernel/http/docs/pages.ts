import type { OpenApi } from '../openapi/document.ts'
import type { Operation } from '../openapi/operation.ts'
import { frame } from './frame.ts'
import { html, prose, words, type Markup } from './markup.ts'
import { operationBody } from './operation-body.ts'
import { describe, fieldsOf, type Shown } from './schema-table.ts'

/** The pages about the API, by their paths below `/docs`: everything on one, then each operation and each noun. */

export interface Entry {
  readonly api: OpenApi
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const entriesOf = (api: OpenApi): Entry[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ api, method, path, operation })),
  )

export class Pages {
  readonly #documents: ReadonlyMap<string, OpenApi>
  readonly #entries: readonly Entry[]
  readonly #nouns: ReadonlyMap<string, Shown>

  constructor(documents: ReadonlyMap<string, OpenApi>) {
    this.#documents = documents
    this.#entries = [...documents.values()].flatMap(entriesOf)
    const schemas = [...documents.values()].flatMap(({ components }) => Object.entries(components.schemas))
    this.#nouns = new Map((schemas as [string, Shown][]).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The page at this path, or null. */
  at(path: string): string | null {
    const [kind = '', name = '', ...more] = path.split('/')
    if (kind === '') return this.#everything()
    if (more.length > 0) return null
    if (kind === 'operations') return this.#operation(name)
    return kind === 'nouns' ? this.#noun(name) : null
  }

  /** Operations and nouns that have all these words, wherever. */
  search(text: string): string {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
    const has = (...texts: readonly string[]) => {
      const all = texts.join(' ').toLowerCase()
      return wanted.every((word) => all.includes(word))
    }
    const found = this.#entries.filter(({ method, path, operation: { operationId, summary, description, tags } }) =>
      has(method, path, operationId, summary, description, ...tags),
    )
    const nouns = [...this.#nouns].filter(([name, schema]) => has(name, schema.description ?? '')).map(([name]) => name)
    const count = `${found.length} operation${found.length === 1 ? '' : 's'}, ${nouns.length} noun${nouns.length === 1 ? '' : 's'}`
    const body = html`<h1>“${text}”</h1>
      <p role="status">${count}</p>
      ${list(found)}${
        nouns.length > 0
          ? html`<h2>Nouns</h2>
              ${links(nouns)}`
          : ''
      }`
    return frame(`Search: ${text}`, body, text)
  }

  #everything(): string {
    const parts = [...this.#documents].map(([path, api]) => {
      const entries = this.#entries.filter((entry) => entry.api === api)
      const tags = api.tags.map(
        ({ name, description }) =>
          html`<h3 id="${name}">${name}</h3>
            <p>${words(description)}</p>
            ${list(entries.filter(({ operation }) => operation.tags.includes(name)))}`,
      )
      return html`<h2>${api.info.title}</h2>
        ${prose(api.info.description)}
        <p><a href="${path}">${path}</a></p>
        ${tags}`
    })
    return frame(
      'All operations',
      html`<h1>The API</h1>
        ${parts}
        <h2>Nouns</h2>
        ${links([...this.#nouns.keys()])}`,
    )
  }

  #operation(id: string): string | null {
    const entry = this.#entries.find(({ operation }) => operation.operationId === id)
    return entry ? frame(entry.operation.summary, operationBody(entry)) : null
  }

  #noun(name: string): string | null {
    const schema = this.#nouns.get(name)
    if (!schema) return null
    const users = this.#entries.filter((entry) => speaksOf(entry, name))
    const shape = schema.properties ? fieldsOf(schema) : html`<p>${describe(schema)}</p>`
    const said = schema.properties && schema.description ? html`<p>${words(schema.description)}</p>` : ''
    return frame(
      name,
      html`<h1>${name}</h1>
        ${said}${shape}
        <h2>Where it is used</h2>
        ${list(users)}`,
    )
  }
}

/** By itself, or through the nouns it is a part of. */
function speaksOf({ api, operation }: Entry, name: string): boolean {
  const schemas: Readonly<Record<string, unknown>> = api.components.schemas
  const seen = new Set<string>()
  const open: unknown[] = [operation.requestBody, operation.responses, operation.parameters]
  for (let part = open.pop(); part !== undefined || open.length > 0; part = open.pop())
    for (const [, noun = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (noun === name) return true
      if (!seen.has(noun)) open.push(schemas[noun])
      seen.add(noun)
    }
  return false
}

const list = (entries: readonly Entry[]): Markup =>
  html`<ul class="list">
    ${entries.map(
      ({ method, path, operation }) =>
        html`<li>
          <a href="/docs/operations/${operation.operationId}"
            ><span class="method ${method}">${method.toUpperCase()}</span><span>${operation.summary}</span
            ><span class="path">${path}</span></a
          >
        </li>`,
    )}
  </ul>`

const links = (nouns: readonly string[]): Markup =>
  html`<ul class="nouns">
    ${nouns.map((name) => html`<li><a href="/docs/nouns/${name}">${name}</a></li>`)}
  </ul>`
