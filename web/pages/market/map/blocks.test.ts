import { describe, expect, it } from 'vitest'
import { Blocks } from './blocks.ts'
import { rectOf } from './hilbert.ts'
import { numberOf } from './ipv4.ts'

const first = (address: string): number => numberOf(address) ?? 0
const blocks = new Blocks({
  starts: [first('45.8.0.0') * 256, first('45.8.4.0') * 256, first('62.0.0.0') * 256],
  lengths: [24, 24, 8],
  states: [0, 0, 0],
})
const middleOf = (address: string, length: number) => {
  const { x, y, w, h } = rectOf(first(address), length)
  return [x + w / 2, y + h / 2] as const
}

describe('a block that is drawn larger than it is', () => {
  const [x, y] = middleOf('45.8.0.0', 24)

  it('is found where it is drawn, and not beside that', () => {
    expect(blocks.dotAt(x + 20, y - 20, 48)).toBe(0)
    expect(blocks.dotAt(x - 30, y, 48)).toBeUndefined()
  })

  it('gives way to one that is nearer', () => {
    expect(blocks.dotAt(...middleOf('45.8.4.0', 24), 48)).toBe(1)
  })

  it('is none that is as large as it is drawn', () => {
    expect(blocks.dotAt(...middleOf('62.0.0.0', 8), 48)).toBeUndefined()
  })
})
