import type { Columns } from './columns.ts'
import { growing32 } from './growing.ts'

/** Texts kept once each, told apart by number; 0 is the empty text. */

export class TextsBuilder {
  readonly #numbers = new Map<string, number>([['', 0]])
  readonly #texts: string[] = ['']

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#texts.push(text) - 1
    this.#numbers.set(text, number)
    return number
  }

  finish(name: string): Columns {
    const ends = growing32()
    const bytes = Buffer.from(this.#texts.join(''))
    let at = 0
    for (const text of this.#texts) ends.push((at += Buffer.byteLength(text)))
    return { [`${name}.bytes`]: new Uint8Array(bytes), [`${name}.ends`]: ends.finish() }
  }
}

export class Texts {
  readonly #bytes: Buffer
  readonly #ends: Uint32Array

  constructor(columns: Columns, name: string) {
    const bytes = columns[`${name}.bytes`]
    const ends = columns[`${name}.ends`]
    if (!(bytes instanceof Uint8Array) || !(ends instanceof Uint32Array)) throw new TypeError(`no texts ${name}`)
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#ends = ends
  }

  at(number: number): string {
    return this.#bytes.toString('utf8', number === 0 ? 0 : this.#ends[number - 1], this.#ends[number])
  }
}
