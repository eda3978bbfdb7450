import { SourceFault } from '../reading/source.ts'

/** The data of MaxMind's files: values that begin with their kind and size, and pointers to values written before. */

const kind = {
  extended: 0,
  pointer: 1,
  text: 2,
  double: 3,
  bytes: 4,
  u16: 5,
  u32: 6,
  map: 7,
  i32: 8,
  u64: 9,
  u128: 10,
  array: 11,
  boolean: 14,
  float: 15,
} as const
/** What pointers of two and three bytes more begin to count from. */
const pointerBases = [0, 2048, 526_336]
/** Deeper than any record is; a circle of pointers ends here. */
const deepest = 32

/** So many values are more than any record has: a small file must not unfold into a large one. */
const mostValues = 10_000

export class MmdbData {
  readonly #bytes: Buffer
  readonly #from: number
  readonly #to: number
  #at = 0
  #values = 0

  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes
    this.#from = from
    this.#to = to
  }

  /** The value at a place of this section. */
  read(place: number): unknown {
    this.#at = this.#from + place
    this.#values = 0
    return this.#value(0)
  }

  #value(depth: number): unknown {
    if (depth > deepest || ++this.#values > mostValues) throw this.#fault('the data leads in a circle')
    const control = this.#number(1)
    let type = control >>> 5
    if (type === kind.pointer) return this.#pointed(control, depth)
    if (type === kind.extended) type = this.#number(1) + 7
    const size = this.#size(control & 31)
    if (type === kind.map) {
      const entries: [string, unknown][] = []
      for (let i = 0; i < size; i++) entries.push([String(this.#value(depth + 1)), this.#value(depth + 1)])
      return Object.fromEntries(entries)
    }
    if (type === kind.array) {
      const items: unknown[] = []
      for (let i = 0; i < size; i++) items.push(this.#value(depth + 1))
      return items
    }
    return this.#plain(type, size)
  }

  #plain(type: number, size: number): unknown {
    if (type === kind.boolean) return size !== 0
    const from = this.#skip(size)
    if (type === kind.text) return this.#bytes.toString('utf8', from, from + size)
    if (type === kind.double && size === 8) return this.#bytes.readDoubleBE(from)
    if (type === kind.float && size === 4) return this.#bytes.readFloatBE(from)
    if (type >= kind.u16 && type <= kind.u128 && size <= 6) return size === 0 ? 0 : this.#bytes.readUIntBE(from, size)
    if (type === kind.bytes || (type >= kind.u16 && type <= kind.u128))
      return this.#bytes.toString('hex', from, from + size)
    throw this.#fault('a value of an unknown kind')
  }

  /** Where it points to is counted from the beginning of the section, and not itself a pointer. */
  #pointed(control: number, depth: number): unknown {
    const width = (control >>> 3) & 3
    const high = control & 7
    const place =
      width === 3
        ? this.#number(4)
        : high * 2 ** (8 * (width + 1)) + this.#number(width + 1) + (pointerBases[width] ?? 0)
    const back = this.#at
    this.#at = this.#from + place
    const value = this.#value(depth + 1)
    this.#at = back
    return value
  }

  #size(low: number): number {
    if (low < 29) return low
    if (low === 29) return 29 + this.#number(1)
    if (low === 30) return 285 + this.#number(2)
    return 65_821 + this.#number(3)
  }

  #number(width: number): number {
    return this.#bytes.readUIntBE(this.#skip(width), width)
  }

  #skip(size: number): number {
    const from = this.#at
    this.#at += size
    if (from < this.#from || this.#at > this.#to) throw this.#fault('the data ends in the middle of a value')
    return from
  }

  #fault(why: string): SourceFault {
    return new SourceFault(`byte ${this.#at}`, why)
  }
}
