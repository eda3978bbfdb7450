import { Worker } from 'node:worker_threads'
import type { Insertable } from 'kysely'
import type { NetworkSnapshotTable } from '../../kernel/rows.gen.ts'
import type { Refusal } from '../snapshot.actions.ts'
import { SourceFault } from './source.ts'

/** Has a file read and kept by a thread of its own: neither its bytes nor its rows ever come near the event loop. */

export interface Order {
  readonly kind: string
  /** A path or an address. */
  readonly from: string
  readonly privateHosts: readonly string[]
  readonly maxBytes: number
  readonly silenceMs: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** Where the snapshot goes: the thread writes it, too, by a connection of its own. */
  readonly databaseUrl: string
  /** Null: into the database. */
  readonly folder: string | null
}

export interface Progress {
  readonly read: number
  /** Bytes of the file as it comes; null when nobody says. */
  readonly total: number | null
  readonly rows: number
}

export interface Harvest extends Progress {
  /** Of the snapshot; null: the file has not changed since it was last fetched. */
  readonly size: number | null
  readonly sha256: string
  readonly source?: string
  readonly takenAt?: Date
  readonly refused: number
  readonly refusals: readonly Refusal[]
  readonly etag: string | null
  readonly lastModified: string | null
}

export type SnapshotRow = Insertable<NetworkSnapshotTable>

/** What the thread says. */
export type Word =
  | { readonly is: 'progress'; readonly progress: Progress }
  | { readonly is: 'harvest'; readonly harvest: Harvest }
  | { readonly is: 'stored'; readonly packed: Uint8Array<ArrayBuffer> }
  | { readonly is: 'fault'; readonly where: string; readonly why: string }

/** Room for names and texts; columns of numbers are outside it. One that needs more ends alone, the server goes on. */
const heap = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 }

/** What can be done with a file that has been read: keep its snapshot, which does not serve yet. Returns its bytes. */
export type Store = (row: SnapshotRow) => Promise<Uint8Array<ArrayBuffer>>

/** The thread lives until `use` is done. */
export async function reading(
  order: Order,
  tell: (progress: Progress) => void,
  use: (harvest: Harvest, store: Store) => Promise<void>,
): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order, resourceLimits: heap })
  worker.on('message', (word: Word) => {
    if (word.is === 'progress') tell(word.progress)
  })
  try {
    const { harvest } = await hear(worker, 'harvest')
    await use(harvest, async (row) => {
      const stored = hear(worker, 'stored')
      worker.postMessage(row, [])
      return (await stored).packed
    })
  } finally {
    await worker.terminate()
  }
}

function hear<W extends Word['is']>(worker: Worker, wanted: W): Promise<Extract<Word, { is: W }>> {
  return new Promise((resolve, reject) => {
    worker.on('message', (word: Word) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told apart by the line's own comparison
      if (word.is === wanted) resolve(word as Extract<Word, { is: W }>)
      else if (word.is === 'fault') reject(new SourceFault(word.where, word.why))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`the reading thread ended by itself (${code})`)))
  })
}
