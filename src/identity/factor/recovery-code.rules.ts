import { createHash, randomBytes } from 'node:crypto'
import { base32 } from './totp.rules.ts'

/** What lets somebody in whose phone is lost. */

export const recoveryCodes = 10

/** Eighty bits, so that the digest alone tells nobody the code. */
export const newRecoveryCode = (): string =>
  base32(randomBytes(10))
    .toLowerCase()
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** Of one person: the same code of somebody else has another digest. However it is typed: it is copied from paper. */
export function recoveryDigest(person: string, code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHash('sha256').update(`${person}:${letters}`).digest()
}
