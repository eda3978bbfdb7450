import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { stopwatch } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problems.ts'
import type { Collector } from '../datasets/dataset.ts'
import { isUrl } from '../import.rules.ts'
import { isKind } from '../kinds.rules.ts'
import { download, type Opened } from './download.ts'
import { gather } from './gather.ts'
import { SourceFault } from './source.ts'
import type { Harvest, Order, Word } from './thread.ts'
import { unpacked } from './unpack.ts'

/** The thread that reads: file or address in, packed columns out. */

const tellEveryMs = 250
const longestDownloadMs = 2 * 3_600_000

const say = (word: Word, moved: readonly ArrayBuffer[] = []): void => parentPort?.postMessage(word, moved)

async function openFile(path: string, { maxBytes }: Order): Promise<Opened> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new SourceFault(path, error.code === 'ENOENT' ? 'there is no such file' : `cannot be read (${error.code})`)
  })
  if (found.isDirectory()) throw new SourceFault(path, 'is a folder, not a file')
  if (found.size > maxBytes)
    throw new SourceFault(path, `is larger than ${maxBytes} bytes, the most that SUBLET_IMPORT_MAX_MB allows`)
  const name = basename(path)
  return {
    bytes: createReadStream(path, { highWaterMark: 1 << 18 }),
    unpack: (bytes) => unpacked(bytes, name),
    total: found.isFile() ? found.size : null,
    etag: null,
    lastModified: null,
  }
}

const open = (order: Order): Promise<Opened | null> =>
  isUrl(order.from) ? download(order.from, { ...order, totalMs: longestDownloadMs }) : openFile(order.from, order)

const unchanged: Omit<Harvest, 'etag' | 'lastModified'> = {
  packed: null,
  sha256: '',
  read: 0,
  total: null,
  rows: 0,
  refused: 0,
  refusals: [],
}

async function work(order: Order): Promise<Harvest> {
  if (!isKind(order.kind)) throw new SourceFault(order.kind, 'is no kind of file')
  const opened = await open(order)
  if (opened === null) return { ...unchanged, etag: order.etag, lastModified: order.lastModified }
  const tally = new Tally(opened.total)
  const gathered = await gather(order.kind, nameOf(order.from), (rows) =>
    opened.unpack(tally.watch(opened.bytes, rows)),
  )
  const { etag, lastModified } = opened
  return { ...tally.progress(), ...gathered, sha256: tally.sum(), etag, lastModified }
}

const nameOf = (from: string): string => basename(isUrl(from) ? new URL(from).pathname : from)

/** Counts and sums what comes, and tells of it now and then. */
class Tally {
  readonly #hash = createHash('sha256')
  readonly #total: number | null
  #rows: Collector | null = null
  #read = 0
  #told = stopwatch()

  constructor(total: number | null) {
    this.#total = total
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
    say({ is: 'progress', progress: this.progress() })
  }

  progress(): { read: number; total: number | null; rows: number } {
    return { read: this.#read, total: this.#total, rows: this.#rows?.count ?? 0 }
  }

  sum(): string {
    return this.#hash.digest('hex')
  }
}

/** What is known of a failure; a defect of ours has its stack. */
function faultOf(error: unknown): { where: string; why: string } | null {
  if (error instanceof SourceFault) return { where: error.where, why: error.message.slice(`${error.where}: `.length) }
  if (error instanceof Problem) return { where: '', why: error.message }
  return null
}

try {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `harvest` orders
  const result = await work(workerData as Order)
  say({ is: 'harvest', harvest: result }, result.packed === null ? [] : [result.packed.buffer])
} catch (error) {
  const fault = faultOf(error)
  if (fault === null) throw error
  say({ is: 'fault', ...fault })
}
