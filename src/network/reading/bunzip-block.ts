/**
 * One block of bzip2: Huffman codes, move to front, the Burrows-Wheeler transform and runs, undone in that order. Written
 * here because what there is on npm is years old, reads whole files at once, or needs the ABI of one Node. All loops run
 * over local variables and typed arrays: a route table is a gigabyte of this.
 */

export class BlockFault extends Error {}

const groupLength = 50
const longestCode = 20
/** Codes up to this length, nearly all, are found by one look. */
const quickBits = 10
const quickSize = 1 << quickBits
const mostTables = 6
const outputSize = 1 << 20

/** Reads numbers of up to 24 bits, the highest bit first. */
export class Bits {
  bytes: Uint8Array
  at: number
  held = 0
  count = 0

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  take(width: number): number {
    while (this.count < width) {
      this.held = (this.held << 8) | (this.bytes[this.at++] ?? 0)
      this.count += 8
    }
    this.count -= width
    return (this.held >>> this.count) & ((1 << width) - 1)
  }

  take48(): number {
    return this.take(24) * 0x100_0000 + this.take(24)
  }

  take32(): number {
    return ((this.take(16) << 16) | this.take(16)) >>> 0
  }

  /** The first byte of which nothing was taken yet. */
  get next(): number {
    return this.at - (this.count >>> 3)
  }

  get overrun(): boolean {
    return this.next > this.bytes.length
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  return crc
})

function crcOver(crc: number, bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) crc = (crc << 8) ^ (crcTable[(crc >>> 24) ^ (bytes[i] ?? 0)] ?? 0)
  return crc
}

/** The codes of one table: those that are short at once, the others by their length. */
interface Codes {
  readonly quick: Uint16Array
  /** Largest code of each length, and what to take off one to find its symbol. */
  readonly limits: Int32Array
  readonly bases: Int32Array
  readonly symbols: Uint16Array
}

export class BlockDecoder {
  readonly #links: Uint32Array
  #size = 0
  readonly #counts = new Uint32Array(256)
  readonly #front = new Uint8Array(256)
  #first = 0

  constructor(level: number) {
    this.#links = new Uint32Array(level * 100_000)
  }

  /** Takes a block from after its magic number on and tells its checksum; its bytes are what `output` gives. */
  read(bits: Bits): number {
    const crc = bits.take32()
    if (bits.take(1) === 1) throw new BlockFault('is randomised, as only bzip2 before 1997 wrote it')
    this.#first = bits.take(24)
    const used = this.#readUsed(bits)
    if (used === 0) throw new BlockFault('uses no byte at all')
    const tables = bits.take(3)
    if (tables < 2 || tables > mostTables) throw new BlockFault(`has ${tables} code tables`)
    const selectors = readSelectors(bits, tables)
    const codes = Array.from({ length: tables }, () => codesOf(readLengths(bits, used + 2)))
    this.#readSymbols(bits, codes, selectors, used + 1)
    if (this.#first >= this.#size) throw new BlockFault('begins behind its end')
    this.#link()
    return crc
  }

  #readUsed(bits: Bits): number {
    const ranges = bits.take(16)
    let used = 0
    for (let range = 0; range < 16; range++) {
      if (((ranges >>> (15 - range)) & 1) === 0) continue
      const members = bits.take(16)
      for (let low = 0; low < 16; low++)
        if (((members >>> (15 - low)) & 1) === 1) this.#front[used++] = range * 16 + low
    }
    return used
  }

  #readSymbols(bits: Bits, tables: readonly Codes[], selectors: Uint8Array, end: number): void {
    const { bytes } = bits
    let { at, held, count } = bits
    const [links, front, counts] = [this.#links, this.#front, this.#counts.fill(0)]
    let [size, run, weight] = [0, 0, 1]
    try {
      for (let group = 0; ; group++) {
        const codes = tables[selectors[group] ?? mostTables]
        if (codes === undefined) throw new BlockFault('has no end')
        const { quick } = codes
        for (let left = groupLength; left > 0; left--) {
          while (count <= 24) {
            held = (held << 8) | (bytes[at++] ?? 0)
            count += 8
          }
          const entry = quick[(held >>> (count - quickBits)) & (quickSize - 1)] || longEntry(codes, held, count)
          const symbol = entry >>> 5
          count -= entry & 31
          if (symbol < 2) {
            run += weight << symbol
            weight <<= 1
            if (size + run > links.length) throw new BlockFault('is longer than its file allows')
            continue
          }
          if (run > 0) {
            const byte = front[0] ?? 0
            links.fill(byte, size, (size += run))
            counts[byte] = (counts[byte] ?? 0) + run
            run = 0
            weight = 1
          }
          if (symbol === end) return
          if (size === links.length) throw new BlockFault('is longer than its file allows')
          const byte = toFront(front, symbol - 1)
          links[size++] = byte
          counts[byte] = (counts[byte] ?? 0) + 1
        }
      }
    } finally {
      // Also after a fault: how far it read tells a file that was cut off from one that was damaged.
      ;[bits.at, bits.held, bits.count] = [at, held, count]
      this.#size = size
    }
  }

  /** Each place gets the number of the place that follows it, above its own byte. */
  #link(): void {
    const links = this.#links
    const next = this.#counts
    let sum = 0
    for (let byte = 0; byte < 256; byte++) {
      const count = next[byte] ?? 0
      next[byte] = sum
      sum += count
    }
    for (let i = 0; i < this.#size; i++) {
      const byte = (links[i] ?? 0) & 255
      const place = next[byte] ?? 0
      next[byte] = place + 1
      links[place] = (links[place] ?? 0) | (i << 8)
    }
  }

  /** The bytes in pieces, for a small block may hold many; their checksum is the return value. */
  *output(): Generator<Uint8Array, number> {
    const runs: Runs = { place: (this.#links[this.#first] ?? 0) >>> 8, left: this.#size, last: -1, same: 0 }
    let crc = -1
    while (runs.left > 0) {
      const out = new Uint8Array(outputSize)
      const piece = out.subarray(0, expand(this.#links, runs, out))
      crc = crcOver(crc, piece)
      yield piece
    }
    return ~crc >>> 0
  }
}

/** Where the walk through a block stands. */
interface Runs {
  place: number
  left: number
  last: number
  same: number
}

/** Four bytes alike are followed by how many more of them there are. A function of its own: generators are not optimised as well. */
function expand(links: Uint32Array, runs: Runs, out: Uint8Array): number {
  let { place, left, last, same } = runs
  let used = 0
  for (; left > 0 && used <= outputSize - 256; left--) {
    const link = links[place] ?? 0
    place = link >>> 8
    const byte = link & 255
    if (same === 4) {
      out.fill(last, used, (used += byte))
      same = 0
      last = -1
    } else {
      out[used++] = byte
      same = byte === last ? same + 1 : 1
      last = byte
    }
  }
  Object.assign(runs, { place, left, last, same })
  return used
}

function toFront(front: Uint8Array, place: number): number {
  const byte = front[place] ?? 0
  if (place > 24) front.copyWithin(1, 0, place)
  else for (let i = place; i > 0; i--) front[i] = front[i - 1] ?? 0
  front[0] = byte
  return byte
}

function longEntry({ limits, bases, symbols }: Codes, held: number, count: number): number {
  for (let length = quickBits + 1; length <= longestCode; length++) {
    const code = (held >>> (count - length)) & ((1 << length) - 1)
    if (code <= (limits[length] ?? -1)) return ((symbols[code - (bases[length] ?? 0)] ?? 0) << 5) | length
  }
  throw new BlockFault('has a code that stands for nothing')
}

function readSelectors(bits: Bits, tables: number): Uint8Array {
  const selectors = new Uint8Array(bits.take(15))
  const front = Uint8Array.from({ length: tables }, (_, i) => i)
  for (let i = 0; i < selectors.length; i++) {
    let place = 0
    while (bits.take(1) === 1) if (++place >= tables) throw new BlockFault('selects a table there is not')
    selectors[i] = toFront(front, place)
  }
  return selectors
}

function readLengths(bits: Bits, symbols: number): Uint8Array {
  const lengths = new Uint8Array(symbols)
  let length = bits.take(5)
  for (let symbol = 0; symbol < symbols; symbol++) {
    while (length >= 1 && length <= longestCode && bits.take(1) === 1) length += bits.take(1) === 1 ? -1 : 1
    if (length < 1 || length > longestCode) throw new BlockFault('has a code of impossible length')
    lengths[symbol] = length
  }
  return lengths
}

function codesOf(lengths: Uint8Array): Codes {
  const quick = new Uint16Array(quickSize)
  const limits = new Int32Array(longestCode + 1).fill(-1)
  const bases = new Int32Array(longestCode + 1)
  const symbols = new Uint16Array(lengths.length)
  let code = 0
  let known = 0
  for (let length = 1; length <= longestCode; length++) {
    bases[length] = code - known
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue
      symbols[known++] = symbol
      if (length <= quickBits) {
        const from = code << (quickBits - length)
        quick.fill((symbol << 5) | length, from, from + (1 << (quickBits - length)))
      }
      limits[length] = code++
    }
    code <<= 1
  }
  return { quick, limits, bases, symbols }
}
