import { generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodePart, fixedLength, signJwt } from './jwt.rules.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

describe('signJwt', () => {
  it('makes signatures in the form of RFC 7518, whatever numbers come out', async () => {
    const header = encodePart({ alg: 'ES256' })
    // Enough of them that short numbers (one in 128) and high bits (one in two) occur.
    const tokens = await Promise.all(Array.from({ length: 1_000 }, (_, i) => signJwt(privateKey, header, { i })))
    for (const token of tokens) {
      const cut = token.lastIndexOf('.')
      const signature = Buffer.from(token.slice(cut + 1), 'base64url')
      const input = Buffer.from(token.slice(0, cut))
      expect(signature).toHaveLength(64)
      expect(verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
    }
  })
})

describe('fixedLength', () => {
  it('pads short numbers and drops the sign byte of high ones', () => {
    const der = Buffer.from([0x30, 8, 2, 1, 7, 2, 3, 0, 0x80, 9])
    const fixed = fixedLength(der)
    expect([...fixed.subarray(30, 32)]).toEqual([0, 7])
    expect([...fixed.subarray(61)]).toEqual([0, 0x80, 9])
  })
})
