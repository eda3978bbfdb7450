import type { OpenApi } from '../openapi/document.ts'
import type { Operation } from '../openapi/operation.ts'
import { frame } from './frame.ts'
import { html, prose, words, type Markup } from './markup.ts'
import { operationBody } from './operation-body.ts'
import { describe, fieldsOf, type Shown } from './schema-table.ts'
import { webhookBody, webhookList, webhooksOf, type Webhook } from './webhooks.ts'

/** The pages about the API, by their paths below `/docs`: everything on one, then each operation, webhook and noun. */

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
  readonly #webhooks: readonly Webhook[]
  readonly #nouns: ReadonlyMap<string, Shown>

  readonly #explorer: string

  /** `explorer` is the script that tries operations; empty where there is none. */
  constructor(documents: ReadonlyMap<string, OpenApi>, explorer: string) {
    this.#documents = documents
    this.#explorer = explorer
    this.#entries = [...documents.values()].flatMap(entriesOf)
    this.#webhooks = [...documents.values()].flatMap(webhooksOf)
    const schemas = [...documents.values()].flatMap(({ components }) => Object.entries(components.schemas))
    this.#nouns = new Map((schemas as [string, Shown][]).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The page at this path, or null. */
  at(path: string): string | null {
    const [kind = '', name = '', ...more] = path.split('/')
    if (kind === '') return this.#everything()
    if (more.length > 0) return null
    if (kind === 'operations') return this.#operation(name)
    if (kind === 'webhooks') return this.#webhook(name)
    return kind === 'nouns' ? this.#noun(name) : null
  }

  /** Operations, webhooks and nouns that have all these words, wherever. */
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
    const webhooks = this.#webhooks.filter(({ name, summary = '', description = '' }) =>
      has(name, summary, description),
    )
    const count = [
      counted(found.length, 'operation'),
      ...(this.#webhooks.length > 0 ? [counted(webhooks.length, 'webhook')] : []),
      counted(nouns.length, 'noun'),
    ].join(', ')
    const body = html`<h1>“${text}”</h1>
      <p role="status">${count}</p>
      ${list(found)}${titled('Webhooks', webhooks, webhookList)}${titled('Nouns', nouns, links)}`
    return frame(`Search: ${text}`, body, { sought: text })
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
        ${tags}${titled('Webhooks', webhooksOf(api), webhookList)}`
    })
    return frame(
      'All operations',
      html`<h1>API documentation</h1>
        <p class="lead">
          Every operation, webhook and
          noun.${this.#explorer === '' ? '' : ' Whoever is signed in can try an operation on its page.'}
        </p>
        <div class="parts">
          ${this.#contents()}
          <div>${parts}${titled('Nouns', [...this.#nouns.keys()], links)}</div>
        </div>`,
    )
  }

  /** Beside it all, where there is room. */
  #contents(): Markup {
    const apis = [...this.#documents.values()].map(
      (api) =>
        html`<p>${api.info.title}</p>
          <ul>
            ${api.tags.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
          </ul>`,
    )
    return html`<nav class="contents" aria-label="Contents">
      ${apis}
      <p>Shapes</p>
      <ul>
        <li><a href="#nouns">Nouns</a></li>
      </ul>
    </nav>`
  }

  #operation(id: string): string | null {
    const entry = this.#entries.find(({ operation }) => operation.operationId === id)
    if (!entry) return null
    const explorer = this.#explorer
    return frame(entry.operation.summary, operationBody(entry, explorer !== ''), { explorer })
  }

  #webhook(name: string): string | null {
    const webhook = this.#webhooks.find((one) => one.name === name)
    return webhook ? frame(webhook.summary ?? name, webhookBody(webhook)) : null
  }

  #noun(name: string): string | null {
    const schema = this.#nouns.get(name)
    if (!schema) return null
    const users = this.#entries.filter(({ api, operation: { requestBody, responses, parameters } }) =>
      speakOf(api, [requestBody, responses, parameters], name),
    )
    const sent = [...this.#documents.values()].flatMap((api) =>
      webhooksOf(api).filter(({ requestBody }) => speakOf(api, [requestBody], name)),
    )
    const shape = schema.properties ? fieldsOf(schema) : html`<p>${describe(schema)}</p>`
    const said = schema.properties && schema.description ? html`<p>${words(schema.description)}</p>` : ''
    return frame(
      name,
      html`<h1>${name}</h1>
        ${said}${shape}
        <h2>Where it is used</h2>
        ${list(users)}${titled('Webhooks', sent, webhookList)}`,
    )
  }
}

/** Whether these parts of the document do, by themselves or through the nouns they are made of. */
function speakOf(api: OpenApi, parts: readonly unknown[], name: string): boolean {
  const schemas: Readonly<Record<string, unknown>> = api.components.schemas
  const seen = new Set<string>()
  const open = [...parts]
  for (let part = open.pop(); part !== undefined || open.length > 0; part = open.pop())
    for (const [, noun = ''] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (noun === name) return true
      if (!seen.has(noun)) open.push(schemas[noun])
      seen.add(noun)
    }
  return false
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Under its heading, where there is anything. */
const titled = <T>(title: string, found: readonly T[], show: (found: readonly T[]) => Markup): Markup | undefined =>
  found.length === 0
    ? undefined
    : html`<h2 id="${title.toLowerCase()}">${title}</h2>
        ${show(found)}`

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
