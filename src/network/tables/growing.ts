type Kept = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Given back at once: the collector, which does not see how large it is, would let it lie. */
export const release = ({ buffer }: Kept): void => void buffer.transfer(0)

/** A column while its rows come in. */
export class Growing<A extends Kept> {
  #values: A
  length = 0

  constructor(first: A) {
    this.#values = first
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow()
    this.#values[this.length++] = value
  }

  at(row: number): number | undefined {
    return this.#values[row]
  }

  /** The rows, once: not a copy, and let go of here. */
  finish(): A {
    const values = this.#values
    this.#values = this.#over(new ArrayBuffer(0))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of an A is an A
    return values.subarray(0, this.length) as A
  }

  #grow(): void {
    this.#values = this.#over(this.#values.buffer.transfer(this.#values.byteLength * 2))
  }

  #over(buffer: ArrayBuffer): A {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same constructor
    return new (this.#values.constructor as new (buffer: ArrayBuffer) => A)(buffer)
  }
}

export const growing8 = (): Growing<Uint8Array<ArrayBuffer>> => new Growing(new Uint8Array(1024))
export const growing16 = (): Growing<Uint16Array<ArrayBuffer>> => new Growing(new Uint16Array(1024))
export const growing32 = (): Growing<Uint32Array<ArrayBuffer>> => new Growing(new Uint32Array(1024))
