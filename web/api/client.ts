import createClient, { type Middleware } from 'openapi-fetch'
import type { paths as PathsOfPrograms } from '../../client/api.gen.ts'
import type { paths as PathsOfPortal } from '../../client/portal.gen.ts'
import { readProblem } from './problem.ts'

/** The one way to the API: typed by its own description, refusals thrown, every change safe to repeat. */

const safe = new Set(['GET', 'HEAD'])

const attempts = 3

/**
 * When the connection fails nobody knows whether a change was made. The same key is sent again, so that it is made once;
 * only signing in and up take no key, and are not repeated.
 */
async function persist(request: Request): Promise<Response> {
  const repeatable = safe.has(request.method) || request.headers.has('idempotency-key')
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(request.clone())
    } catch (error) {
      if (!repeatable || attempt === attempts || request.signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, 300 * attempt))
    }
  }
}

const manners: Middleware = {
  onRequest: ({ request, schemaPath }) => {
    if (!safe.has(request.method) && !schemaPath.startsWith('/portal/sign-'))
      request.headers.set('idempotency-key', crypto.randomUUID())
    return request
  },
  onResponse: async ({ response }) => {
    if (!response.ok) throw await readProblem(response)
  },
}

/** What programs integrate against, and what is made for these pages. */
export type paths = PathsOfPrograms & PathsOfPortal

/** Lists as repeated names, for names of companies have commas in them. */
function queryText(query: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const one of value) pairs.append(name, String(one))
    else pairs.append(name, `${value as string | number | boolean}`)
  }
  return pairs.toString()
}

export const api = createClient<paths>({ fetch: persist, querySerializer: queryText })
api.use(manners)
