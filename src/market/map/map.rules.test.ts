import { describe, expect, it } from 'vitest'
import { addressOf, prefixAround } from '../../kernel/ip/index.ts'
import { mostMapped, squareLength } from './map.rules.ts'

const lengths = Array.from({ length: 33 }, (_, length) => length)
const squares = lengths.map((length) => squareLength(prefixAround(addressOf(4, 0), length)))

describe('squareLength', () => {
  it('is never one of which more fill a picture than are drawn', () => {
    for (const [inside, square] of squares.entries())
      expect(2 ** ((square ?? 24) - inside)).toBeLessThanOrEqual(mostMapped)
  })

  it('grows finer the closer one looks, to the blocks themselves', () => {
    expect(squares.slice(0, 12)).toEqual([12, 12, 12, 16, 16, 16, 16, 20, 20, 20, 20, null])
    expect(new Set(squares.slice(11))).toEqual(new Set([null]))
  })
})
