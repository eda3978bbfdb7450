import type { Token } from '../../client/api.gen.ts'
import type { SignedInPerson } from '../../client/portal.gen.ts'
import { readProblem } from './problem.ts'
import { signedIn } from './signed-in.ts'

/** What the explorer asks for: who is signed in, a token of theirs, and what they try with it. */

/** Null where nobody is: who never signed in here is not asked about. */
export async function whoIsIt(): Promise<SignedInPerson | null> {
  if (!signedIn.maybe) return null
  const response = await fetch('/portal/me')
  if (response.status === 401) return null
  if (!response.ok) throw await readProblem(response)
  return ((await response.json()) as { data: SignedInPerson }).data
}

interface Held {
  readonly token: string
  readonly until: number
}

/** Kept by the page alone, and gone with it. */
const held = new Map<string, Promise<Held>>()

/** One that still lives for a while, or a new one. */
export async function tokenFor(company: string, scope: string): Promise<string> {
  const name = `${company} ${scope}`
  const known = await held.get(name)
  if (known && known.until > Date.now()) return known.token
  const asked = askForToken(company, scope)
  held.set(name, asked)
  asked.catch(() => held.delete(name))
  return (await asked).token
}

async function askForToken(company: string, scope: string): Promise<Held> {
  const response = await fetch(`/portal/companies/${company}/explorer-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scopes: [scope] }),
  })
  if (!response.ok) throw await readProblem(response)
  const { data } = (await response.json()) as { data: Token }
  return { token: data.access_token, until: Date.now() + (data.expires_in - 30) * 1_000 }
}

/** After a refusal: the next request gets another. */
export const forgetTokens = (): void => held.clear()

/** Without the cookie: what is tried is what a program would be answered. */
export const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, credentials: 'omit', cache: 'no-store' })
