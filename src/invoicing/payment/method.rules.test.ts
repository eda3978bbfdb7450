import { describe, expect, it } from 'vitest'
import { digitsOf, hasExpired, paidByHand } from './method.rules.ts'

describe('cards', () => {
  it.each([
    [2026, 11, '2026-11-30T23:59:59.999Z', false],
    [2026, 11, '2026-12-01T00:00:00.000Z', true],
    [2026, 12, '2026-12-31T23:59:59.999Z', false],
    [2026, 12, '2027-01-01T00:00:00.000Z', true],
  ])('of %d-%d at %s have expired: %s', (expiryYear, expiryMonth, now, expired) => {
    expect(hasExpired({ number: '', expiryMonth, expiryYear }, new Date(now))).toBe(expired)
  })

  it('may be written in groups', () => {
    expect(digitsOf('4242 4242-4242 4242')).toBe('4242424242424242')
  })
})

it('what is paid by hand never reaches a provider', () => {
  expect((['card', 'paypal', 'bank_transfer', 'manual'] as const).filter(paidByHand)).toEqual([
    'bank_transfer',
    'manual',
  ])
})
