import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBytes, signatureFits, signerOf, verifiersIn } from './letter-key.rules.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA', use: 'sig' }

describe('published keys', () => {
  it('are read by their names; those of other kinds are passed over', () => {
    const elliptic = {
      ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
      kid: 'ec',
    }
    const odd = [elliptic, { ...jwk, kid: 5 }, { ...jwk, x: 'short' }, { ...jwk, x: `${jwk.x}=` }, null, 'text']
    const keys = verifiersIn({ keys: [...odd, jwk] })
    expect([...(keys?.keys() ?? [])]).toEqual(['one'])
    expect(keys?.get('one')?.equals(publicKey)).toBe(true)
  })

  it.each([null, undefined, 5, 'text', [], {}, { keys: {} }])('are not in %j', (set) => {
    expect(verifiersIn(set)).toBeNull()
  })
})

describe('a signature', () => {
  it('fits what was signed, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, place) => {
        const signature = sign(null, bytes, privateKey).toString('base64url')
        expect(signatureFits(publicKey, Buffer.from(bytes), signature)).toBe(true)
        const other = Buffer.from(bytes)
        other[place % other.length] = (other[place % other.length] ?? 0) ^ 1
        expect(signatureFits(publicKey, other, signature)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('has one spelling', () => {
    const signature = sign(null, Buffer.from('x'), privateKey).toString('base64url')
    expect(isBytes(signature, 64)).toBe(true)
    for (const other of [`${signature}=`, ` ${signature}`, signature.slice(1), `${signature}A`, '', `${signature}\n`])
      expect(signatureFits(publicKey, Buffer.from('x'), other)).toBe(false)
  })
})

describe('signerOf', () => {
  it('is the youngest key whose time has come, or the first', () => {
    const keys = [10, 20, 30].map((ms) => ({ signs_from: new Date(ms) }))
    expect([5, 10, 19, 20, 99].map((ms) => signerOf(keys, new Date(ms))?.signs_from.getTime())).toEqual([
      10, 10, 10, 20, 30,
    ])
    expect(signerOf([], new Date(0))).toBeUndefined()
  })
})
