import { describe, expect, it } from 'vitest'
import { cellOf, indexOf, rectOf, side, xOf, yOf } from './hilbert.ts'

const eights = (numbers: readonly number[]) => numbers.map((octet) => rectOf(octet << 16, 8))

describe('the curve', () => {
  it('begins as the well-known maps of the address space do', () => {
    const cell = side / 16
    expect(eights([0, 1, 2, 3, 4, 15, 255]).map(({ x, y }) => [x / cell, y / cell])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 2],
      [3, 0],
      [15, 0],
    ])
  })

  it('finds the way back from every kind of cell', () => {
    for (let n = 0; n < side * side; n += 9_973) {
      const cell = cellOf(n)
      expect(indexOf(xOf(cell), yOf(cell))).toBe(n)
    }
  })

  it('never jumps', () => {
    for (let n = 65_000; n < 66_500; n++) {
      const [a, b] = [cellOf(n), cellOf(n + 1)]
      expect(Math.abs(xOf(a) - xOf(b)) + Math.abs(yOf(a) - yOf(b))).toBe(1)
    }
  })
})

describe('a block', () => {
  it.each([24, 23, 20, 17, 16, 11, 8, 1, 0])('/%i has exactly the cells of its addresses', (length) => {
    const count = 2 ** (24 - length)
    const n = length === 0 ? 0 : count * (2 ** Math.min(length, 6) - 1)
    const { x, y, w, h } = rectOf(n, length)
    expect(w * h).toBe(count)
    for (let i = 0; i < count; i += Math.max(1, Math.floor(count / 257))) {
      const cell = cellOf(n + i)
      expect(xOf(cell) >= x && xOf(cell) < x + w && yOf(cell) >= y && yOf(cell) < y + h).toBe(true)
    }
  })
})
