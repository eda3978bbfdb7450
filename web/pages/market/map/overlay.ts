import type { Blocks } from './blocks.ts'
import { rectOf, type Rect } from './hilbert.ts'
import { notation, type Block } from './ipv4.ts'
import { inkOn, type Colours, type Painted } from './looks.ts'
import { scaleOf, seen, type Size, type View } from './view.ts'

/** What is drawn with lines and letters above the blocks: few things, so the canvas does it. */

export interface Inks {
  readonly line: string
  readonly edge: string
  readonly name: string
  readonly ink: string
  readonly focus: string
  readonly paper: string
  readonly font: string
}

export interface Marks {
  readonly pick: Block | undefined
  readonly cursor: Block | undefined
}

/** Blocks with what each is painted in. */
export interface Labelled {
  readonly blocks: Blocks
  readonly look: (i: number) => Painted | undefined
}

interface Seen extends Marks {
  readonly view: View
  readonly labelled: readonly Labelled[]
}

export function drawOverlay(
  canvas: CanvasRenderingContext2D,
  size: Size,
  { view, labelled, ...marks }: Seen,
  { colours, inks }: { readonly colours: Colours; readonly inks: Inks },
): void {
  const sheet = new Sheet(canvas, size, view, inks)
  for (const one of labelled) sheet.labels(one, colours)
  if (marks.pick) sheet.pick(rectOf(marks.pick.n, marks.pick.length))
  if (marks.cursor) sheet.cursor(rectOf(marks.cursor.n, marks.cursor.length))
}

/** Letters that can be read, the largest first. */
const tall = [12, 11, 10, 9]

class Sheet {
  readonly #canvas: CanvasRenderingContext2D
  readonly #inks: Inks
  readonly #scale: number
  readonly #window: Rect
  readonly #ratio = devicePixelRatio

  constructor(canvas: CanvasRenderingContext2D, size: Size, view: View, inks: Inks) {
    this.#canvas = canvas
    this.#inks = inks
    this.#scale = scaleOf(view, size)
    this.#window = seen(view, size)
  }

  /** The names of those that are near enough to have one inside. */
  labels({ blocks, look }: Labelled, colours: Colours): void {
    const { x, y, w, h } = this.#window
    const least = (24 * this.#ratio) / this.#scale
    this.#canvas.textBaseline = 'middle'
    this.#canvas.textAlign = 'center'
    blocks.forEachIn(x, y, x + w, y + h, (i) => {
      const painted = (blocks.w[i] as number) < least ? undefined : look(i)
      if (painted) this.#label(blocks.block(i), inkOn(colours[painted]))
    })
    this.#canvas.textAlign = 'left'
  }

  /** All of it, or its length where there is no room for more. */
  #label(block: Block, ink: string): void {
    const { x, y, w, h } = rectOf(block.n, block.length)
    const [left, top] = this.#pixel(x, y)
    const [wide, high] = [w * this.#scale, h * this.#scale]
    for (const text of [notation(block), `/${block.length}`])
      for (const size of tall) {
        this.#canvas.font = `500 ${size * this.#ratio}px ${this.#inks.font}`
        const room = this.#canvas.measureText(text).width + 6 * this.#ratio
        if (room > wide || (size + 4) * this.#ratio > high) continue
        this.#canvas.fillStyle = ink
        this.#canvas.fillText(text, Math.round(left + wide / 2), Math.round(top + high / 2))
        return
      }
  }

  #pixel(cellX: number, cellY: number): [x: number, y: number] {
    const { x, y } = this.#window
    return [(cellX - x) * this.#scale, (cellY - y) * this.#scale]
  }

  /** A frame around it; where it is too small to have one, a ring that leads the eye to it. */
  pick({ x, y, w, h }: Rect): void {
    const [left, top] = this.#pixel(x, y)
    const [wide, high] = [w * this.#scale, h * this.#scale]
    if (Math.max(wide, high) >= 14 * this.#ratio) return this.#frame(left, top, wide, high, this.#inks.ink)
    const [middleX, middleY] = [left + wide / 2, top + high / 2]
    for (const [colour, width] of [
      [this.#inks.paper, 5],
      [this.#inks.ink, 2.5],
    ] as const) {
      this.#canvas.strokeStyle = colour
      this.#canvas.lineWidth = width * this.#ratio
      this.#canvas.beginPath()
      this.#canvas.arc(middleX, middleY, 10 * this.#ratio, 0, Math.PI * 2)
      this.#canvas.stroke()
    }
  }

  cursor({ x, y, w, h }: Rect): void {
    const [left, top] = this.#pixel(x, y)
    this.#frame(left, top, w * this.#scale, h * this.#scale, this.#inks.focus)
  }

  #frame(x: number, y: number, w: number, h: number, colour: string): void {
    for (const [ink, width] of [
      [this.#inks.paper, 4],
      [colour, 2],
    ] as const) {
      this.#canvas.strokeStyle = ink
      this.#canvas.lineWidth = width * this.#ratio
      this.#canvas.strokeRect(Math.round(x), Math.round(y), Math.round(w), Math.round(h))
    }
  }
}

/** Of the present theme. */
export function readInks(swatches: HTMLElement): Inks {
  const colour = (name: string) => getComputedStyle(swatches.querySelector(`[data-ink=${name}]`) ?? swatches).color
  return {
    line: colour('line'),
    edge: colour('edge'),
    name: colour('name'),
    ink: colour('ink'),
    focus: colour('focus'),
    paper: colour('paper'),
    font: getComputedStyle(swatches).fontFamily,
  }
}
