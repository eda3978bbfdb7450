import { Worker } from 'node:worker_threads'
import type { Refusal } from '../snapshot.actions.ts'
import { SourceFault } from './source.ts'

/** Has a file read by a thread of its own: neither its bytes nor its rows ever come near the event loop. */

export interface Order {
  readonly kind: string
  /** A path or an address. */
  readonly from: string
  readonly privateHosts: readonly string[]
  readonly maxBytes: number
  readonly silenceMs: number
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface Progress {
  readonly read: number
  /** Bytes of the file as it comes; null when nobody says. */
  readonly total: number | null
  readonly rows: number
}

export interface Harvest extends Progress {
  /** Null: the file has not changed since it was last fetched. */
  readonly packed: Uint8Array<ArrayBuffer> | null
  readonly sha256: string
  readonly source?: string
  readonly takenAt?: Date
  readonly refused: number
  readonly refusals: readonly Refusal[]
  readonly etag: string | null
  readonly lastModified: string | null
}

/** What the thread says. */
export type Word =
  | { readonly is: 'progress'; readonly progress: Progress }
  | { readonly is: 'harvest'; readonly harvest: Harvest }
  | { readonly is: 'fault'; readonly where: string; readonly why: string }

/** Room for names and texts; columns of numbers are outside it. One that needs more ends alone, the server goes on. */
const heap = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 }

export async function harvest(order: Order, tell: (progress: Progress) => void): Promise<Harvest> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order, resourceLimits: heap })
  try {
    return await new Promise<Harvest>((resolve, reject) => {
      worker.on('message', (word: Word) => {
        if (word.is === 'progress') tell(word.progress)
        else if (word.is === 'harvest') resolve(word.harvest)
        else reject(new SourceFault(word.where, word.why))
      })
      worker.on('error', reject)
      worker.on('exit', (code) => reject(new Error(`the reading thread ended by itself (${code})`)))
    })
  } finally {
    await worker.terminate()
  }
}
