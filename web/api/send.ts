import type { SignInAgain } from './again.ts'
import type { Connection } from './connection.ts'
import type { Deeds } from './deeds.ts'

/**
 * How a request goes: again, while the connection fails or the server is stopping; once more, after a session that had
 * ended was begun anew. A change goes under one key however often it is sent, and is made once.
 */

interface Means {
  readonly fetch: (request: Request) => Promise<Response>
  readonly pause: (ms: number) => Promise<void>
  readonly connection: Pick<Connection, 'reached' | 'lost'>
  readonly deeds: Pick<Deeds, 'begin'>
  readonly session: Pick<SignInAgain, 'begun' | 'prove'>
  /** Asks for a fresh proof before a weighty deed; whether it was given. */
  readonly freshProof: () => Promise<boolean>
}

const safe = new Set(['GET', 'HEAD'])
const attempts = 3

/** Signing in and up take no key and are not repeated; a wrong password there is no session that has ended. */
const isSigning = (request: Request): boolean => new URL(request.url).pathname.startsWith('/portal/sign-')

/** What the kernel says when it does not even begin, or cannot say how it ended; other 503s have a reason of their own. */
const passing = new Set(['overloaded', 'not_ready', 'database_unavailable', 'outcome_unknown'])

async function codeOf(response: Response): Promise<string | undefined> {
  const said = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown }
  return typeof said.code === 'string' ? said.code : undefined
}

/** Whether it will be otherwise soon, by itself. */
async function willPass(response: Response): Promise<boolean> {
  if (response.status === 502 || response.status === 504) return true
  if (response.status === 503) return passing.has((await codeOf(response)) ?? 'not_ready')
  return response.status === 409 && (await codeOf(response)) === 'idempotency_in_progress'
}

/** What the server asks to wait, within reason. */
const waitOf = (response: Response, attempt: number): number =>
  Math.min(5_000, (Number(response.headers.get('retry-after')) || 0) * 1_000 || 300 * attempt)

export function sender({ fetch, pause, connection, deeds, session, freshProof }: Means) {
  async function tirelessly(request: Request, repeatable: boolean): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const last = !repeatable || attempt === attempts
      try {
        const response = await fetch(request.clone())
        const passes = await willPass(response)
        if (!passes) connection.reached()
        else if (last && response.status !== 409) connection.lost('away')
        if (!passes || last) return response
        await pause(waitOf(response, attempt))
      } catch (error) {
        if (request.signal.aborted) throw error
        if (last) {
          connection.lost('offline')
          throw error
        }
        await pause(300 * attempt)
      }
    }
  }

  async function inSession(request: Request, repeatable: boolean): Promise<Response> {
    const { begun } = session
    const response = await tirelessly(request, repeatable)
    if (response.status !== 401 || isSigning(request) || !(await session.prove(begun))) return response
    return tirelessly(request, repeatable)
  }

  async function proven(request: Request): Promise<Response> {
    const response = await inSession(request, true)
    const wanted = response.status === 403 && (await codeOf(response)) === 'proof_needed'
    return wanted && (await freshProof()) ? inSession(request, true) : response
  }

  return async (request: Request): Promise<Response> => {
    if (safe.has(request.method) || isSigning(request)) return inSession(request, safe.has(request.method))
    const deed = await deeds.begin(request)
    request.headers.set('idempotency-key', deed.key)
    try {
      const response = await proven(request)
      if (response.status >= 500 || (await willPass(response))) deed.unknown()
      else deed.settled()
      return response
    } catch (error) {
      deed.unknown()
      throw error
    }
  }
}
