import type { RefusalCode } from './sign-on.problems.ts'

/** Why a conversation with a provider came to nothing, from what the library that led it threw. */

/** It could not be spoken to, or took too long, or said too much. */
export class ProviderSilent extends Error {}

interface Thrown {
  readonly name?: unknown
  readonly code?: unknown
  readonly error?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  readonly claim?: unknown
}

/** What was thrown, then what it was caused by. */
function* chainOf(thrown: unknown): Generator<Thrown> {
  for (let one = thrown as Thrown | undefined, depth = 0; one instanceof Object && depth < 8; depth++) {
    yield one
    one = one.cause as Thrown | undefined
  }
}

const claims: Readonly<Record<string, RefusalCode>> = {
  iss: 'sso_issuer_wrong',
  aud: 'sso_audience_wrong',
  azp: 'sso_audience_wrong',
  nonce: 'sso_nonce_wrong',
  exp: 'sso_token_expired',
  nbf: 'sso_clock_wrong',
}

const unknownClients = new Set(['invalid_client', 'unauthorized_client'])

const signatures = /"alg"|signature|applicable keys|verification key|JWS/

export function faultOf(thrown: unknown): RefusalCode {
  const chain = [...chainOf(thrown)]
  if (chain.some((one) => one instanceof ProviderSilent)) return 'sso_provider_unreachable'
  const [first = {}] = chain
  if (first.code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'sso_refused_by_provider'
  if (first.code === 'OAUTH_RESPONSE_BODY_ERROR')
    return unknownClients.has(String(first.error)) ? 'sso_client_refused' : 'sso_code_refused'
  if (first.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'sso_client_refused'
  const claim = chain.map((one) => one.claim).find((name) => typeof name === 'string')
  if (typeof claim === 'string') return claims[claim] ?? 'sso_provider_unusable'
  return faultInWords(chain.map(({ message }) => (typeof message === 'string' ? message : '')).join('; '), first.code)
}

function faultInWords(words: string, code: unknown): RefusalCode {
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || signatures.test(words)) return 'sso_signature_wrong'
  if (words.includes('issuer')) return 'sso_issuer_wrong'
  return words.includes('"nonce"') ? 'sso_nonce_wrong' : 'sso_provider_unusable'
}
