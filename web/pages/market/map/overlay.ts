import { indexOf, rectOf, side, type Rect } from './hilbert.ts'
import { blockAround, shortly, type Block } from './ipv4.ts'
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

/** Whether nothing but ground was painted at a pixel. */
type IsGround = (x: number, y: number) => boolean

interface Seen extends Marks {
  readonly view: View
}

export function drawOverlay(
  canvas: CanvasRenderingContext2D,
  size: Size,
  { view, ...marks }: Seen,
  inks: Inks,
  isGround: IsGround,
): void {
  const sheet = new Sheet(canvas, size, view, inks, isGround)
  sheet.grid()
  if (marks.pick) sheet.pick(rectOf(marks.pick.n, marks.pick.length))
  if (marks.cursor) sheet.cursor(rectOf(marks.cursor.n, marks.cursor.length))
}

class Sheet {
  readonly #canvas: CanvasRenderingContext2D
  readonly #inks: Inks
  readonly #scale: number
  readonly #window: Rect
  readonly #length: number
  readonly #ratio = devicePixelRatio
  readonly #isGround: IsGround

  constructor(canvas: CanvasRenderingContext2D, size: Size, view: View, inks: Inks, isGround: IsGround) {
    this.#canvas = canvas
    this.#isGround = isGround
    this.#inks = inks
    this.#scale = scaleOf(view, size)
    this.#window = seen(view, size)
    this.#length = Math.min(24, 8 + 2 * Math.floor(view.zoom + 0.01))
  }

  /** Lines around the squares of this nearness, stronger ones around sixteen of them, and names where they have room. */
  grid(): void {
    this.#lines(this.#length, this.#inks.line)
    if (this.#length > 8) this.#lines(Math.max(8, this.#length - 4), this.#inks.edge)
    const named = [this.#length, this.#length - 2, this.#length - 4].find((length) => this.#hasRoom(length))
    if (named === undefined) return
    this.#canvas.fillStyle = this.#inks.name
    this.#canvas.textBaseline = 'top'
    this.#forEachSquare(named, (x, y) => this.#name(x, y, named))
  }

  #edgeOf(length: number): number {
    return 2 ** ((24 - length) / 2)
  }

  /** Of the squares in view: where they begin and end. */
  #extent(length: number): { left: number; top: number; right: number; bottom: number } {
    const edge = this.#edgeOf(length)
    const { x, y, w, h } = this.#window
    const from = (start: number) => Math.max(0, Math.floor(start / edge) * edge)
    const to = (end: number) => Math.min(side, Math.ceil(end / edge) * edge)
    return { left: from(x), top: from(y), right: to(x + w), bottom: to(y + h) }
  }

  #forEachSquare(length: number, see: (x: number, y: number) => void): void {
    const edge = this.#edgeOf(length)
    const { left, top, right, bottom } = this.#extent(length)
    for (let x = left; x < right; x += edge) for (let y = top; y < bottom; y += edge) see(x, y)
  }

  #lines(length: number, ink: string): void {
    const edge = this.#edgeOf(length)
    const { left, top, right, bottom } = this.#extent(length)
    this.#canvas.strokeStyle = ink
    this.#canvas.lineWidth = 1
    this.#canvas.beginPath()
    for (let at = left; at <= right; at += edge) this.#line(at, top, at, bottom)
    for (let at = top; at <= bottom; at += edge) this.#line(left, at, right, at)
    this.#canvas.stroke()
  }

  /** For the longest name of that length, in letters that can be read; the canvas then has them. */
  #hasRoom(length: number): boolean {
    if (length < 8) return false
    const longest = length === 8 ? '255' : `${'255.'.repeat(Math.ceil(length / 8)).slice(0, -1)}/${length}`
    const room = this.#edgeOf(length) * this.#scale - 7 * this.#ratio
    return [11, 9].some((tall) => {
      this.#canvas.font = `${tall * this.#ratio}px ${this.#inks.font}`
      return this.#canvas.measureText(longest).width <= room
    })
  }

  #line(fromX: number, fromY: number, toX: number, toY: number): void {
    const at = (cell: number, start: number) => Math.round((cell - start) * this.#scale) + 0.5
    const { x, y } = this.#window
    this.#canvas.moveTo(at(fromX, x), at(fromY, y))
    this.#canvas.lineTo(at(toX, x), at(toY, y))
  }

  /** Not over blocks, which matter more. */
  #name(cellX: number, cellY: number, length: number): void {
    const text = shortly(blockAround(indexOf(cellX, cellY), length))
    const [x, y] = this.#pixel(cellX, cellY).map((at) => Math.round(at + 4 * this.#ratio)) as [number, number]
    const { width } = this.#canvas.measureText(text)
    const middle = y + Math.round(5 * this.#ratio)
    if ([0, 0.5, 1].every((part) => this.#isGround(x + Math.round(width * part), middle)))
      this.#canvas.fillText(text, x, y)
  }

  #pixel(cellX: number, cellY: number): [x: number, y: number] {
    const { x, y } = this.#window
    return [(cellX - x) * this.#scale, (cellY - y) * this.#scale]
  }

  /** A frame around it; where it is too small to have one, a ring that leads the eye to it. */
  pick({ x, y, w, h }: Rect): void {
    const [left, top] = this.#pixel(x, y)
    const [wide, high] = [w * this.#scale, h * this.#scale]
    if (Math.max(wide, high) >= 10 * this.#ratio) return this.#frame(left, top, wide, high, this.#inks.ink)
    const [middleX, middleY] = [left + wide / 2, top + high / 2]
    for (const [colour, width] of [
      [this.#inks.paper, 5],
      [this.#inks.ink, 2.5],
    ] as const) {
      this.#canvas.strokeStyle = colour
      this.#canvas.lineWidth = width * this.#ratio
      this.#canvas.beginPath()
      this.#canvas.arc(middleX, middleY, 9 * this.#ratio, 0, Math.PI * 2)
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
