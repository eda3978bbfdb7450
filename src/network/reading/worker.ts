import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { stopwatch } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problems.ts'
import { reportForWork } from '../../kernel/work/priority.ts'
import type { Collector } from '../datasets/dataset.ts'
import { isUrl } from '../import/import.rules.ts'
import { isKind } from '../kinds.rules.ts'
import { bounded } from './bounds.ts'
import type { Opened } from './download.ts'
import { gather } from './gather.ts'
import type { LocalFile } from './local-file.ts'
import { SourceFault } from './source.ts'
import type { ImportResult, Order, SnapshotRow, Message } from './process.ts'
import { unpacked } from './unpack.ts'

/** The process that reads: file or address in, packed columns out. */

const tellEveryMs = 250
const longestDownloadMs = 2 * 3_600_000
const longestStatementMs = 60_000

const say = (message: Message): void => void process.send?.(message)

/** The next thing we are told. */
const once = <T>(): Promise<T> => new Promise((resolve) => process.once('message', resolve))

function openFile(path: string, { fd, size }: LocalFile): Opened {
  const name = basename(path)
  return {
    bytes: createReadStream('', { fd, highWaterMark: 1 << 18 }),
    unpack: (bytes) => unpacked(bytes, name),
    total: size,
    etag: null,
    lastModified: null,
  }
}

async function open(order: Order): Promise<Opened | null> {
  if (order.file !== null) return openFile(order.from, order.file)
  const { download } = await import('./download.ts')
  return download(order.from, { ...order, totalMs: longestDownloadMs })
}

const unchanged: Omit<ImportResult, 'etag' | 'lastModified'> = {
  size: null,
  sha256: '',
  read: 0,
  total: null,
  rows: 0,
  refused: 0,
  refusals: [],
}

interface Reaped {
  readonly result: ImportResult
  readonly packed: Uint8Array<ArrayBuffer> | null
}

async function work(order: Order): Promise<Reaped> {
  if (!isKind(order.kind)) throw new SourceFault(order.kind, 'is no kind of file')
  const opened = await open(order)
  if (opened === null)
    return { result: { ...unchanged, etag: order.etag, lastModified: order.lastModified }, packed: null }
  const tally = new Tally(opened.total)
  const { packed, ...gathered } = await gather(order.kind, nameOf(order.from), (rows) =>
    bounded(opened.unpack(tally.watch(opened.bytes, rows)), rows, {
      read: () => tally.progress().read,
      maxBytes: order.maxBytes,
    }),
  )
  const { etag, lastModified } = opened
  const told = { size: packed.length, sha256: tally.sum(), etag, lastModified }
  return { result: { ...tally.progress(), ...gathered, ...told }, packed }
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
    say({ type: 'progress', progress: this.progress() })
  }

  progress(): { read: number; total: number | null; rows: number } {
    return { read: this.#read, total: this.#total, rows: this.#rows?.count ?? 0 }
  }

  sum(): string {
    return this.#hash.digest('hex')
  }
}

/** What is known of a failure; null: it is a defect of ours. */
function faultOf(error: unknown): { where: string; why: string } | null {
  if (error instanceof SourceFault) return { where: error.where, why: error.message.slice(`${error.where}: `.length) }
  if (error instanceof Problem) return { where: '', why: error.message }
  return null
}

/** By a connection of its own; not yet serving, and swept away later if it never does. */
async function store({ databaseUrl, folder }: Order, row: SnapshotRow, packed: Uint8Array): Promise<void> {
  const [{ openDb, openPool, transaction }, { writeSnapshot }] = await Promise.all([
    import('../../kernel/db/pool.ts'),
    import('../snapshot/snapshot.store.ts'),
  ])
  const pool = openPool(databaseUrl, { poolSize: 1, statementTimeout: longestStatementMs })
  try {
    await transaction(openDb(pool), (db) => writeSnapshot({ db }, row, packed, folder))
  } finally {
    await pool.end()
  }
}

async function carryOut(order: Order): Promise<void> {
  const { result, packed } = await work(order)
  const wanted = packed && once<SnapshotRow>()
  say({ type: 'result', result })
  if (packed === null || wanted === null) return
  await store(order, await wanted, packed)
  say({ type: 'stored' })
}

function sayWhy(error: unknown): void {
  const fault = faultOf(error)
  if (fault !== null) say({ type: 'fault', ...fault })
  else say({ type: 'defect', at: placeOf(error) })
}

/** The message is left out: that of a parser quotes what it read. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something was thrown that is no error'
  const { code = error.name } = error as NodeJS.ErrnoException
  return [code, ...(error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line))].join('\n')
}

// Who has begun us ends us; a terminal's Ctrl-C is for them to hear.
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
process.on('uncaughtException', sayWhy)
reportForWork()
await once<Order>().then(carryOut).catch(sayWhy)
