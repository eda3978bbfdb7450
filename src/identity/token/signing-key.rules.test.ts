import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstUse, forgettable, nextSigningKey, signerAmong, tokenSeconds } from './signing-key.rules.ts'

const day = 86_400_000
const at = (ms: number) => new Date(ms)
const key = (createdAt: number, signsFrom = createdAt) => ({
  kid: `k${createdAt}-${signsFrom}`,
  created_at: at(createdAt),
  signs_from: at(signsFrom),
})

/** Keys as the store lists them: by the time from which they sign. */
const arbitraryKeys = fc
  .uniqueArray(fc.record({ made: fc.integer({ min: 0, max: 200 * day }), wait: fc.integer({ min: 0, max: day }) }), {
    minLength: 1,
    maxLength: 6,
    selector: ({ made, wait }) => made + wait,
  })
  .map((times) =>
    times.map(({ made, wait }) => key(made, made + wait)).sort((a, b) => Number(a.signs_from) - Number(b.signs_from)),
  )
const arbitraryNow = fc.integer({ min: 0, max: 400 * day }).map(at)

describe('nextSigningKey', () => {
  it('makes the first key sign at once', () => {
    expect(nextSigningKey([], at(5))).toEqual(at(5))
  })

  it('waits thirty days, then publishes an hour ahead', () => {
    expect(nextSigningKey([key(0)], at(30 * day - 1))).toBeNull()
    expect(nextSigningKey([key(0)], at(30 * day))).toEqual(firstUse(at(30 * day)))
    expect(firstUse(at(0))).toEqual(at(3_600_000))
  })

  it('looks at the newest key only', () => {
    expect(nextSigningKey([key(0), key(29 * day)], at(31 * day))).toBeNull()
  })
})

describe('signerAmong', () => {
  it('signs with the youngest key whose time has come', () => {
    const keys = [key(0), key(10, 20), key(11, 40)]
    expect([5, 19, 20, 39, 40].map((ms) => signerAmong(keys, at(ms))?.signs_from.getTime())).toEqual([0, 0, 20, 20, 40])
  })

  it('has a signer whenever there is a key, even when no time has come', () => {
    expect(signerAmong([], at(0))).toBeUndefined()
    expect(signerAmong([key(0, 100)], at(50))?.signs_from).toEqual(at(100))
  })
})

describe('forgettable', () => {
  it('keeps a key until the last token it signed has expired', () => {
    const keys = [key(0), key(10 * day)]
    const lastExpiry = 10 * day + tokenSeconds * 1_000
    expect(forgettable(keys, at(lastExpiry))).toEqual([])
    expect(forgettable(keys, at(lastExpiry + 3_600_001))).toEqual([keys[0]])
  })

  it('never forgets the signer', () => {
    fc.assert(
      fc.property(arbitraryKeys, arbitraryNow, (keys, now) => {
        expect(forgettable(keys, now)).not.toContain(signerAmong(keys, now))
      }),
    )
  })

  it('never forgets a key with a token that is still in date', () => {
    const age = fc.integer({ min: 0, max: tokenSeconds })
    fc.assert(
      fc.property(arbitraryKeys, arbitraryNow, age, (keys, now, seconds) => {
        const signedAt = at(now.getTime() - seconds * 1_000)
        const signer = keys.findLast((one) => one.signs_from <= signedAt)
        fc.pre(signer !== undefined)
        expect(forgettable(keys, now)).not.toContain(signer)
      }),
    )
  })
})
