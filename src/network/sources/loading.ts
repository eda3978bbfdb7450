import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Has the bytes of a large snapshot fetched by a thread of its own, which hands them over whole. */

export interface Errand {
  readonly databaseUrl: string
  readonly snapshot: string
  readonly bytes: number
}

/** Null when it has been replaced meanwhile. Rejects when the thread fails. */
export async function loading(errand: Errand): Promise<Uint8Array<ArrayBuffer> | null> {
  const loader = new Worker(new URL('./loader.ts', import.meta.url), { workerData: errand })
  const [packed] = (await once(loader, 'message')) as [Uint8Array<ArrayBuffer> | null]
  return packed
}
