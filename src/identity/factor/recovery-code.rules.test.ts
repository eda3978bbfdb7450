import { expect, it } from 'vitest'
import { newRecoveryCode, recoveryDigest } from './recovery-code.rules.ts'

it('is four groups of four, never the same', () => {
  const codes = Array.from({ length: 100 }, newRecoveryCode)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
  expect(new Set(codes).size).toBe(100)
})

it('counts however it is typed, for its person alone', () => {
  const digest = recoveryDigest('ann', 'abcd-efgh-ijkl-mnop')
  expect(recoveryDigest('ann', ' ABCD EFGH ijklmnop ')).toEqual(digest)
  expect(recoveryDigest('ben', 'abcd-efgh-ijkl-mnop')).not.toEqual(digest)
  expect(recoveryDigest('ann', 'abcd-efgh-ijkl-mnoq')).not.toEqual(digest)
})
