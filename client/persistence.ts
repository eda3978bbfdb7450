import { withoutKey } from './api.gen.ts'
import type { Tokens } from './tokens.ts'

/**
 * When a connection fails nobody knows whether a change was made. It is asked for again with the same Idempotency-Key, so
 * that it is made once, and the answer is that of the first time. Who is told to wait waits; a token that has ended is
 * replaced.
 */

const safe = new Set(['GET', 'HEAD'])

/** Longer than this nobody waits for us. */
const longest = 60_000

export function persistently(tokens: Tokens, attempts: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const repeatable = makeRepeatable(request)
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.current()
      const response = await tryOnce(tokens, request, token)
      const isLast = attempt >= attempts || request.signal.aborted
      if (response instanceof Response) {
        if (response.status === 401 && !renewed) {
          renewed = true
          tokens.forget(token)
          continue
        }
        const wait = waitOf(response)
        if (isLast || wait === undefined || !(repeatable || response.status === 429)) return response
        await pause(wait, request.signal)
      } else {
        if (isLast || !repeatable) throw response.failure
        await pause(300 * 2 ** attempt * (0.5 + Math.random()), request.signal)
      }
    }
  }
}

async function tryOnce(tokens: Tokens, request: Request, token: string): Promise<Response | { failure: unknown }> {
  const sent = request.clone()
  sent.headers.set('authorization', `Bearer ${token}`)
  try {
    return await tokens.send(sent)
  } catch (failure) {
    return { failure }
  }
}

/** Whether it may be sent twice: it changes nothing, or has a key, which it gets where the operation takes one. */
function makeRepeatable(request: Request): boolean {
  if (safe.has(request.method)) return true
  const path = new URL(request.url).pathname
  if (withoutKey.some(([method, pattern]) => method === request.method && matches(pattern, path))) return false
  if (!request.headers.has('idempotency-key')) request.headers.set('idempotency-key', crypto.randomUUID())
  return true
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i])
}

/** Milliseconds, where the server says that it is worth another try: it is busy, or the same request still runs. */
function waitOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (![409, 429, 503].includes(response.status) || Number.isNaN(seconds)) return undefined
  return seconds * 1_000 <= longest ? seconds * 1_000 : undefined
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
