import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseScopes, digestOf, newClientId, newSecret, indexOfSecret } from './app-key.rules.ts'
import { knownScopes } from '../scope.rules.ts'

const arbitraryHeld = fc.uniqueArray(fc.constantFrom(...knownScopes), { minLength: 1 })

describe('chooseScopes', () => {
  it.each([undefined, '', '   '])('grants everything held when the wish is %j', (wanted) => {
    expect(chooseScopes(wanted, ['dns', 'billing'])).toEqual({ granted: ['dns', 'billing'] })
  })

  it('lets the full scope stand for its read form, never the other way round', () => {
    expect(chooseScopes('billing:read', ['billing'])).toEqual({ granted: ['billing:read'] })
    expect(chooseScopes('billing', ['billing:read'])).toEqual({ refused: 'billing' })
  })

  it('names the first scope that is unknown or not held', () => {
    expect(chooseScopes('billing nonsense credits', ['billing'])).toEqual({ refused: 'nonsense' })
    expect(chooseScopes('billing:read:read', ['billing:read'])).toEqual({ refused: 'billing:read:read' })
    expect(chooseScopes('made-up', ['made-up'])).toEqual({ refused: 'made-up' })
  })

  it('grants exactly the wish or refuses, never less and never more', () => {
    fc.assert(
      fc.property(arbitraryHeld, fc.uniqueArray(fc.constantFrom(...knownScopes), { minLength: 1 }), (held, wish) => {
        const choice = chooseScopes(wish.join(' '), held)
        const allowed = wish.every((name) => held.includes(name) || held.includes(name.replace(/:read$/, '')))
        expect('granted' in choice ? choice.granted : null).toEqual(allowed ? wish : null)
      }),
    )
  })

  it('never grants a scope that does not exist', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), arbitraryHeld, (wish, held) => {
        const choice = chooseScopes(wish, held)
        const granted = 'granted' in choice ? choice.granted : []
        expect(granted.filter((name) => !knownScopes.includes(name))).toEqual([])
      }),
    )
  })
})

describe('indexOfSecret', () => {
  const [first, second] = [newSecret(), newSecret()]

  it('knows either of two live secrets', () => {
    const live = [digestOf(first), digestOf(second)]
    expect([first, second, newSecret()].map((secret) => indexOfSecret(digestOf(secret), live))).toEqual([0, 1, -1])
  })

  it('matches nothing when nothing is live, not even the digest that stands in', () => {
    expect(indexOfSecret(digestOf(first), [])).toBe(-1)
    expect(indexOfSecret(Buffer.alloc(32), [])).toBe(-1)
  })
})

describe('new credentials', () => {
  it('use only letters, digits, hyphen and underscore, and never repeat', () => {
    const made = Array.from({ length: 200 }, () => [newClientId(), newSecret()])
    for (const [clientId, secret] of made) {
      expect(clientId).toMatch(/^sk_[A-Za-z0-9_-]{20}$/)
      expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    }
    expect(new Set(made.flat()).size).toBe(400)
  })
})
