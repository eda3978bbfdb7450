import { textOfLatin1 } from './rpsl-text.ts'

/**
 * Lines of attributes in which the objects of one holder are mostly alike, as one text: whoever has seen it knows what it
 * says, and need not look at its lines. A database has millions of objects, and few of such texts.
 */
export class SharedLines {
  #bytes = Buffer.allocUnsafe(4096)
  #length = 0

  clear(): void {
    this.#length = 0
  }

  /** Mark: which attribute it is a value of; that of a continuation is a blank. */
  add(mark: number, bytes: Uint8Array, from: number, to: number): void {
    const end = this.#length + 2 + to - from
    if (end > this.#bytes.length) this.#widen(end)
    const into = this.#bytes
    let at = this.#length
    into[at++] = newline
    into[at++] = mark
    for (let i = from; i < to; i++) into[at++] = bytes[i] ?? 0
    this.#length = at
  }

  get text(): string {
    return this.#bytes.toString('latin1', 0, this.#length)
  }

  #widen(least: number): void {
    const wider = Buffer.allocUnsafe(least * 2)
    wider.set(this.#bytes)
    this.#bytes = wider
  }
}

const newline = 10
export const continued = 32

/** Its values, by mark. No line has a newline in it, so that none is mistaken for another's. */
export function* valuesOf(text: string): Generator<[mark: number, value: string]> {
  let open: [number, string] | null = null
  for (const line of text.split('\n').slice(1)) {
    const [mark, value] = [line.charCodeAt(0), textOfLatin1(line.slice(1))]
    if (mark === continued && open !== null) open[1] += `\n${value}`
    else {
      if (open !== null) yield open
      open = [mark, value]
    }
  }
  if (open !== null) yield open
}
