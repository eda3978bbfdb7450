import { JWTExpired } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { realNow } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/endpoint.ts'
import { tokenRefusal } from '../../kernel/http/gate.ts'
import type { House } from '../../kernel/house.ts'
import { slot } from '../../kernel/slot.ts'
import { keyring } from './keyring.memory.ts'
import { revocations } from './revocation.memory.ts'

/** Access tokens checked without a database read: the signature once, then a cache keyed by the token itself. */

export interface TokenFacts {
  readonly caller: Caller
  readonly clientId: string
  readonly tenant: string
  /** The secret it was made with; null: by a version that did not say. */
  readonly secret: string | null
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
    return facts
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
  const clientId = text('client_id')
  const tenant = text('tenant')
  return {
    caller: {
      actor: { kind: 'key', id: clientId },
      tenant,
      scopes: new Set(text('scope').split(' ')),
      rateKey: clientId,
    },
    clientId,
    tenant,
    secret: payload['secret_uuid'] === undefined ? null : text('secret_uuid'),
    scope: text('scope'),
    jti: text('jti'),
    issuedAt: Number(payload['iat']),
    expiresAt: Number(payload['exp']),
  }
}

export const tokens = slot((house) => new Tokens(house))
