import { createHash } from 'node:crypto'
import { read as readFrom } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { stopwatch } from '../../kernel/clock.ts'
import { placeOf } from '../../kernel/log.ts'
import { Problem } from '../../kernel/problems.ts'
import type { Collector, Parts } from '../datasets/dataset.ts'
import { isRtr, isUrl } from '../import/import.rules.ts'
import type { KindName } from '../kinds.rules.ts'
import type { Refusal } from '../snapshot/snapshot.actions.ts'
import type { Parcel } from '../tables/columns.ts'
import { bounded, Effort } from './bounds.ts'
import type { Opened } from './download.ts'
import { gather } from './gather.ts'
import type { LocalFile } from './local-file.ts'
import { SourceFault } from './source.ts'
import { unpacked } from './unpack.ts'

/** File or address in, packed columns out. */

export interface Order {
  readonly kind: KindName
  /** A path or an address. */
  readonly from: string
  /** For a path: the file, open. */
  readonly file: LocalFile | null
  readonly privateHosts: readonly string[]
  readonly maxBytes: number
  readonly silenceMs: number
  readonly userAgent: string
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface Progress {
  readonly read: number
  /** Bytes of the file as it comes; null when nobody says. */
  readonly total: number | null
  readonly rows: number
}

export interface ImportResult extends Progress {
  readonly parts: Parts
  /** Null: the file has not changed since it was last fetched. */
  readonly packed: Parcel | null
  readonly sha256: string
  readonly source?: string
  readonly takenAt?: Date
  readonly refused: number
  readonly refusals: readonly Refusal[]
  readonly etag: string | null
  readonly lastModified: string | null
}

const tellEveryMs = 250
const longestDownloadMs = 2 * 3_600_000

/** Of a defect of ours the message is left out: that of a parser quotes what it read. */
export async function readSource(order: Order, tell: (progress: Progress) => void): Promise<ImportResult> {
  try {
    return await read(order, tell)
  } catch (error) {
    throw error instanceof SourceFault || error instanceof Problem ? error : new Error(placeOf(error))
  }
}

async function read(order: Order, tell: (progress: Progress) => void): Promise<ImportResult> {
  const opened = await open(order)
  if (opened === null) return { ...unchanged, etag: order.etag, lastModified: order.lastModified }
  const tally = new Tally(opened.total, tell)
  const effort = new Effort()
  try {
    const { revision, ...gathered } = await gather(order.kind, nameOf(order.from), (rows) => {
      const bytes = opened.unpack(effort.during(tally.watch(opened.bytes, rows)))
      const bounds = { read: () => tally.progress().read, maxBytes: order.maxBytes, worked: () => effort.ms }
      return effort.during(bounded(bytes, rows, bounds))
    })
    const { etag, lastModified } = opened
    return { ...tally.progress(), ...gathered, sha256: tally.sum(), etag: revision ?? etag, lastModified }
  } finally {
    opened.close()
  }
}

const unchanged = { packed: null, sha256: '', read: 0, total: null, rows: 0, parts: {}, refused: 0, refusals: [] }

const nameOf = (from: string): string => basename(isUrl(from) ? new URL(from).pathname : from)

async function open(order: Order): Promise<Opened | null> {
  if (order.file !== null) return openFile(order.from, order.file)
  const terms = { ...order, totalMs: longestDownloadMs }
  if (isRtr(order.from)) return (await import('./rtr.ts')).openRtr(order.from, terms)
  return (await import('./download.ts')).download(order.from, terms)
}

function openFile(path: string, { fd, size }: LocalFile): Opened {
  const name = basename(path)
  return {
    bytes: bytesOf(fd),
    unpack: (packed) => unpacked(packed, name),
    total: size,
    etag: null,
    lastModified: null,
    // Whoever has opened it closes it.
    close: () => undefined,
  }
}

const readAtOnce = 1 << 18

/** Not by a stream: that would close the file. */
async function* bytesOf(fd: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await promisify(readFrom)(fd, Buffer.allocUnsafe(readAtOnce), 0, readAtOnce, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** Counts and sums what comes, and tells of it now and then. */
class Tally {
  readonly #hash = createHash('sha256')
  readonly #total: number | null
  readonly #tell: (progress: Progress) => void
  #rows: Collector | null = null
  #read = 0
  #told = stopwatch()

  constructor(total: number | null, tell: (progress: Progress) => void) {
    this.#total = total
    this.#tell = tell
  }

  async *watch(bytes: AsyncIterable<Uint8Array>, rows: Collector): AsyncGenerator<Uint8Array> {
    this.#rows = rows
    for await (const chunk of bytes) {
      this.#take(chunk)
      yield chunk
    }
  }

  #take(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.#read += chunk.length
    if (stopwatch() - this.#told < tellEveryMs) return
    this.#told = stopwatch()
    this.#tell(this.progress())
  }

  progress(): Progress {
    return { read: this.#read, total: this.#total, rows: this.#rows?.count ?? 0 }
  }

  sum(): string {
    return this.#hash.digest('hex')
  }
}
