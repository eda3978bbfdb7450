import type { OpenApi } from '../openapi/document.ts'
import { html, prose, type Markup } from './markup.ts'
import { exampleOf, type Media } from './parameters.ts'
import { describe } from './schema-table.ts'

/** What we send by ourselves, as the document has it beside what it answers (OpenAPI 3.1, `webhooks`). */

interface Sent {
  readonly summary?: string
  readonly description?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}

export interface Webhook extends Sent {
  readonly name: string
}

export function webhooksOf(api: OpenApi): Webhook[] {
  const { webhooks = {} } = api as { webhooks?: Readonly<Record<string, { readonly post?: Sent }>> }
  return Object.entries(webhooks).map(([name, { post }]) => ({ name, ...post }))
}

/** In the same form as operations. */
export const webhookList = (webhooks: readonly Webhook[]): Markup =>
  html`<ul class="list">
    ${webhooks.map(
      ({ name, summary = '' }) =>
        html`<li>
          <a href="/docs/webhooks/${name}"
            ><span class="method sent">SENT</span><span>${summary}</span><span class="path">${name}</span></a
          >
        </li>`,
    )}
  </ul>`

export const webhookBody = ({ name, summary, description = '', requestBody }: Webhook): Markup =>
  html`<p><a href="/docs#webhooks">Webhooks</a></p>
    <h1>${summary ?? name}</h1>
    <p><span class="method sent">SENT</span> <span class="path">${name}</span></p>
    ${prose(description)}${Object.entries(requestBody?.content ?? {}).map(
      ([type, media]) =>
        html`<h2>Body</h2>
          <p class="soft">${type}</p>
          ${describe(media.schema)}${exampleOf(media)}`,
    )}`
