import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { freePort } from '../server/free-port.ts'

/** Somebody's registry, on loopback: it can be made to fail, and be killed and come back with all it has. */

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Said {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * For one request: another answer instead, or the effect without an answer; silence keeps whoever asked waiting for it,
 * and so does what happens elsewhere before the answer.
 */
type Trouble = Said | Meanwhile | 'lost answer' | 'no answer' | 'silence' | 'silence after the effect'

type Meanwhile = () => Promise<void>

export class Standin {
  readonly asked: Asked[] = []
  readonly #answer: (asked: Asked) => Said
  #troubles: { readonly when: (asked: Asked) => boolean; readonly trouble: Trouble }[] = []
  #server: Server | null = null
  #port = 0

  constructor(answer: (asked: Asked) => Said) {
    this.#answer = answer
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The next request of this method meets it, and no other. */
  troubles(trouble: Trouble, method = 'POST'): void {
    this.#troubles.push({ when: (asked) => asked.method === method, trouble })
  }

  /** Nobody has met what it was to do yet. */
  get isTroubled(): boolean {
    return this.#troubles.length > 0
  }

  async open(): Promise<this> {
    const server = createServer((request, response) => void this.#hear(request, response))
    // The same each time, so not one that a connection may have been given meanwhile.
    this.#port ||= await freePort()
    await once(server.listen(this.#port, '127.0.0.1'), 'listening')
    this.#server = server
    return this
  }

  /** As by kill -9: whoever waits for an answer gets none. */
  async kill(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? void server.close(resolve) : resolve(null)))
  }

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const url = new URL(request.url ?? '/', this.url)
    const body = Buffer.concat(parts).toString()
    const asked = { method: request.method ?? 'GET', url, headers: request.headers, body }
    this.asked.push(asked)
    const found = this.#troubles.findIndex(({ when }) => when(asked))
    const trouble = found < 0 ? null : (this.#troubles.splice(found, 1)[0]?.trouble ?? null)
    if (trouble === 'silence') return
    if (trouble === 'no answer') return void request.socket.destroy()
    if (typeof trouble === 'object' && trouble !== null) return say(response, trouble)
    const said = this.#answer(asked)
    if (trouble === 'silence after the effect') return
    if (trouble === 'lost answer') return void request.socket.destroy()
    if (typeof trouble === 'function') await trouble()
    say(response, said)
  }
}

function say(response: ServerResponse, { status, body, headers = {} }: Said): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body))
}

export function parsed(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(body) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
