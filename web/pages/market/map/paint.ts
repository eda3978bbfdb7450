import type { Blocks } from './blocks.ts'
import { rectOf, type Rect } from './hilbert.ts'
import type { Block } from './ipv4.ts'
import type { Colours, Look } from './looks.ts'
import { scaleOf, seen, type Size, type View } from './view.ts'

/**
 * Draws the blocks into a field of pixels, transparent where there are none. A hundred thousand calls to a canvas would
 * be felt; as many small rectangles of numbers are not.
 */

export interface Field extends Size {
  readonly pixels: Uint32Array
}

export interface Layer {
  readonly blocks: Blocks
  /** How each state looks, by its position in the answer's list. */
  readonly looks: readonly Look[]
  /** The part of the space it is about; it hides what was drawn there before. */
  readonly inside: Block
}

/** However small it is, it is seen and can be pointed at: the more there are, the less of each. In pixels of the screen. */
export const leastPixels = ({ count }: Blocks): number =>
  Math.round((count < 2_000 ? 8 : count < 20_000 ? 4 : 2) * devicePixelRatio)

const nothing = 0

export function paint(
  field: Field,
  view: View,
  layers: readonly Layer[],
  found: Blocks | undefined,
  colours: Colours,
): void {
  const brush = new Brush(field, view)
  field.pixels.fill(nothing)
  // All of them below all blocks: one that is next to another must not cut into it.
  for (const blocks of [...layers.map((layer) => layer.blocks), found])
    if (blocks && leastPixels(blocks) >= 4)
      brush.see(blocks, (i) => brush.rim(blocks, i, colours.paper, leastPixels(blocks)))
  for (const { blocks, looks: lookOf, inside } of layers) {
    if (inside.length > 0) brush.area(rectOf(inside.n, inside.length), nothing)
    const least = leastPixels(blocks)
    // What matters less is drawn first: where blocks are smaller than a pixel the last one is seen.
    for (let rank = 0; rank < 3; rank++)
      brush.see(blocks, (i) => {
        const look = lookOf[blocks.states[i] as number]
        if (look?.rank === rank) brush.block(blocks, i, colours[look.name], least)
      })
  }
  if (found) brush.see(found, (i) => brush.block(found, i, colours.found, leastPixels(found)))
}

class Brush {
  readonly #field: Field
  readonly #scale: number
  readonly #window: Rect

  constructor(field: Field, view: View) {
    this.#field = field
    this.#scale = scaleOf(view, field)
    this.#window = seen(view, field)
  }

  see(blocks: Blocks, each: (i: number) => void): void {
    const { x, y, w, h } = this.#window
    blocks.forEachIn(x, y, x + w, y + h, each)
  }

  area({ x, y, w, h }: Rect, colour: number): void {
    const { x: left, y: top } = this.#window
    const scale = this.#scale
    this.#fill(
      Math.round((x - left) * scale),
      Math.round((y - top) * scale),
      Math.round((x + w - left) * scale),
      Math.round((y + h - top) * scale),
      colour,
    )
  }

  /** Around one that is too small to be seen as it is. */
  rim(blocks: Blocks, i: number, colour: number, least: number): void {
    const [x, y, w, h] = this.#place(blocks, i)
    if (Math.max(w, h) < least) this.#dot(x + w / 2, y + h / 2, least + 2, colour)
  }

  block(blocks: Blocks, i: number, colour: number, least: number): void {
    const [x, y, w, h] = this.#place(blocks, i)
    if (Math.max(w, h) < least) return this.#dot(x + w / 2, y + h / 2, least, colour)
    // A gap between neighbours, once there is room for one.
    const gap = Math.min(w, h) >= 5 ? 1 : 0
    const [fromX, fromY] = [Math.round(x), Math.round(y)]
    this.#fill(
      fromX + gap,
      fromY + gap,
      Math.max(fromX + gap + 1, Math.round(x + w)),
      Math.max(fromY + gap + 1, Math.round(y + h)),
      colour,
    )
  }

  /** In pixels of the window. */
  #place(blocks: Blocks, i: number): readonly [x: number, y: number, w: number, h: number] {
    const scale = this.#scale
    const { x, y } = this.#window
    return [
      ((blocks.x[i] as number) - x) * scale,
      ((blocks.y[i] as number) - y) * scale,
      (blocks.w[i] as number) * scale,
      (blocks.h[i] as number) * scale,
    ]
  }

  #dot(x: number, y: number, extent: number, colour: number): void {
    const [fromX, fromY] = [Math.round(x - extent / 2), Math.round(y - extent / 2)]
    this.#fill(fromX, fromY, fromX + extent, fromY + extent, colour)
  }

  #fill(fromX: number, fromY: number, toX: number, toY: number, colour: number): void {
    const { pixels, width, height } = this.#field
    const [left, right] = [Math.max(0, fromX), Math.min(width, toX)]
    const [top, bottom] = [Math.max(0, fromY), Math.min(height, toY)]
    if (left >= right) return
    for (let y = top; y < bottom; y++) pixels.fill(colour, y * width + left, y * width + right)
  }
}
