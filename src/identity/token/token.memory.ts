import { JWTExpired } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { realNow } from '../../kernel/clock.ts'
import type { Actor } from '../../kernel/context.ts'
import type { Caller } from '../../kernel/endpoint.ts'
import { tokenRefusal } from '../../kernel/http/gate.ts'
import type { House } from '../../kernel/house.ts'
import { slot } from '../../kernel/slot.ts'
import { standingBySession } from '../person/person.store.ts'
import { isGiven } from './explorer.rules.ts'
import { keyring } from './keyring.memory.ts'
import { revocations } from './revocation.memory.ts'

/**
 * Access tokens of app keys checked without a database read, those of people with one: the signature once, then a cache
 * keyed by the token itself.
 */

export interface TokenFacts {
  readonly caller: Caller
  readonly clientId: string
  readonly tenant: string
  /** The secret it was made with; null: by a version that did not say. */
  readonly secret: string | null
  /** The session of the person whose own it is; null: an app key's. */
  readonly session: string | null
  readonly scope: string
  readonly jti: string
  readonly issuedAt: number
  /** Unix seconds. */
  readonly expiresAt: number
}

const mostKept = 5_000

class Tokens {
  readonly #house: House
  readonly #verified = new Map<string, TokenFacts>()

  constructor(house: House) {
    this.#house = house
  }

  /** Throws the refusal of RFC 6750 that fits. */
  async check(token: string): Promise<TokenFacts> {
    const facts = this.#verified.get(token) ?? (await this.#verify(token))
    if (facts.expiresAt * 1_000 <= realNow().getTime()) throw tokenRefusal('token_expired')
    if (revocations({ house: this.#house }).includes(facts)) throw tokenRefusal('token_revoked')
    return facts.session === null ? facts : this.#asOfNow(facts.session, facts)
  }

  /** A person's own is good for as long as their session and role are; looked up each time, as a session is. */
  async #asOfNow(session: string, facts: TokenFacts): Promise<TokenFacts> {
    const { tenant, caller } = facts
    const standing = await standingBySession(this.#house.db, session, tenant, realNow())
    if (!standing || standing.lacks_factor || !isGiven(standing, [...caller.scopes]))
      throw tokenRefusal('token_revoked')
    return { ...facts, caller: { ...caller, provenAt: standing.proven_at } }
  }

  async #verify(token: string): Promise<TokenFacts> {
    const facts = await verify(this.#house, token)
    if (this.#verified.size >= mostKept) this.#verified.clear()
    this.#verified.set(token, facts)
    return facts
  }
}

async function verify(house: House, token: string): Promise<TokenFacts> {
  const issuer = house.config.publicUrl
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyFor(house, kid), {
      issuer,
      audience: issuer,
      typ: 'at+jwt',
      algorithms: ['ES256'],
      requiredClaims: ['client_id', 'tenant', 'scope', 'jti', 'iat', 'exp'],
    })
    return factsFrom(payload)
  } catch (error) {
    throw tokenRefusal(error instanceof JWTExpired ? 'token_expired' : 'token_invalid')
  }
}

function keyFor(house: House, kid: string | undefined) {
  const key = keyring({ house }).verifier(kid)
  if (!key) throw new Error('unknown key')
  return key
}

function factsFrom(payload: Record<string, unknown>): TokenFacts {
  const text = (name: string) => String(payload[name])
  const textOrNull = (name: string) => (payload[name] === undefined ? null : text(name))
  const clientId = text('client_id')
  const tenant = text('tenant')
  const session = textOrNull('session_uuid')
  const actor: Actor = session === null ? { kind: 'key', id: clientId } : { kind: 'user', id: text('sub') }
  return {
    caller: { actor, tenant, scopes: new Set(text('scope').split(' ')), rateKey: actor.id },
    clientId,
    tenant,
    secret: textOrNull('secret_uuid'),
    session,
    scope: text('scope'),
    jti: text('jti'),
    issuedAt: Number(payload['iat']),
    expiresAt: Number(payload['exp']),
  }
}

export const tokens = slot((house) => new Tokens(house))
