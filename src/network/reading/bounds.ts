import { processorTime } from '../../kernel/clock.ts'
import type { Collector } from '../datasets/dataset.ts'
import { SourceFault } from './source.ts'

/** What a file may become once it is unpacked: a few hundred bytes can hold gigabytes of nothing. */

interface Bounds {
  /** Bytes of the file so far, as it comes. */
  readonly read: () => number
  /** Of the file as it comes; unpacked it may be eight times as large. */
  readonly maxBytes: number
  /** How long the file has been worked on so far, in milliseconds: time in which others are waited for does not count. */
  readonly worked?: () => number
}

/** What processors do for one file of several: what this process works while a part of it is in hand. */
export class Effort {
  #inHand = 0
  #since = 0
  #spent = 0

  get ms(): number {
    return this.#spent + (this.#inHand > 0 ? processorTime() - this.#since : 0)
  }

  async *during(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      if (this.#inHand++ === 0) this.#since = processorTime()
      try {
        yield chunk
      } finally {
        if (--this.#inHand === 0) this.#spent += processorTime() - this.#since
      }
    }
  }
}

/** Texts are packed to a tenth or a twentieth of their size, tables of numbers to less. */
const mostTimes = 100
/** Below it nothing takes long. */
const harmless = 64 << 20
/** The largest files that there are take a minute in all. */
const longestMsWithoutRow = 60_000

export async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  rows: Pick<Collector, 'count'>,
  { read, maxBytes, worked = processorTime }: Bounds,
): AsyncGenerator<Uint8Array> {
  const most = maxBytes * 8
  let unpacked = 0
  let last = { count: 0, at: worked() }
  for await (const chunk of bytes) {
    const at = `byte ${unpacked} unpacked`
    unpacked += chunk.length
    if (unpacked > harmless && unpacked > read() * mostTimes)
      throw new SourceFault(at, `the file unpacks to more than ${mostTimes} times its size`)
    if (unpacked > most) throw new SourceFault(at, `is beyond ${most} bytes, eight times SUBLET_IMPORT_MAX_MB`)
    if (rows.count !== last.count) last = { count: rows.count, at: worked() }
    else if (worked() - last.at > longestMsWithoutRow)
      throw new SourceFault(at, `a minute's work has brought no row since row ${last.count}`)
    yield chunk
  }
}
