import { randomBytes } from 'node:crypto'
import type { Columns } from './columns.ts'
import { growing32, release } from './growing.ts'

/** Texts kept once each, told apart by number; 0 is the empty text. */

/** They stand one after the other without a gap, so that one may lie in two parts. */
const partBits = 20
const partBytes = 2 ** partBits

/**
 * As bytes from the beginning: a registry has millions of them, and a map of as many strings takes four times the room.
 * Which are there already is told by a table of their numbers, at the places that their sums name.
 */
export class TextsBuilder {
  readonly #parts: Buffer[] = []
  readonly #ends = growing32()
  readonly #sums = growing32()
  #slots = new Uint32Array(1024)
  /** Whoever writes a file cannot know which texts have the same sum. */
  readonly #seed = randomBytes(4).readUInt32LE()
  #wanted = Buffer.allocUnsafe(4096)
  #length = 0
  #size = 0

  constructor() {
    this.#ends.push(0)
    this.#sums.push(0)
  }

  numberOf(text: string): number {
    if (text === '') return 0
    // A character is three bytes at most, or two of them are four.
    if (text.length * 3 > this.#wanted.length) this.#wanted = Buffer.allocUnsafe(text.length * 3)
    this.#length = this.#wanted.write(text)
    const sum = this.#sum()
    const slot = this.#find(sum)
    const known = this.#slots[slot] ?? 0
    if (known !== 0) return known
    const number = this.#ends.length
    this.#slots[slot] = number
    this.#sums.push(sum)
    this.#append()
    if (number * 4 > this.#slots.length * 3) this.#widen()
    return number
  }

  /** Once: what they were told apart by is let go of. */
  finish(name: string): Columns {
    release(this.#slots)
    release(this.#sums.finish())
    const bytes = this.#parts.map((part, i) => part.subarray(0, this.#size - i * partBytes))
    return { [`${name}.bytes`]: bytes, [`${name}.ends`]: this.#ends.finish() }
  }

  #sum(): number {
    const [bytes, length] = [this.#wanted, this.#length]
    let sum = this.#seed
    for (let i = 0; i < length; i++) sum = Math.imul(sum ^ (bytes[i] ?? 0), 0x0100_0193)
    sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b_3c6d)
    return (sum ^ (sum >>> 13)) >>> 0
  }

  /** Where its number stands, or will stand. */
  #find(sum: number): number {
    const slots = this.#slots
    let slot = placeOf(sum, slots)
    for (let number = slots[slot] ?? 0; number !== 0; number = slots[slot] ?? 0) {
      if (this.#sums.at(number) === sum && this.#isWanted(number)) break
      slot = slot + 1 === slots.length ? 0 : slot + 1
    }
    return slot
  }

  #isWanted(number: number): boolean {
    const from = this.#ends.at(number - 1) ?? 0
    if ((this.#ends.at(number) ?? 0) - from !== this.#length) return false
    for (let i = 0; i < this.#length; i++)
      if (this.#parts[(from + i) >>> partBits]?.[(from + i) & (partBytes - 1)] !== this.#wanted[i]) return false
    return true
  }

  #append(): void {
    for (let done = 0; done < this.#length;) {
      const at = this.#size & (partBytes - 1)
      const part = at === 0 ? Buffer.allocUnsafeSlow(partBytes) : this.#parts.at(-1)
      if (part === undefined) throw new RangeError('no part')
      if (at === 0) this.#parts.push(part)
      const copied = this.#wanted.copy(part, at, done, this.#length)
      done += copied
      this.#size += copied
    }
    this.#ends.push(this.#size)
  }

  #widen(): void {
    // By less than twice: of ten million places half would stay empty.
    const slots = new Uint32Array(Math.ceil(this.#slots.length * 1.4))
    release(this.#slots)
    this.#slots = slots
    for (let number = 1; number < this.#sums.length; number++) {
      let slot = placeOf(this.#sums.at(number) ?? 0, slots)
      while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1
      slots[slot] = number
    }
  }
}

/** Sums are spread over all 32 bits, and so are their places over the table. */
const placeOf = (sum: number, { length }: Uint32Array): number => Math.floor((sum / 2 ** 32) * length)

export class Texts {
  readonly #bytes: Buffer
  readonly #ends: Uint32Array

  constructor(columns: Columns, name: string) {
    const found = columns[`${name}.bytes`]
    const bytes = Array.isArray(found) ? Buffer.concat(found) : found
    const ends = columns[`${name}.ends`]
    if (!(bytes instanceof Uint8Array) || !(ends instanceof Uint32Array)) throw new TypeError(`no texts ${name}`)
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#ends = ends
  }

  at(number: number): string {
    return this.#bytes.toString('utf8', number === 0 ? 0 : this.#ends[number - 1], this.#ends[number])
  }
}
