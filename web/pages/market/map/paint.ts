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
  const brush = new Brush(field, view, colours.paper)
  field.pixels.fill(nothing)
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
  readonly #rim: number

  constructor(field: Field, view: View, rim: number) {
    this.#field = field
    this.#scale = scaleOf(view, field)
    this.#window = seen(view, field)
    this.#rim = rim
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

  block(blocks: Blocks, i: number, colour: number, least: number): void {
    const scale = this.#scale
    const { x: left, y: top } = this.#window
    const [w, h] = [(blocks.w[i] as number) * scale, (blocks.h[i] as number) * scale]
    const [x, y] = [((blocks.x[i] as number) - left) * scale, ((blocks.y[i] as number) - top) * scale]
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

  /** One that is too small to be seen as it is, with a rim where it is large enough to have one. */
  #dot(x: number, y: number, least: number, colour: number): void {
    const [fromX, fromY] = [Math.round(x - least / 2), Math.round(y - least / 2)]
    if (least >= 4) this.#fill(fromX - 1, fromY - 1, fromX + least + 1, fromY + least + 1, this.#rim)
    this.#fill(fromX, fromY, fromX + least, fromY + least, colour)
  }

  #fill(fromX: number, fromY: number, toX: number, toY: number, colour: number): void {
    const { pixels, width, height } = this.#field
    const [left, right] = [Math.max(0, fromX), Math.min(width, toX)]
    const [top, bottom] = [Math.max(0, fromY), Math.min(height, toY)]
    if (left >= right) return
    for (let y = top; y < bottom; y++) pixels.fill(colour, y * width + left, y * width + right)
  }
}
