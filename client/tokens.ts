import { refused } from './refused.ts'

/** Access tokens by client credentials (RFC 6749 §4.4): one at a time, kept until shortly before it ends. */

export interface Credentials {
  /** Where the marketplace is: `https://market.example`. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Scopes separated by spaces; all of the app key unless said. */
  readonly scope?: string
  /** Instead of the one of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>
}

interface Held {
  readonly token: string
  readonly until: number
}

/** So long before its end a token is not used any more: a request takes its time. */
const margin = 30_000

export class Tokens {
  readonly #credentials: Credentials
  #held: Promise<Held> | undefined
  #last: string | undefined

  constructor(credentials: Credentials) {
    this.#credentials = credentials
  }

  send(request: Request): Promise<Response> {
    return (this.#credentials.fetch ?? fetch)(request)
  }

  async current(): Promise<string> {
    const held = await (this.#held ??= this.#renew())
    if (Date.now() < held.until) return held.token
    this.forget(held.token)
    return this.current()
  }

  /** The next request gets another; what somebody else has renewed meanwhile stays. */
  forget(token: string): void {
    if (this.#last === token) this.#held = undefined
  }

  async #renew(): Promise<Held> {
    try {
      const held = await this.#ask()
      this.#last = held.token
      return held
    } catch (error) {
      this.#held = undefined
      throw error
    }
  }

  async #ask(): Promise<Held> {
    const { url, clientId, clientSecret, scope } = this.#credentials
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
    const response = await this.send(
      new Request(new URL('/oauth2/token', url), {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(credentials)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
      }),
    )
    if (!response.ok) throw await refused(response)
    const { access_token: token, expires_in: seconds } = (await response.json()) as {
      access_token: string
      expires_in: number
    }
    return { token, until: Date.now() + Math.max(seconds * 1_000 - margin, seconds * 500) }
  }
}
