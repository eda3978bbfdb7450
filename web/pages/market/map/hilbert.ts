/**
 * The address space along a Hilbert curve: neighbours in numbers are neighbours on paper, and every prefix is a square or
 * two squares side by side. The smallest thing on the market is a /24, so a cell of the picture is one: 4,096 by 4,096.
 */

export const side = 4_096
const order = 12

/** A rectangle in cells. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The cell of the nth /24, packed into one number so that a hundred thousand of them make no garbage. */
export function cellOf(n: number): number {
  let x = 0
  let y = 0
  let rest = n
  for (let size = 1; size < side; size <<= 1) {
    const right = 1 & (rest >>> 1)
    const down = 1 & (rest ^ right)
    if (down === 0) {
      if (right === 1) {
        x = size - 1 - x
        y = size - 1 - y
      }
      const kept = x
      x = y
      y = kept
    }
    x += size * right
    y += size * down
    rest >>>= 2
  }
  return (y << order) | x
}

export const xOf = (cell: number): number => cell & (side - 1)
export const yOf = (cell: number): number => cell >>> order

/** Which /24 a cell is. */
export function indexOf(cellX: number, cellY: number): number {
  let x = cellX
  let y = cellY
  let n = 0
  for (let size = side >>> 1; size > 0; size >>>= 1) {
    const right = (x & size) > 0 ? 1 : 0
    const down = (y & size) > 0 ? 1 : 0
    n += size * size * ((3 * right) ^ down)
    if (down === 0) {
      if (right === 1) {
        x = size - 1 - (x & (size - 1))
        y = size - 1 - (y & (size - 1))
      }
      const kept = x
      x = y
      y = kept
    }
  }
  return n
}

/** The cells of the block of this length that begins with the nth /24. */
export function rectOf(n: number, length: number): Rect {
  const bits = 24 - length
  const edge = 1 << (bits >>> 1)
  const corner = (at: number): number => {
    const cell = cellOf(at)
    return ((yOf(cell) & -edge) << order) | (xOf(cell) & -edge)
  }
  const first = corner(n)
  if (bits % 2 === 0) return { x: xOf(first), y: yOf(first), w: edge, h: edge }
  const second = corner(n + edge * edge)
  const isWide = yOf(first) === yOf(second)
  return {
    x: Math.min(xOf(first), xOf(second)),
    y: Math.min(yOf(first), yOf(second)),
    w: isWide ? edge * 2 : edge,
    h: isWide ? edge : edge * 2,
  }
}
