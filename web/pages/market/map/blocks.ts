import { rectOf, xOf, yOf, cellOf } from './hilbert.ts'
import { sizeOf, type Block } from './ipv4.ts'

/** The blocks of a map in typed arrays, laid out once: drawing and finding then touch numbers only. */

/** What the API answers, as far as it is drawn. */
export interface Mapped {
  readonly data: {
    readonly starts: readonly number[]
    readonly lengths: readonly number[]
    readonly states: readonly number[]
  }
  readonly meta: { readonly states: readonly string[]; readonly total: number; readonly detail: number | null }
}

/** A /12 is a square of 64 cells; a row of them is as coarse as looking for what is in view has to be. */
const drawer = { length: 12, cells: 64, count: 4_096 }

export class Blocks {
  /** Their order is that of the addresses. */
  readonly starts: Uint32Array
  readonly lengths: Uint8Array
  readonly states: Uint8Array
  readonly x: Uint16Array
  readonly y: Uint16Array
  readonly w: Uint16Array
  readonly h: Uint16Array
  /** Where each drawer begins. */
  readonly #drawers = new Uint32Array(drawer.count + 1)
  /** Those larger than a drawer. */
  readonly #large: number[] = []

  constructor({ starts, lengths, states }: Mapped['data']) {
    const count = starts.length
    this.starts = Uint32Array.from(starts, (start) => start >>> 8)
    this.lengths = Uint8Array.from(lengths)
    this.states = Uint8Array.from(states)
    this.x = new Uint16Array(count)
    this.y = new Uint16Array(count)
    this.w = new Uint16Array(count)
    this.h = new Uint16Array(count)
    for (let i = 0; i < count; i++) this.#layOut(i)
    for (let at = 0, i = 0; at <= drawer.count; at++) {
      while (i < count && (this.starts[i] as number) >>> 12 < at) i++
      this.#drawers[at] = i
    }
  }

  get count(): number {
    return this.starts.length
  }

  #layOut(i: number): void {
    const length = this.lengths[i] as number
    const { x, y, w, h } = rectOf(this.starts[i] as number, length)
    this.x[i] = x
    this.y[i] = y
    this.w[i] = w
    this.h[i] = h
    if (length < drawer.length) this.#large.push(i)
  }

  /** Those that may be seen in this part of the picture, and few others. */
  forEachIn(left: number, top: number, right: number, bottom: number, see: (i: number) => void): void {
    for (const i of this.#large) see(i)
    for (let at = 0; at < drawer.count; at++) {
      const [from, to] = [this.#drawers[at] as number, this.#drawers[at + 1] as number]
      if (from === to) continue
      const corner = cellOf(at << 12)
      const [x, y] = [xOf(corner) & -drawer.cells, yOf(corner) & -drawer.cells]
      if (x >= right || y >= bottom || x + drawer.cells <= left || y + drawer.cells <= top) continue
      for (let i = from; i < to; i++) if ((this.lengths[i] as number) >= drawer.length) see(i)
    }
  }

  /** The first that does not end before this /24. */
  #firstFrom(n: number): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.starts[middle] as number) + sizeOf(this.lengths[middle] as number) <= n) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The one that this /24 lies in. */
  at(n: number): number | undefined {
    const i = this.#firstFrom(n)
    return i < this.count && (this.starts[i] as number) <= n ? i : undefined
  }

  /** Whether a part of the space has any. */
  has({ n, length }: Block): boolean {
    const i = this.#firstFrom(n)
    return i < this.count && (this.starts[i] as number) < n + sizeOf(length)
  }

  /** The one nearest to a position of those that are drawn as squares of this many cells because they are smaller. */
  dotAt(x: number, y: number, extent: number): number | undefined {
    let [nearest, least]: [number | undefined, number] = [undefined, extent / 2]
    this.forEachIn(x - extent, y - extent, x + extent, y + extent, (i) => {
      const [w, h] = [this.w[i] as number, this.h[i] as number]
      const [dx, dy] = [(this.x[i] as number) + w / 2 - x, (this.y[i] as number) + h / 2 - y]
      const away = Math.max(Math.abs(dx), Math.abs(dy))
      if (Math.max(w, h) < extent && away <= least) [nearest, least] = [i, away]
    })
    return nearest
  }

  block(i: number): Block {
    return { n: this.starts[i] as number, length: this.lengths[i] as number }
  }

  /** What a part of the space has: its first block, and how many of each state. */
  within({ n, length }: Block): { first: number | undefined; total: number; byState: ReadonlyMap<number, number> } {
    const first = this.#firstFrom(n)
    const end = n + sizeOf(length)
    const byState = new Map<number, number>()
    let i = first
    for (; i < this.count && (this.starts[i] as number) < end; i++) {
      const state = this.states[i] as number
      byState.set(state, (byState.get(state) ?? 0) + 1)
    }
    return { first: i > first ? first : undefined, total: i - first, byState }
  }
}
