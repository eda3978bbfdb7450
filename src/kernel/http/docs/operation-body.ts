import type { Response } from '../openapi/responses.ts'
import { html, prose, type Markup } from './markup.ts'
import type { Entry } from './pages.ts'
import { describe, type Shown } from './schema-table.ts'

/** One operation: what it is for, what it takes, what it answers, how to try it. */

interface ShownParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Shown
}

interface Media {
  readonly schema: Shown
  readonly example?: unknown
}

export function operationBody(entry: Entry): Markup {
  const { method, path, operation } = entry
  const body = operation.requestBody && Object.entries(operation.requestBody.content as Record<string, Media>)
  return html`<p><a href="/docs#${operation.tags[0] ?? ''}">${operation.tags[0] ?? ''}</a></p>
    <h1>${operation.summary}</h1>
    <p><span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${path}</span></p>
    ${prose(operation.description)} ${parametersOf(entry)}
    ${body?.map(
      ([type, media]) =>
        html`<h2>Body</h2>
          <p class="soft">${type}</p>
          ${describe(media.schema)}${exampleOf(media)}`,
    )}
    <h2>Answers</h2>
    <div class="scroll">
      <table>
        <tr>
          <th>Status</th>
          <th>What it means</th>
        </tr>
        ${answersOf(entry)}
      </table>
    </div>
    <h2>Try it</h2>
    <pre tabindex="0"><code>${curlFor(entry)}</code></pre>`
}

function parametersOf({ api, operation }: Entry): Markup | undefined {
  const shared: Readonly<Record<string, unknown>> = api.components.parameters
  const all = (operation.parameters ?? []).map((one) =>
    one.$ref === undefined ? one : shared[one.$ref.split('/').at(-1) ?? ''],
  ) as ShownParameter[]
  if (all.length === 0) return undefined
  const rows = all.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr>
        <td><code>${name}</code> ${required ? html`<span class="needed">required</span>` : ''}</td>
        <td class="soft">${place}</td>
        <td>${describe({ ...schema, ...(description === undefined ? {} : { description }) })}</td>
      </tr>`,
  )
  return html`<h2>Parameters</h2>
    <div class="scroll">
      <table>
        <tr>
          <th>Name</th>
          <th>In</th>
          <th>What it is</th>
        </tr>
        ${rows}
      </table>
    </div>`
}

function answersOf({ api, operation }: Entry): Markup[] {
  const shared: Readonly<Record<string, Response>> = api.components.responses
  return Object.entries(operation.responses).map(([status, given]) => {
    const response = '$ref' in given ? shared[given.$ref.slice(given.$ref.lastIndexOf('/') + 1)] : given
    const media = Object.entries((response?.content ?? {}) as Record<string, Media>)
    const shown = media.map(
      ([type, one]) =>
        html`<p class="soft">${type}</p>
          ${describe(one.schema)}${exampleOf(one)}`,
    )
    return html`<tr>
      <td>${status}</td>
      <td>${prose(response?.description ?? '')}${shown}</td>
    </tr>`
  })
}

const exampleOf = ({ example }: Media): Markup | undefined =>
  example === undefined ? undefined : html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`

function curlFor({ api, method, path, operation }: Entry): string {
  const [type, media] = Object.entries((operation.requestBody?.content ?? {}) as Record<string, Media>)[0] ?? []
  const form = type === 'application/x-www-form-urlencoded'
  const byToken = operation.security.some((way) => 'oauth' in way)
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${api.servers[0]?.url ?? ''}${path}'`,
    ...(byToken ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(media && !form ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(media.example ?? {})}'`] : []),
    ...(form ? formOf(media?.example) : []),
  ]
  return lines.join(' \\\n  ')
}

/** Of a form; without an example it is that for a token. */
const formOf = (example: unknown): string[] =>
  example === undefined
    ? [`-u "$CLIENT_ID:$CLIENT_SECRET"`, `-d 'grant_type=client_credentials'`]
    : [`-d '${new URLSearchParams(example as Record<string, string>).toString()}'`]
