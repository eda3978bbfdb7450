import { createHash, createHmac } from 'node:crypto'

/** Somebody on the way to a provider and back. */

export const attemptSeconds = 600

/** Binds the way to one browser, for as long as it takes. `__Host-`: to this host, whole site, over TLS or on the local machine. */
export const signOnCookie = '__Host-sublet_sign_on'

export const signOnCookieText = (value: string): string =>
  `${signOnCookie}=${value}; Path=/; Max-Age=${attemptSeconds}; Secure; HttpOnly; SameSite=Lax`

/** What a cookie of ours looks like; one that is there is used again, so that two tabs do not undo each other. */
export const isBrowserSecret = (value: string | null): value is string =>
  value !== null && /^[A-Za-z0-9_-]{43}$/.test(value)

/**
 * What must not be guessed on this way. It follows from what the browser keeps and from the state, so that nothing of it
 * is kept here; whoever has seen the address we sent the browser to cannot tell the verifier.
 */
export function secretsOf(browser: string, state: string) {
  const derived = (what: string) => createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url')
  const verifier = derived('verifier')
  return {
    nonce: derived('nonce'),
    verifier,
    /** RFC 7636 §4.2, S256. */
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
}

/** Only to a page of ours: an address from elsewhere must not lead people away. */
export const ownPath = (path: string | undefined): string =>
  path !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/home'
