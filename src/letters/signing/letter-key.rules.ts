import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The keys that sign letters, as they are published: a JWK set of Ed25519 keys (RFC 8037). */

interface LetterJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

export type Verifiers = ReadonlyMap<string, KeyObject>

/** Keys by their name; null for what is no set of keys. Those of other kinds are passed over. */
export function verifiersIn(set: unknown): Verifiers | null {
  const { keys } = (set ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) return null
  return new Map(keys.filter(isLetterJwk).map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]))
}

const isLetterJwk = (key: unknown): key is LetterJwk => {
  const { kty, crv, x, kid } = (key ?? {}) as Partial<Record<keyof LetterJwk, unknown>>
  return kty === 'OKP' && crv === 'Ed25519' && typeof kid === 'string' && typeof x === 'string' && isBytes(x, 32)
}

/** Base64url has spellings of the same bytes that differ; only the plain one counts, or a changed character might not. */
export const isBytes = (text: string, length: number): boolean => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === text
}

export const signatureFits = (key: KeyObject, signed: Buffer, signature: string): boolean =>
  isBytes(signature, 64) && verify(null, signed, key, Buffer.from(signature, 'base64url'))

/** The youngest key that may sign already, of those in the order in which they begin; the first until then. */
export function signerOf<K extends { readonly signs_from: Date }>(keys: readonly K[], now: Date): K | undefined {
  return keys.findLast((key) => key.signs_from <= now) ?? keys[0]
}
