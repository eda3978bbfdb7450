import type { ChildProcess } from 'node:child_process'
import type { Insertable } from 'kysely'
import { forkBelow } from '../../kernel/rank.ts'
import type { NetworkSnapshotTable } from '../../kernel/rows.gen.ts'
import type { Refusal } from '../snapshot.actions.ts'
import { SourceFault } from './source.ts'

/** Has a file read and kept by a process of its own: neither its bytes nor its rows ever come near those who wait for an answer. */

export interface Order {
  readonly kind: string
  /** A path or an address. */
  readonly from: string
  readonly privateHosts: readonly string[]
  readonly maxBytes: number
  readonly silenceMs: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** Where the snapshot goes: it is written there, too, by a connection of its own. */
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

/** What the reading process says. */
export type Word =
  | { readonly is: 'progress'; readonly progress: Progress }
  | { readonly is: 'harvest'; readonly harvest: Harvest }
  | { readonly is: 'stored' }
  | { readonly is: 'defect'; readonly stack: string }
  | { readonly is: 'fault'; readonly where: string; readonly why: string }

/** Room for names and texts; columns of numbers are outside it. One that needs more ends alone, the server goes on. */
const room = ['--max-old-space-size=2048', '--max-semi-space-size=32']

/** What can be done with a file that has been read: keep its snapshot, which does not serve yet. */
export type Store = (row: SnapshotRow) => Promise<void>

/** The process lives until `use` is done, and never longer than ours. */
export async function reading(
  order: Order,
  tell: (progress: Progress) => void,
  use: (harvest: Harvest, store: Store) => Promise<void>,
): Promise<void> {
  const reader = forkBelow(new URL('./worker.ts', import.meta.url), {
    execArgv: room,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  reader.on('message', (word: Word) => {
    if (word.is === 'progress') tell(word.progress)
  })
  try {
    const harvested = hear(reader, 'harvest')
    reader.send(order)
    const { harvest } = await harvested
    await use(harvest, async (row) => {
      const stored = hear(reader, 'stored')
      reader.send(row)
      await stored
    })
  } finally {
    reader.kill('SIGKILL')
  }
}

function hear<W extends Word['is']>(reader: ChildProcess, wanted: W): Promise<Extract<Word, { is: W }>> {
  return new Promise((resolve, reject) => {
    reader.on('message', (word: Word) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told apart by the line's own comparison
      if (word.is === wanted) resolve(word as Extract<Word, { is: W }>)
      else if (word.is === 'fault') reject(new SourceFault(word.where, word.why))
      else if (word.is === 'defect') reject(new Error(word.stack))
    })
    reader.on('error', reject)
    reader.on('exit', (code, signal) => reject(new Error(`the reading process ended by itself (${signal ?? code})`)))
  })
}
