import { SourceFault } from './source.ts'

interface Opened {
  /** The first byte that is no blank. */
  readonly first: number
  /** The whole file, without a byte order mark. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Looks at how a text file begins; one that is empty or a web page is refused before a row is read. */
export async function opened(source: AsyncIterable<Uint8Array>): Promise<Opened> {
  const iterator = source[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array(0)
  // A mark is three bytes, and a stream may begin with less.
  while (head.length < 4) {
    const next = await iterator.next()
    if (next.done === true) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head
  const first = start.find((byte) => byte > 32)
  if (start.length === 0) throw new SourceFault('byte 0', 'the file is empty')
  if (first === less) throw new SourceFault('line 1', 'begins like a web page, not like data')
  return { first: first ?? 0, bytes: rest(start, iterator) }
}

const less = 60

async function* rest(start: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield start
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** A file of which nothing could be kept is another file than it is said to be. */
export function requireRows(count: number, lines: number, what: string): void {
  if (count === 0) throw new SourceFault(`line ${lines}`, `the file ends, and none of its lines is ${what}`)
}
