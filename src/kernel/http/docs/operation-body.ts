import type { Response } from '../openapi/responses.ts'
import { html, prose, type Markup } from './markup.ts'
import type { Entry } from './pages.ts'
import { exampleOf, parametersOf, type Media } from './parameters.ts'
import { describe } from './schema-table.ts'
import { trySection } from './try-form.ts'

/** One operation: what it is for, what it takes, what it answers, how to try it. */

export function operationBody(entry: Entry, explores: boolean): Markup {
  const { method, path, operation } = entry
  const body = operation.requestBody && Object.entries(operation.requestBody.content as Record<string, Media>)
  return html`<p><a href="/docs#${operation.tags[0] ?? ''}">${operation.tags[0] ?? ''}</a></p>
    <h1>${operation.summary}</h1>
    <p>
      <span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${path}</span> ·
      <a href="#try">Try it</a>
    </p>
    ${prose(operation.description)} ${parameterTable(entry)}
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
    ${trySection(entry, explores)}`
}

function parameterTable(entry: Entry): Markup | undefined {
  const all = parametersOf(entry)
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
