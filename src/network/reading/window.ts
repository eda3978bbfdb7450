/** The part of a stream that a reader of binary records looks at; it grows to what is asked for and forgets what was read. */
export class Window {
  readonly #source: AsyncIterator<Uint8Array>
  #ended = false
  bytes: Uint8Array = new Uint8Array(0)
  /** Where in `bytes` the reader stands. */
  at = 0
  #before = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Where in the stream the reader stands. */
  get offset(): number {
    return this.#before + this.at
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** Sees to it that so many bytes are at hand, or as many as there are; says whether it is so many. */
  async fill(count: number): Promise<boolean> {
    if (this.left >= count) return true
    const parts = [this.bytes.subarray(this.at)]
    let length = this.left
    while (length < count && !this.#ended) {
      const { done, value } = await this.#source.next()
      if (done) this.#ended = true
      else length += parts.push(value) && value.length
    }
    if (parts.length > 1) {
      this.#before += this.at
      this.at = 0
      this.bytes = Buffer.concat(parts, length)
    }
    return this.left >= count
  }

  /** From where the reader stands to the end. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      if (this.left > 0) yield this.bytes.subarray(this.at)
      for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value
    } finally {
      await this.close()
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}
