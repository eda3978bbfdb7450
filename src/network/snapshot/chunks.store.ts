import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { chunkBytes } from './snapshot.store.ts'

/**
 * A large snapshot's bytes by COPY, as they lie in the table: a query's answer would come as texts of twice the size, and
 * what those leave behind is swept up while others wait. One chunk at a time, so that they have their turn in between.
 */

/** In ms, after each chunk. */
const pauseMs = 2

/** Of a message, so that it fits into what is read at once: the driver would put a whole chunk together three times. */
const pieceBytes = 16 << 10

/** What was read is swept up after so many chunks: left to grow, it would be looked for in all that is held. */
const sweepAfter = 16

/** Before the first row of COPY's binary format, and before the one value of each. */
const headBytes = 19
const rowBytes = 6

/** Fills what is given; false when it is not there, or not all of it. */
export async function copyChunks(client: pg.ClientBase, snapshot: string, into: Uint8Array): Promise<boolean> {
  for (let number = 0; number * chunkBytes < into.length; number++) {
    const chunk = into.subarray(number * chunkBytes, (number + 1) * chunkBytes)
    if (!(await copyChunk(client, snapshot, number, chunk))) return false
    if (number % sweepAfter === sweepAfter - 1) globalThis.gc?.({ type: 'minor' })
    await pause(pauseMs)
  }
  return true
}

async function copyChunk(client: pg.ClientBase, snapshot: string, number: number, into: Uint8Array): Promise<boolean> {
  const rows = new Rows(into)
  // COPY takes no parameters; it is a uuid of our own table.
  const text = `copy (select substring(bytes from at for ${pieceBytes})
    from network_snapshot_chunk, generate_series(1, length(bytes), ${pieceBytes}) at
    where snapshot_uuid = ${client.escapeLiteral(snapshot)} and number = ${number}
    order by at) to stdout (format binary)`
  const query = Object.assign(new pg.Query({ text }), {
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => rows.take(chunk),
  })
  const ended = new Promise<void>((resolve, reject) => query.on('end', () => resolve()).on('error', reject))
  client.query(query)
  await ended
  return rows.whole
}

/** Messages need not begin where rows do. */
class Rows {
  readonly #into: Uint8Array
  readonly #head = Buffer.alloc(headBytes + rowBytes)
  #headLeft = headBytes + rowBytes
  #valueLeft = 0
  #filled = 0

  constructor(into: Uint8Array) {
    this.#into = into
  }

  get whole(): boolean {
    return this.#filled === this.#into.length
  }

  take(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.whole;)
      at += this.#headLeft > 0 ? this.#takeHead(bytes, at) : this.#takeValue(bytes, at)
  }

  #takeHead(bytes: Buffer, at: number): number {
    const taken = bytes.copy(this.#head, this.#head.length - this.#headLeft, at, at + this.#headLeft)
    this.#headLeft -= taken
    if (this.#headLeft === 0) this.#valueLeft = this.#head.readInt32BE(this.#head.length - 4)
    return taken
  }

  #takeValue(bytes: Buffer, at: number): number {
    const taken = Math.min(this.#valueLeft, bytes.length - at, this.#into.length - this.#filled)
    this.#into.set(bytes.subarray(at, at + taken), this.#filled)
    this.#filled += taken
    this.#valueLeft -= taken
    if (this.#valueLeft === 0) this.#headLeft = rowBytes
    return taken
  }
}
