import { describe, expect, it } from 'vitest'
import { newReservationToken } from './token.rules.ts'

describe('newReservationToken', () => {
  it('is long and never the same', () => {
    const tokens = Array.from({ length: 50 }, newReservationToken)
    expect(new Set(tokens).size).toBe(50)
    expect(tokens.every((token) => /^rsv_[\w-]{24}$/.test(token))).toBe(true)
  })
})
