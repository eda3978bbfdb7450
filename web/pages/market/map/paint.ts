import type { Blocks } from './blocks.ts'
import { indexOf, rectOf, side, type Rect } from './hilbert.ts'
import { blockAround, type Block } from './ipv4.ts'
import type { Colours, Look } from './looks.ts'
import { scaleOf, seen, stepLength, type Size, type View } from './view.ts'

/**
 * Draws into a field of pixels. A hundred thousand calls to a canvas would be felt; as many small rectangles of numbers
 * are not.
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

/** However small it is, something of it is seen: the more there are, the less of each. */
const leastPixels = (count: number): number => (count < 2_000 ? 6 : count < 20_000 ? 3 : 2)

/** Space that is nobody's to let: of private use, for loops, or never given out (RFC 6890, RFC 1112). */
const setAside = [0, 10, 127, ...Array.from({ length: 32 }, (_, i) => 224 + i)]

export function paint(
  field: Field,
  view: View,
  layers: readonly Layer[],
  found: Blocks | undefined,
  colours: Colours,
): void {
  const brush = new Brush(field, view)
  field.pixels.fill(colours.paper)
  brush.area({ x: 0, y: 0, w: side, h: side }, colours.empty)
  for (const octet of setAside) brush.area(rectOf(octet << 16, 8), colours.setAside)
  if (view.zoom < 4) for (const { blocks } of layers) brush.mark(blocks, stepLength(view), colours.busy)
  for (const { blocks, looks: lookOf, inside } of layers) {
    if (inside.length > 0) brush.area(rectOf(inside.n, inside.length), colours.empty)
    const least = leastPixels(blocks.count)
    // What matters less is drawn first: where blocks are smaller than a pixel the last one is seen.
    for (let rank = 0; rank < 3; rank++)
      brush.see(blocks, (i) => {
        const look = lookOf[blocks.states[i] as number]
        if (look?.rank === rank) brush.block(blocks, i, colours[look.name], least)
      })
  }
  if (found) brush.see(found, (i) => brush.block(found, i, colours.found, leastPixels(found.count)))
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

  /** The squares in view that have something, so that a few small blocks are found in a large space. */
  mark(blocks: Blocks, length: number, colour: number): void {
    const edge = 2 ** ((24 - length) / 2)
    const { x, y, w, h } = this.#window
    const from = (start: number) => Math.max(0, Math.floor(start / edge) * edge)
    for (let cellX = from(x); cellX < Math.min(side, x + w); cellX += edge)
      for (let cellY = from(y); cellY < Math.min(side, y + h); cellY += edge)
        if (blocks.has(blockAround(indexOf(cellX, cellY), length)))
          this.area({ x: cellX, y: cellY, w: edge, h: edge }, colour)
  }

  block(blocks: Blocks, i: number, colour: number, least: number): void {
    const scale = this.#scale
    const { x: left, y: top } = this.#window
    const [w, h] = [(blocks.w[i] as number) * scale, (blocks.h[i] as number) * scale]
    const [x, y] = [((blocks.x[i] as number) - left) * scale, ((blocks.y[i] as number) - top) * scale]
    if (Math.max(w, h) < least) {
      const [fromX, fromY] = [Math.round(x + w / 2 - least / 2), Math.round(y + h / 2 - least / 2)]
      return this.#fill(fromX, fromY, fromX + least, fromY + least, colour)
    }
    // A gap between neighbours, once there is room for one.
    const gap = Math.min(w, h) >= 5 ? 1 : 0
    const [fromX, fromY] = [Math.round(x), Math.round(y)]
    this.#fill(
      fromX,
      fromY,
      Math.max(fromX + 1, Math.round(x + w) - gap),
      Math.max(fromY + 1, Math.round(y + h) - gap),
      colour,
    )
  }

  #fill(fromX: number, fromY: number, toX: number, toY: number, colour: number): void {
    const { pixels, width, height } = this.#field
    const [left, right] = [Math.max(0, fromX), Math.min(width, toX)]
    const [top, bottom] = [Math.max(0, fromY), Math.min(height, toY)]
    if (left >= right) return
    for (let y = top; y < bottom; y++) pixels.fill(colour, y * width + left, y * width + right)
  }
}
