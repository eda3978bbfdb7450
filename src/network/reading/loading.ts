import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Has the bytes of a large snapshot fetched by a thread of its own. */

export interface Errand {
  readonly databaseUrl: string
  readonly snapshot: string
  /** Shared: what the thread writes here is there. */
  readonly into: Uint8Array<SharedArrayBuffer>
}

/** False when it has been replaced meanwhile. Rejects when the thread fails. */
export async function loading(errand: Errand): Promise<boolean> {
  const loader = new Worker(new URL('./loader.ts', import.meta.url), { workerData: errand })
  const [isWhole] = (await once(loader, 'message')) as [boolean]
  return isWhole
}
