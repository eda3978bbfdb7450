import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { knownScopes } from '../scope.rules.ts'

/** Decisions 2: what an app key is made of, and which scopes it may ask for. */

export const mostLiveKeys = 200

export function newClientId(): string {
  return `sk_${randomBytes(15).toString('base64url')}`
}

/** 256 bits in [A-Za-z0-9_-]; so random that a plain hash keeps it. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

const nobodysDigest = Buffer.alloc(32)

/** Which of the live ones it is, or -1. Always compares two digests, so that an unknown key takes as long as a wrong secret. */
export function indexOfSecret(given: Buffer, live: readonly Buffer[]): number {
  let place = -1
  for (let i = 0; i < 2; i++) if (timingSafeEqual(given, live[i] ?? nobodysDigest)) place = i
  return place < live.length ? place : -1
}

type ScopeChoice = { readonly granted: readonly string[] } | { readonly refused: string }

/** Without a wish all of the key's scopes; otherwise exactly the wish, never silently less. */
export function chooseScopes(wanted: string | undefined, held: readonly string[]): ScopeChoice {
  if (wanted === undefined || wanted.trim() === '') return { granted: held }
  const names = [...new Set(wanted.split(' ').filter((name) => name !== ''))]
  const refused = names.find((name) => !holds(held, name))
  return refused === undefined ? { granted: names } : { refused }
}

/** The full scope includes its read form. */
function holds(held: readonly string[], name: string): boolean {
  if (!knownScopes.includes(name)) return false
  return held.includes(name) || (name.endsWith(':read') && held.includes(name.slice(0, -':read'.length)))
}
