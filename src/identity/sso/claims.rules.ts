import { nameFault } from '../person/name.rules.ts'
import { normalEmail } from '../person/person.rules.ts'
import { domainOf } from './domain.rules.ts'
import type { RefusalCode } from './sign-on.problems.ts'

/** What a provider says of somebody, once it is sure that it has said it. */

export type Claims = Readonly<Record<string, unknown>>

/** What clocks may differ by. */
export const clockTolerance = 60

export interface Vouch {
  readonly subject: string
  readonly email: string
  readonly domain: string
  readonly name: string
}

interface Terms {
  readonly issuer: string
  /** Takes an address for verified of which the provider does not say whether it is. */
  readonly trustsEmail: boolean
  /** Unix seconds. */
  readonly now: number
}

/** Whoever it is, or why they do not come in. Whether the company has proven the domain is for others to say. */
export function readClaims(claims: Claims, terms: Terms): Vouch | RefusalCode {
  const { sub, email, iat } = claims
  if (typeof iat === 'number' && iat > terms.now + clockTolerance) return 'sso_clock_wrong'
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return 'sso_provider_unusable'
  if (typeof email !== 'string' || email === '' || email.length > 254) return 'sso_email_missing'
  const address = normalEmail(email)
  const domain = /^[^\s@]+@[^\s@]+$/.test(address) ? domainOf(address) : null
  if (domain === null) return 'sso_email_missing'
  if (!isVerified(claims, domain, terms)) return 'sso_email_unverified'
  const own = `${address.slice(0, address.indexOf('@'))}@${domain}`
  return { subject: sub, email: own, domain, name: nameIn(claims, own) }
}

const google = 'https://accounts.google.com'

/**
 * `email_verified` as OpenID Connect has it; `xms_edov` is Microsoft's. Google has one issuer for everybody: a private
 * account may bear an address of the company, and only `hd` says that the company runs it.
 */
function isVerified(claims: Claims, domain: string, { issuer, trustsEmail }: Terms): boolean {
  if (issuer.replace(/\/$/, '') === google && claims['hd'] !== domain) return false
  const said = claims['email_verified'] ?? claims['xms_edov']
  if (said === undefined || said === null) return trustsEmail
  return said === true || said === 'true' || said === 1 || said === '1'
}

/** A name that may be shown to others; else what stands before the @. */
function nameIn(claims: Claims, email: string): string {
  const said = (name: string): string => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const name = (said('name') || `${said('given_name')} ${said('family_name')}`.trim()).slice(0, 255)
  if (name !== '' && nameFault(name) === null) return name
  return (
    email
      .slice(0, email.indexOf('@'))
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || 'New member'
  )
}
