import { release } from './growing.ts'

/**
 * IPv4 prefixes in address order. The sort is the engine's own over 64-bit keys written as two halves: address above,
 * length and number of the fact below; so ties keep the order in which they came, and no comparison runs in JavaScript.
 */

const numberBits = 26
const numberMask = 2 ** numberBits - 1

export interface Sorted4 {
  readonly starts: Uint32Array
  readonly lengths: Uint8Array
  readonly parents: Int32Array
  /** Where the facts of each row begin, and the end. */
  readonly facts: Uint32Array
  /** Number of the fact at each place. */
  readonly order: Uint32Array
}

export class Keys4 {
  #keys = new Uint32Array(2048)
  #used = 0
  #inOrder = true
  #lastStart = 0
  #lastLength = 0

  push(start: number, length: number, number: number): void {
    if (this.#used === this.#keys.length) this.#grow()
    if (start < this.#lastStart || (start === this.#lastStart && length < this.#lastLength)) this.#inOrder = false
    this.#lastStart = start
    this.#lastLength = length
    this.#keys[this.#used++] = (length << numberBits) | number
    this.#keys[this.#used++] = start
  }

  #grow(): void {
    this.#keys = new Uint32Array(this.#keys.buffer.transfer(this.#keys.byteLength * 2))
  }

  /** Once. */
  finish(): Sorted4 {
    if (!this.#inOrder) new BigUint64Array(this.#keys.buffer, 0, this.#used / 2).sort()
    const sorted = distinct(this.#keys, this.#used / 2)
    release(this.#keys)
    return sorted
  }
}

function distinct(keys: Uint32Array, count: number): Sorted4 {
  const starts = new Uint32Array(count)
  const lengths = new Uint8Array(count)
  const parents = new Int32Array(count)
  const facts = new Uint32Array(count + 1)
  const order = new Uint32Array(count)
  let rows = 0
  for (let i = 0; i < count; i++) {
    const low = keys[2 * i] ?? 0
    const start = keys[2 * i + 1] ?? 0
    const length = low >>> numberBits
    order[i] = low & numberMask
    let around = rows - 1
    if (around >= 0 && starts[around] === start && lengths[around] === length) continue
    // The nearest of those before it that reaches this far; each is visited once more than it has children.
    while (around >= 0) {
      const width = lengths[around] ?? 0
      if (width === 0 || ((starts[around] ?? 0) ^ start) >>> (32 - width) === 0) break
      around = parents[around] ?? -1
    }
    starts[rows] = start
    lengths[rows] = length
    parents[rows] = around
    facts[rows++] = i
  }
  facts[rows] = count
  return {
    starts: starts.subarray(0, rows),
    lengths: lengths.subarray(0, rows),
    parents: parents.subarray(0, rows),
    facts: facts.subarray(0, rows + 1),
    order,
  }
}
