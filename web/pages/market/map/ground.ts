import type { Blocks } from './blocks.ts'
import { indexOf, rectOf, side, type Rect } from './hilbert.ts'
import { blockAround, shortly } from './ipv4.ts'
import { cssOf, type Colours } from './looks.ts'
import type { Inks } from './overlay.ts'
import type { Layer } from './paint.ts'
import { scaleOf, seen, stepLength, type Size, type View } from './view.ts'

/** What lies below the blocks: the paper, the squares of the address space, their lines and their names. Few things, so the canvas does it. */

/** Space that is nobody's to let: of private use, for loops, or never given out (RFC 6890, RFC 1112). */
const setAside = [0, 10, 127, ...Array.from({ length: 32 }, (_, i) => 224 + i)]

/** Whether no block is painted at a pixel. */
type IsClear = (x: number, y: number) => boolean

interface Picture {
  readonly view: View
  readonly layers: readonly Layer[]
}

export function drawGround(
  canvas: CanvasRenderingContext2D,
  size: Size,
  { view, layers }: Picture,
  { colours, inks }: { readonly colours: Colours; readonly inks: Inks },
  isClear: IsClear,
): void {
  const ground = new Ground(canvas, size, view, inks)
  canvas.fillStyle = cssOf(colours.paper)
  canvas.fillRect(0, 0, size.width, size.height)
  ground.area({ x: 0, y: 0, w: side, h: side }, cssOf(colours.empty))
  for (const octet of setAside) ground.area(rectOf(octet << 16, 8), cssOf(colours.setAside))
  if (view.zoom < 4) for (const { blocks } of layers) ground.mark(blocks, stepLength(view), cssOf(colours.busy))
  ground.grid()
  ground.names(
    layers.map(({ blocks }) => blocks),
    isClear,
  )
}

class Ground {
  readonly #canvas: CanvasRenderingContext2D
  readonly #inks: Inks
  readonly #scale: number
  readonly #window: Rect
  readonly #length: number
  readonly #ratio = devicePixelRatio

  constructor(canvas: CanvasRenderingContext2D, size: Size, view: View, inks: Inks) {
    this.#canvas = canvas
    this.#inks = inks
    this.#scale = scaleOf(view, size)
    this.#window = seen(view, size)
    this.#length = Math.min(24, 8 + 2 * Math.floor(view.zoom + 0.01))
  }

  area({ x, y, w, h }: Rect, colour: string): void {
    const [left, top] = [this.#pixel(x, this.#window.x), this.#pixel(y, this.#window.y)]
    this.#canvas.fillStyle = colour
    this.#canvas.fillRect(
      left,
      top,
      this.#pixel(x + w, this.#window.x) - left,
      this.#pixel(y + h, this.#window.y) - top,
    )
  }

  /** The squares in view that have something, so that a few small blocks are found in a large space. */
  mark(blocks: Blocks, length: number, colour: string): void {
    const edge = edgeOf(length)
    this.#forEachSquare(length, (x, y) => {
      if (blocks.has(blockAround(indexOf(x, y), length))) this.area({ x, y, w: edge, h: edge }, colour)
    })
  }

  /** Lines around the squares of this nearness, stronger ones around sixteen of them. */
  grid(): void {
    this.#lines(this.#length, this.#inks.line)
    if (this.#length > 8) this.#lines(Math.max(8, this.#length - 4), this.#inks.edge)
  }

  /** At the foot of each square, where they have room; those of squares that have something stand out, and alone where it is narrow. */
  names(layers: readonly Blocks[], isClear: IsClear): void {
    const named = [this.#length, this.#length - 2, this.#length - 4].find((length) =>
      this.#hasRoom(length, length === 8 ? 1 : ample),
    )
    if (named === undefined) return
    this.#canvas.textBaseline = 'alphabetic'
    this.#canvas.textAlign = 'left'
    const isNarrow = !this.#hasRoom(named, ample) && layers.some(({ count }) => count > 0)
    this.#hasRoom(named, 1)
    this.#forEachSquare(named, (x, y) => {
      const square = blockAround(indexOf(x, y), named)
      const isBusy = layers.some((blocks) => blocks.has(square))
      if (isNarrow && !isBusy) return
      this.#canvas.fillStyle = isBusy ? this.#inks.ink : this.#inks.name
      this.#name(shortly(square), { x, y, w: edgeOf(named), h: edgeOf(named) }, isNarrow, isClear)
    })
  }

  /** In the first corner that no block covers, beginning at the foot; where neighbours have no names, also beside the square. */
  #name(text: string, { x, y, w, h }: Rect, isAlone: boolean, isClear: IsClear): void {
    const gap = 3 * this.#ratio
    const { width, actualBoundingBoxAscent: high } = this.#canvas.measureText(text)
    const left = this.#pixel(x, this.#window.x) + gap
    const right = this.#pixel(x + w, this.#window.x) - gap - Math.ceil(width) + this.#ratio
    const foot = this.#pixel(y + h, this.#window.y) - gap
    const head = this.#pixel(y, this.#window.y) + gap + Math.ceil(high)
    const corners: readonly (readonly [number, number])[] = [
      [left, foot],
      [left, head],
      [right, foot],
      [right, head],
      ...(isAlone
        ? ([
            [left, foot + high + 2 * gap],
            [left, head - high - 2 * gap],
          ] as const)
        : []),
    ]
    const isFree = ([atX, atY]: readonly [number, number]) =>
      [0, 0.25, 0.5, 0.75, 1].every((part) =>
        [0, 0.5, 1].every((up) => isClear(Math.round(atX + width * part), Math.round(atY - high * up))),
      )
    const [atX, atY] = corners.find(isFree) ?? [left, foot]
    this.#canvas.fillText(text, atX, atY)
  }

  /** Of the squares in view: where they begin and end. */
  #extent(length: number): { left: number; top: number; right: number; bottom: number } {
    const edge = edgeOf(length)
    const { x, y, w, h } = this.#window
    const from = (start: number) => Math.max(0, Math.floor(start / edge) * edge)
    const to = (end: number) => Math.min(side, Math.ceil(end / edge) * edge)
    return { left: from(x), top: from(y), right: to(x + w), bottom: to(y + h) }
  }

  #forEachSquare(length: number, see: (x: number, y: number) => void): void {
    const edge = edgeOf(length)
    const { left, top, right, bottom } = this.#extent(length)
    for (let x = left; x < right; x += edge) for (let y = top; y < bottom; y += edge) see(x, y)
  }

  #lines(length: number, ink: string): void {
    const edge = edgeOf(length)
    const { left, top, right, bottom } = this.#extent(length)
    this.#canvas.strokeStyle = ink
    this.#canvas.lineWidth = 1
    this.#canvas.beginPath()
    for (let at = left; at <= right; at += edge) this.#line(at, top, at, bottom)
    for (let at = top; at <= bottom; at += edge) this.#line(left, at, right, at)
    this.#canvas.stroke()
  }

  #line(fromX: number, fromY: number, toX: number, toY: number): void {
    const { x, y } = this.#window
    this.#canvas.moveTo(this.#pixel(fromX, x) + 0.5, this.#pixel(fromY, y) + 0.5)
    this.#canvas.lineTo(this.#pixel(toX, x) + 0.5, this.#pixel(toY, y) + 0.5)
  }

  /** For the longest name of that length in so much of a square, in letters that can be read; the canvas then has them. */
  #hasRoom(length: number, share: number): boolean {
    if (length < 8) return false
    const longest = length === 8 ? '255' : `${'255.'.repeat(Math.ceil(length / 8)).slice(0, -1)}/${length}`
    const room = edgeOf(length) * this.#scale * share - 4 * this.#ratio
    return [11, 10, 9, 8].some((tall) => {
      this.#canvas.font = `${tall * this.#ratio}px ${this.#inks.font}`
      return this.#canvas.measureText(longest).width <= room
    })
  }

  #pixel(cell: number, start: number): number {
    return Math.round((cell - start) * this.#scale)
  }
}

/** Names that fill their squares run into each other. */
const ample = 0.75

const edgeOf = (length: number): number => 2 ** ((24 - length) / 2)
