import type { Blocks } from './blocks.ts'
import { drawGround } from './ground.ts'
import type { Block } from './ipv4.ts'
import { readColours, type Colours } from './looks.ts'
import { drawOverlay, readInks, type Inks, type Labelled, type Marks } from './overlay.ts'
import { paint, type Field, type Layer } from './paint.ts'
import { wholeView, type View } from './view.ts'

/** What is on the canvas. Whatever changes, it is drawn once in the next frame. */

interface Picture extends Marks {
  readonly view: View
  readonly layers: readonly Layer[]
  readonly found: Blocks | undefined
}

export class Scene {
  #picture: Picture = { view: wholeView, layers: [], found: undefined, pick: undefined, cursor: undefined }
  #field: Field & { readonly image: ImageData } = emptyField(1, 1)
  #colours: Colours
  #inks: Inks
  #frame = 0
  /** Where blocks are painted, to be laid over the ground. */
  readonly #slide = document.createElement('canvas')
  readonly #canvas: HTMLCanvasElement
  readonly #swatches: HTMLElement
  readonly #stop = new AbortController()

  constructor(canvas: HTMLCanvasElement, swatches: HTMLElement) {
    this.#canvas = canvas
    this.#swatches = swatches
    this.#colours = readColours(swatches)
    this.#inks = readInks(swatches)
    this.#followTheme()
    this.#followSize()
  }

  get view(): View {
    return this.#picture.view
  }

  get cursor(): Block | undefined {
    return this.#picture.cursor
  }

  /** In pixels of the screen. */
  get size(): Field {
    return this.#field
  }

  show(change: Partial<Picture>): void {
    this.#picture = { ...this.#picture, ...change }
    this.#ask()
  }

  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#stop.abort()
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    this.#frame = 0
    const canvas = this.#canvas.getContext('2d', { alpha: false })
    if (!canvas) return
    const { view, layers, found } = this.#picture
    const dress = { colours: this.#colours, inks: this.#inks }
    paint(this.#field, view, layers, found, this.#colours)
    drawGround(canvas, this.#field, this.#picture, dress, (x, y) => this.#isClear(x, y))
    this.#slide.getContext('2d')?.putImageData(this.#field.image, 0, 0)
    canvas.drawImage(this.#slide, 0, 0)
    drawOverlay(canvas, this.#field, { ...this.#picture, labelled: labelled(this.#picture) }, dress)
  }

  #isClear(x: number, y: number): boolean {
    const { pixels, width, height } = this.#field
    return x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x] === 0
  }

  #followTheme(): void {
    const reread = () => {
      this.#colours = readColours(this.#swatches)
      this.#inks = readInks(this.#swatches)
      this.#ask()
    }
    const watch = new MutationObserver(reread)
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const { signal } = this.#stop
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', reread, { signal })
    signal.addEventListener('abort', () => watch.disconnect())
  }

  #followSize(): void {
    const watch = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)]
      if (wide === 0 || high === 0) return
      for (const canvas of [this.#canvas, this.#slide]) Object.assign(canvas, { width: wide, height: high })
      this.#field = emptyField(wide, high)
      this.#draw()
    })
    watch.observe(this.#canvas)
    this.#stop.signal.addEventListener('abort', () => watch.disconnect())
  }
}

/** The last layer lies on those before; what was found has names of its own. */
function labelled({ layers, found }: Picture): Labelled[] {
  const layer = layers.at(-1)
  const isFound = (n: number) => found?.at(n) !== undefined
  return [
    ...(layer
      ? [
          {
            blocks: layer.blocks,
            look: (i: number) =>
              isFound(layer.blocks.starts[i] as number)
                ? undefined
                : layer.looks[layer.blocks.states[i] as number]?.name,
          },
        ]
      : []),
    ...(found ? [{ blocks: found, look: () => 'found' as const }] : []),
  ]
}

function emptyField(width: number, height: number): Field & { readonly image: ImageData } {
  const image = new ImageData(width, height)
  return { width, height, image, pixels: new Uint32Array(image.data.buffer) }
}
