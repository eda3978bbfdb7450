import createClient, { type Middleware } from 'openapi-fetch'
import type { paths as PathsOfPrograms } from '../../client/api.gen.ts'
import type { paths as PathsOfPortal } from '../../client/portal.gen.ts'
import { signInAgain } from './again.ts'
import { connection } from './connection.ts'
import { Deeds } from './deeds.ts'
import { readProblem } from './problem.ts'
import { freshProof } from './proof.ts'
import { unlessRehearsed } from './rehearse.ts'
import { sender } from './send.ts'
import { tabShelf } from './storage.ts'

/** The one way to the API: typed by its own description, refusals thrown, every change safe to repeat. */

const send = sender({
  fetch: (request) => fetch(request),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  connection,
  deeds: new Deeds({ shelf: tabShelf, now: Date.now, newKey: () => crypto.randomUUID() }),
  session: signInAgain,
  freshProof,
})

const refusals: Middleware = {
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

export const api = createClient<paths>({ fetch: unlessRehearsed(send), querySerializer: queryText })
api.use(refusals)
