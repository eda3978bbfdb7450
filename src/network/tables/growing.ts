type Kept = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

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

  /** The rows so far; not a copy. */
  finish(): A {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of an A is an A
    return this.#values.subarray(0, this.length) as A
  }

  #grow(): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same constructor
    const larger = new (this.#values.constructor as new (length: number) => A)(this.#values.length * 2)
    larger.set(this.#values)
    this.#values = larger
  }
}

export const growing8 = (): Growing<Uint8Array<ArrayBuffer>> => new Growing(new Uint8Array(1024))
export const growing16 = (): Growing<Uint16Array<ArrayBuffer>> => new Growing(new Uint16Array(1024))
export const growing32 = (): Growing<Uint32Array<ArrayBuffer>> => new Growing(new Uint32Array(1024))
