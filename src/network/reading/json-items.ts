import { SourceFault } from './source.ts'

/** Longer than any honest entry, shorter than what would hurt. */
const longest = 1 << 20

const [quote, comma, colon, openList, backslash, closeList, open, close] = [34, 44, 58, 91, 92, 93, 123, 125]

/** Called with the key, and the text of what stands under it: an object, or each object of a list. */
type Tell = (key: string, text: string, where: string) => void

/**
 * Walks over one JSON object that is too large to be held: only one entry at a time is ever a string. Brackets are
 * followed, words are left to whoever parses the entries.
 */
export async function eachJsonItem(source: AsyncIterable<Uint8Array>, tell: Tell): Promise<void> {
  const walk = new Walk(tell)
  for await (const chunk of source) walk.take(chunk)
  walk.end()
}

class Walk {
  readonly #tell: Tell
  /** Bytes of the entry or key that is not complete yet. */
  #held: Uint8Array = new Uint8Array(0)
  /** Where `#held` begins in the file. */
  #offset = 0
  #depth = 0
  #inText = false
  #escaped = false
  #inList = false
  #key = ''
  /** Where in the bytes at hand an entry or a key begins; -1: nothing to keep. */
  #start = -1
  #ended = false

  constructor(tell: Tell) {
    this.#tell = tell
  }

  take(chunk: Uint8Array): void {
    const held = this.#held.length
    const bytes = held === 0 ? chunk : Buffer.concat([this.#held, chunk])
    for (let at = held; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (this.#inText) this.#text(bytes, at, byte)
      else if (byte > 32) this.#structure(bytes, at, byte)
    }
    const from = this.#start < 0 ? bytes.length : this.#start
    if (bytes.length - from > longest)
      throw this.#fault(from, `begins an entry of more than ${longest} bytes, which none of such a file has`)
    this.#held = bytes.slice(from)
    this.#offset += from
    if (this.#start >= 0) this.#start = 0
  }

  end(): void {
    if (!this.#ended) throw new SourceFault(`byte ${this.#offset + this.#held.length}`, 'the file ends in the middle')
  }

  #text(bytes: Uint8Array, at: number, byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) {
      this.#inText = false
      if (this.#depth !== 1) return
      this.#key = textOf(bytes, this.#start + 1, at)
      this.#start = -1
    }
  }

  #structure(bytes: Uint8Array, at: number, byte: number): void {
    if (this.#ended) throw this.#fault(at, 'goes on after the end of the object')
    if (this.#depth === 0 && byte !== open) throw this.#fault(at, 'is not the beginning of a JSON object')
    if (byte === quote) {
      this.#inText = true
      if (this.#depth === 1) this.#start = at
    } else if (byte === open || byte === openList) this.#opens(at, byte)
    else if (byte === close || byte === closeList) this.#closes(bytes, at, byte)
    else if (this.#depth === 1 && byte !== comma && byte !== colon) this.#plain(at, byte)
  }

  #opens(at: number, byte: number): void {
    this.#depth++
    if (this.#depth === 2 && byte === openList) this.#inList = true
    else if (this.#depth === this.#level && byte === open) this.#start = at
  }

  #closes(bytes: Uint8Array, at: number, byte: number): void {
    // Deeper ones are judged by whoever parses the entry.
    const opener = this.#depth === 1 || this.#start >= 0 ? close : closeList
    if (this.#depth <= this.#level && byte !== opener) throw this.#fault(at, 'closes a bracket that was not opened')
    if (this.#depth === this.#level && this.#start >= 0) {
      this.#tell(this.#key, textOf(bytes, this.#start, at + 1), `byte ${this.#offset + this.#start}`)
      this.#start = -1
    } else if (this.#depth === 2) this.#inList = false
    this.#depth--
    this.#ended = this.#depth === 0
  }

  /** Numbers and words under a key of the outermost object mean nothing here; other bytes are no JSON. */
  #plain(at: number, byte: number): void {
    if (!/[-+.\w]/.test(String.fromCharCode(byte))) throw this.#fault(at, 'is not JSON')
  }

  /** How deep entries stand. */
  get #level(): number {
    return this.#inList ? 3 : 2
  }

  #fault(at: number, why: string): SourceFault {
    return new SourceFault(`byte ${this.#offset + at}`, why)
  }
}

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8')
