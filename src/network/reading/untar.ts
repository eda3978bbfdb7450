import { SourceFault } from './source.ts'
import { Window } from './window.ts'

/** MaxMind hands its databases out as an archive: a folder with the file and its licence. All else is given as it is. */

const block = 512
const magic = Buffer.from('ustar')
const magicAt = 257

export async function* untarred(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const window = new Window(bytes)
  await window.fill(block)
  const isArchive = magic.every((byte, i) => window.bytes[magicAt + i] === byte)
  try {
    yield* isArchive ? database(window, name) : window.rest()
  } finally {
    await window.close()
  }
}

/** The one file that is a database; what stands around it is read past, so that an archive that is cut off is noticed. */
async function* database(window: Window, name: string): AsyncGenerator<Uint8Array> {
  let found = false
  for (;;) {
    if (!(await window.fill(block))) throw cutOff(window, name)
    const { file, size, isEnd } = headerOf(window, name)
    if (isEnd) break
    window.at += block
    const isWanted = /\.mmdb$/i.test(file)
    if (isWanted && found)
      throw new SourceFault(`byte ${window.offset} of ${name}`, 'the archive has a second database')
    found ||= isWanted
    for await (const part of entry(window, size, name)) if (isWanted) yield part
  }
  // To its last byte, where whatever it is packed with tells whether it is whole.
  while (await window.fill(1)) window.at = window.bytes.length
  if (!found)
    throw new SourceFault(`byte ${window.offset} of ${name}`, 'the archive ends without a file that ends in .mmdb')
}

/** Its bytes, then the room up to the next block. */
async function* entry(window: Window, size: number, name: string): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0;) {
    if (!(await window.fill(1))) throw cutOff(window, name)
    const part = window.bytes.subarray(window.at, window.at + Math.min(left, window.left))
    window.at += part.length
    left -= part.length
    yield part
  }
  const room = (block - (size % block)) % block
  if (!(await window.fill(room))) throw cutOff(window, name)
  window.at += room
}

interface Header {
  readonly file: string
  readonly size: number
  /** A block of zeros. */
  readonly isEnd: boolean
}

/** Name, size in octal digits, and a sum over all with blanks in its own place. */
function headerOf(window: Window, name: string): Header {
  const header = Buffer.from(window.bytes.subarray(window.at, window.at + block))
  if (header.every((byte) => byte === 0)) return { file: '', size: 0, isEnd: true }
  const sum = octal(header, 148, 8)
  header.fill(' ', 148, 156)
  const size = octal(header, 124, 12)
  if (size < 0 || header.reduce((total, byte) => total + byte, 0) !== sum)
    throw new SourceFault(`byte ${window.offset} of ${name}`, 'is not the beginning of a file in an archive')
  // Of other entries than plain files the names are not those of files: folders, longer names, attributes.
  const isFile = header[156] === 0x30 || header[156] === 0
  return { file: isFile ? header.toString('latin1', 0, 100).replace(/\0.*$/s, '') : '', size, isEnd: false }
}

function octal(header: Buffer, at: number, length: number): number {
  const digits = /^\s*([0-7]+)/.exec(header.toString('latin1', at, at + length))?.[1]
  return digits === undefined ? -1 : Number.parseInt(digits, 8)
}

const cutOff = (window: Window, name: string): SourceFault =>
  new SourceFault(`byte ${window.offset} of ${name}`, 'the archive ends too early: the file was cut off')
