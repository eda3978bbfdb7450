import { describe, expect, it } from 'vitest'
import { base32, newTotpSecret, totpStep, totpUri } from './totp.rules.ts'

/** RFC 6238 appendix B, its SHA-1 rows, of which apps show the last six digits. */
const secret = Buffer.from('12345678901234567890')
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
const at = (seconds: number) => new Date(seconds * 1_000)

it.each(vectors)('at %i the code ends as the RFC says', (seconds, code) => {
  expect(totpStep(secret, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30))
})

describe('a code', () => {
  // Of step 37,037,037, which begins a second before.
  const [code, begins] = ['050471', 1_111_111_110] as const

  it('is of its step, and of the one before and after; of no other', () => {
    for (const after of [-30, -1, 0, 29, 30, 59]) expect(totpStep(secret, code, at(begins + after))).toBe(37_037_037)
    for (const after of [-31, 60]) expect(totpStep(secret, code, at(begins + after))).toBeNull()
  })

  it('may be typed in groups', () => {
    expect(totpStep(secret, ' 050 471', at(begins))).toBe(37_037_037)
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e3456'])('is not "%s"', (typed) => {
    expect(totpStep(secret, typed, at(begins))).toBeNull()
  })
})

it('writes a secret as RFC 4648 does', () => {
  const words = [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const
  for (const [plain, written] of words) expect(base32(Buffer.from(plain))).toBe(written)
  expect(base32(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/)
})

it('names the account and who it is with', () => {
  const uri = new URL(totpUri(secret, 'ann@example.net', 'Sublet at lease.example'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Sublet at lease.example:ann@example.net')
  expect(uri.searchParams.get('secret')).toBe(base32(secret))
  expect(uri.searchParams.get('issuer')).toBe('Sublet at lease.example')
})
