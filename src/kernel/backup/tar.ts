/** Many files in one, as POSIX has it (ustar): what we write every tar reads, and we read what we write. */

interface TarHead {
  readonly name: string
  readonly size: number
  readonly folder: boolean
}

export interface TarEntry extends TarHead {
  /** Once, and before the next entry is asked for. */
  readonly pieces: AsyncGenerator<Buffer>
}

/** What is no tar, or not all of one. */
export class TarFault extends Error {
  override readonly name = 'TarFault'
}

const block = 512
const largest = 8 ** 11 - 1

/** Two blocks of nothing. */
export const tarEnd = Buffer.alloc(2 * block)

export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

export function tarHeader({ name, size, folder }: TarHead): Buffer {
  if (size > largest) throw new TarFault(`${name} is larger than the 8 GiB that the format allows`)
  const { prefix, base } = splitName(folder ? `${name}/` : name)
  const header = Buffer.alloc(block)
  header.write(base, 0)
  header.write(octal(folder ? 0o700 : 0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write(folder ? '5' : '0', 156)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345)
  header.write(`${octal(checksum(header), 7)} `, 148)
  return header
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

/** Over the whole header, its own eight bytes taken as blanks. */
function checksum(header: Buffer): number {
  let sum = 8 * 32
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum
}

/** A hundred bytes of name, and before a slash up to 155 more. */
function splitName(name: string): { prefix: string; base: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', base: name }
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, base] = [name.slice(0, slash), name.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(base) <= 100 && base !== '') return { prefix, base }
  }
  throw new TarFault(`the name ${name} is longer than the format allows`)
}

const tarFault = (message: string): Error => new TarFault(message)

/** To the very end of the stream: what packed it may have its own to say about that. */
export async function* readTar(chunks: AsyncIterable<Buffer>, fault = tarFault): AsyncGenerator<TarEntry> {
  const source = new Source(chunks, fault)
  for (;;) {
    const header = await source.take(block, 'between two files')
    if (isNothing(header)) {
      if (!(await source.rest()).every(isNothing)) throw fault('something follows after its end')
      return
    }
    const head = readHeader(header, fault)
    let left = head.size
    const pieces = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const piece = await source.some(left, `in ${head.name}`)
        left -= piece.length
        yield piece
      }
    }
    yield { ...head, pieces: pieces() }
    if (left > 0) throw new Error(`${head.name} was not read to its end`)
    await source.take(tarPadding(head.size).length, `after ${head.name}`)
  }
}

const isNothing = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0)

function readHeader(header: Buffer, fault: (message: string) => Error): TarHead {
  const field = (from: number, length: number) => {
    const text = header.toString('utf8', from, from + length)
    return text.slice(0, (text + '\0').indexOf('\0'))
  }
  const number = (from: number, length: number) => Number.parseInt(field(from, length).trim() || '0', 8)
  if (number(148, 8) !== checksum(header)) throw fault('the head of a file is damaged')
  const [prefix, base] = [field(345, 155), field(0, 100)]
  const name = (prefix === '' ? base : `${prefix}/${base}`).replace(/\/$/, '')
  return { name, size: number(124, 12), folder: field(156, 1) === '5' }
}

/** A stream in the sizes in which it is wanted. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #fault: (message: string) => Error
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>, fault: (message: string) => Error) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#fault = fault
  }

  /** At least one byte, and no more than so many. */
  async some(most: number, where: string): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done) throw this.#fault(`it ends ${where}`)
      this.#rest = value
    }
    const piece = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  async take(length: number, where: string): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; left -= pieces.at(-1)?.length ?? 0) pieces.push(await this.some(left, where))
    return Buffer.concat(pieces)
  }

  async rest(): Promise<Buffer[]> {
    const chunks = [this.#rest]
    for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next()) chunks.push(next.value)
    return chunks
  }
}
