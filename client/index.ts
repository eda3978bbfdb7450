import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.gen.ts'
import { persistently } from './persistence.ts'
import { refused } from './refused.ts'
import { Tokens, type Credentials } from './tokens.ts'

/** Sublet's API for programs: typed by its own description, tokens taken care of, every change safe to repeat. */

export type * from './api.gen.ts'
export type { EventData } from './events.gen.ts'
export { Refused } from './refused.ts'
export {
  parseWebhook,
  verifyWebhook,
  WebhookRefused,
  type EventType,
  type VerifiedWebhook,
  type WebhookEvent,
} from './webhooks.ts'
export type { Credentials }

export interface Options extends Credentials {
  /** How often a request is tried before its refusal, or the failure of the connection, is yours; 4 unless said. */
  readonly attempts?: number
}

export type Sublet = Client<paths>

/** `GET`, `POST` and so on of what this returns take a path of the API; what it refuses is thrown as `Refused`. */
export function connect(options: Options): Sublet {
  const client = createClient<paths>({
    baseUrl: options.url,
    fetch: persistently(new Tokens(options), options.attempts ?? 4),
    // Repeated names, for names of companies have commas in them.
    querySerializer: { array: { style: 'form', explode: true } },
  })
  client.use({
    onResponse: async ({ response }) => {
      if (!response.ok) throw await refused(response)
    },
  })
  return client
}

interface Page<T> {
  readonly data: readonly T[]
  readonly meta: { readonly last_page: number }
}

/** Everything of a list, page after page: `for await (const invoice of each((page) => api.GET(…)))`. */
export async function* each<T>(ask: (page: number) => Promise<{ data?: Page<T> }>): AsyncGenerator<T> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { data } = await ask(page)
    if (!data) return
    yield* data.data
    last = data.meta.last_page
  }
}
