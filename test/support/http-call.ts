import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

/** One request over a socket we can see: unlike fetch it never tries again by itself, so a cut connection shows. */

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface CallOptions {
  readonly headers?: OutgoingHttpHeaders
  readonly body?: unknown
  readonly agent?: Agent
  /** Longest silence before it counts as hanging. */
  readonly patience?: number
}

export function call(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
  const { headers = {}, body, agent, patience = 60_000 } = options
  const isForm = body instanceof URLSearchParams
  const payload = body === undefined ? undefined : isForm ? body.toString() : JSON.stringify(body)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      timeout: patience,
      agent: agent ?? new Agent(),
      headers: {
        ...(payload === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    })
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        if (!response.complete) return reject(new Error('the answer was cut off'))
        return resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${url} within ${patience} ms`)))
    sent.on('error', (error) => reject(Object.assign(error, { onNewConnection: !sent.reusedSocket })))
    sent.end(payload)
  })
}

/** The JSON of an answer that must have that status. */
export function bodyOf(answer: Answer, status = 200): unknown {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`)
  return JSON.parse(answer.text) as unknown
}

/** Asks until the answer suits, and returns it with how long that took: on a loaded machine minutes, which is no fault. */
export async function until<T>(
  ask: () => Promise<T | null | false | undefined>,
  what: string,
  patience = 280_000,
): Promise<{ value: T; ms: number }> {
  const begun = performance.now()
  for (;;) {
    const value = await ask()
    const ms = performance.now() - begun
    if (value !== null && value !== false && value !== undefined) return { value, ms }
    if (ms > patience) throw new Error(`${what}: not within ${patience} ms`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
