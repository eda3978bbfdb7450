import type { IncomingMessage } from 'node:http'
import type { Configuration, CustomFetchOptions, ServerMetadata } from 'openid-client'
import { realNow } from '../../kernel/clock.ts'
import type { House } from '../../kernel/house.ts'
import { bodyWithin } from '../../kernel/outside/answer.ts'
import { ask } from '../../kernel/outside/ask.ts'
import { hostOf } from '../../kernel/outside/reach.ts'
import { slot } from '../../kernel/slot.ts'
import { clockTolerance, type Claims } from './claims.rules.ts'
import type { Connection } from './connection.store.ts'
import { ProviderSilent } from './provider-fault.rules.ts'

/**
 * The identity providers that this node speaks to: what each says of itself, and its keys, for ten minutes. All of it goes
 * through the guard for outgoing addresses; whoever is slow, or says too much, is left (ADR 103).
 */

/** Loaded when first needed: most nodes speak to none. */
const library = () => import('openid-client')

const longestMs = 5_000
const mostBytes = 256 * 1024
const rememberedMs = 600_000
const mostRemembered = 200

/** Conversations at once with one company's provider: one that hangs holds so many of our requests, and no more. */
const mostTalks = 8

interface Known {
  readonly at: number
  readonly configuration: Promise<Configuration>
}

export interface Question {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly challenge: string
  /** Whose address it is, so that they need not type it again. */
  readonly hint: string | null
}

interface Return {
  /** Where the browser came back to, with what the provider gave it. */
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

type Asked = Pick<Connection, 'uuid' | 'issuer' | 'client_id' | 'secret_sealed'>

class Providers {
  readonly #house: House
  readonly #known = new Map<string, Known>()
  readonly #talks = new Map<string, number>()

  constructor(house: House) {
    this.#house = house
  }

  /** Where to send the browser. */
  async addressFor(asked: Asked, question: Question): Promise<string> {
    return this.#talk(asked, async (configuration) => {
      const { buildAuthorizationUrl } = await library()
      const { redirectUri, state, nonce, challenge, hint } = question
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(hint === null ? {} : { login_hint: hint }),
      })
      // The browser goes there by itself: to a web page, and to nothing else.
      if (url.protocol !== 'https:' && !this.#mayBePlain(url)) throw new Error('the authorization endpoint is no page')
      return url.href
    })
  }

  /** What the provider says of who came back: signed, for us, in answer to our question, and not long ago. */
  async claimsOf(asked: Asked, { url, state, nonce, verifier }: Return): Promise<Claims> {
    return this.#talk(asked, async (configuration) => {
      const { authorizationCodeGrant, fetchUserInfo } = await library()
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('there is no ID token')
      if (claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims
      // OpenID Connect Core §5.4: what a scope asks for may be told there instead.
      const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return { ...more, ...claims }
    })
  }

  async #talk<T>(asked: Asked, say: (configuration: Configuration) => Promise<T>): Promise<T> {
    const { uuid } = asked
    const talks = this.#talks.get(uuid) ?? 0
    if (talks >= mostTalks) throw new ProviderSilent('others wait for it already')
    this.#talks.set(uuid, talks + 1)
    try {
      return await say(await this.#configurationOf(asked))
    } finally {
      const left = (this.#talks.get(uuid) ?? 1) - 1
      if (left > 0) this.#talks.set(uuid, left)
      else this.#talks.delete(uuid)
    }
  }

  #configurationOf(asked: Asked): Promise<Configuration> {
    const key = `${asked.uuid} ${asked.issuer} ${asked.client_id} ${asked.secret_sealed.toString('base64')}`
    const now = realNow().getTime()
    const known = this.#known.get(key)
    if (known && now - known.at < rememberedMs) return known.configuration
    const configuration = this.#discover(asked)
    this.#known.delete(key)
    this.#known.set(key, { at: now, configuration })
    for (const old of [...this.#known.keys()].slice(0, -mostRemembered)) this.#known.delete(old)
    configuration.catch(() => void this.#known.delete(key))
    return configuration
  }

  async #discover({ issuer, client_id, secret_sealed }: Asked): Promise<Configuration> {
    const client = await library()
    const server = new URL(issuer)
    const fetch = (url: string, options: CustomFetchOptions) => this.#fetch(new URL(url), options)
    const plain = this.#house.config.sandbox ? [client.allowInsecureRequests] : []
    const found = await client.discovery(server, client_id, undefined, client.None(), {
      [client.customFetch]: fetch,
      execute: plain,
    })
    // Only what it said, without what the library adds.
    const metadata = JSON.parse(JSON.stringify(found.serverMetadata())) as ServerMetadata
    // The library lets some providers be everybody's; ours is the one that was named.
    if (new URL(metadata.issuer).href !== server.href) throw new Error('another issuer answered')
    const secret = this.#house.box.open(secret_sealed)
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    const configuration = new client.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: signedBy(metadata.id_token_signing_alg_values_supported) },
      client_id,
      { [client.clockTolerance]: clockTolerance },
      authentication(secret),
    )
    configuration[client.customFetch] = fetch
    for (const allow of plain) allow(configuration)
    // The signature is looked at although the token comes straight from its issuer.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  #mayBePlain(url: URL): boolean {
    const { sandbox, ssoPrivateHosts } = this.#house.config
    return url.protocol === 'http:' && sandbox && ssoPrivateHosts.includes(hostOf(url))
  }

  async #fetch(url: URL, { method, headers, body }: CustomFetchOptions): Promise<Response> {
    const { ssoPrivateHosts: privateHosts, dnsServers: resolvers } = this.#house.config
    const deadline = AbortSignal.timeout(longestMs)
    // Forms are all that is sent.
    const payload = body instanceof URLSearchParams || typeof body === 'string' ? { payload: body.toString() } : {}
    try {
      const terms = { privateHosts, resolvers, allowPlain: this.#mayBePlain(url) }
      const answer = await ask(url, { method, headers, ...payload }, terms, deadline)
      return responseOf(answer, await wholeOf(answer))
    } catch (error) {
      const why = deadline.aborted ? `has not answered within ${longestMs / 1_000} seconds` : (error as Error).message
      throw new ProviderSilent(`${url.host}: ${why}`)
    }
  }
}

/** By keys that only the provider has: never unsigned, and never with a secret that two have. */
const signedBy = (named: readonly string[] = ['RS256']): string[] =>
  named.filter((name) => /^(RS|PS|ES)(256|384|512)$|^(EdDSA|Ed25519)$/.test(name))

async function wholeOf(answer: IncomingMessage): Promise<Buffer> {
  const body = await bodyWithin(answer, mostBytes)
  if (!body) throw new Error(`answered with more than ${mostBytes / 1_024} kB`)
  return body
}

/** Statuses that the standard gives no body. */
const bodiless = new Set([204, 205, 304])

function responseOf({ statusCode: status = 502, headers }: IncomingMessage, body: Buffer): Response {
  const told = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  if (status < 200) throw new Error(`answered ${status}`)
  return new Response(bodiless.has(status) ? null : new Uint8Array(body), { status, headers: told })
}

export const providers = slot((house) => new Providers(house))
