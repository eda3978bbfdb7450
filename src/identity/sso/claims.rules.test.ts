import { describe, expect, it } from 'vitest'
import { readClaims } from './claims.rules.ts'

const now = 1_800_000_000
const terms = { issuer: 'https://login.example.net', trustsEmail: false, now }
const honest = { sub: 'a', iat: now, email: 'Ann@Example.NET', email_verified: true, name: 'Ann Example' }

describe('what a provider says of somebody', () => {
  it('is read as it is kept here', () => {
    expect(readClaims(honest, terms)).toEqual({
      subject: 'a',
      email: 'ann@example.net',
      domain: 'example.net',
      name: 'Ann Example',
    })
  })

  it.each([
    [{ email_verified: false }, 'sso_email_unverified'],
    [{ email_verified: 'false' }, 'sso_email_unverified'],
    [{ email_verified: undefined }, 'sso_email_unverified'],
    [{ email_verified: undefined, xms_edov: 0 }, 'sso_email_unverified'],
    [{ email: 'ann' }, 'sso_email_missing'],
    [{ email: 'a@b@example.net' }, 'sso_email_missing'],
    [{ email: 7 }, 'sso_email_missing'],
    [{ sub: 'x'.repeat(256) }, 'sso_provider_unusable'],
    [{ iat: now + 61 }, 'sso_clock_wrong'],
  ])('%j: %s', (more, code) => {
    expect(readClaims({ ...honest, ...more }, terms)).toBe(code)
  })

  it('counts as verified by Microsoft’s claim, and by an owner’s word where nothing is said', () => {
    const { email_verified: _said, ...silent } = honest
    expect(readClaims({ ...silent, xms_edov: '1' }, terms)).toHaveProperty('email')
    expect(readClaims(silent, { ...terms, trustsEmail: true })).toHaveProperty('email')
    expect(readClaims({ ...honest, email_verified: false }, { ...terms, trustsEmail: true })).toBe(
      'sso_email_unverified',
    )
  })

  it('of Google counts only where the company runs the account', () => {
    const google = { ...terms, issuer: 'https://accounts.google.com', trustsEmail: true }
    expect(readClaims(honest, google)).toBe('sso_email_unverified')
    expect(readClaims({ ...honest, hd: 'elsewhere.example' }, google)).toBe('sso_email_unverified')
    expect(readClaims({ ...honest, hd: 'example.net' }, google)).toHaveProperty('email')
  })

  it.each([
    [{ name: '', given_name: 'Ann', family_name: 'Bell' }, 'Ann Bell'],
    [{ name: 'see https://evil.example' }, 'ann'],
    [{ name: 7, email: 'a.b-c@example.net' }, 'a b c'],
    [{ name: null, email: '_@example.net' }, 'New member'],
  ])('%j is called %s', (more, name) => {
    expect(readClaims({ ...honest, ...more }, terms)).toMatchObject({ name })
  })
})
