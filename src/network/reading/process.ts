import type { ChildProcess } from 'node:child_process'
import type { Insertable } from 'kysely'
import { confined, filesToReach } from '../../kernel/work/confine.ts'
import { forkBelow } from '../../kernel/work/priority.ts'
import type { NetworkSnapshotTable } from '../../kernel/db/rows.gen.ts'
import type { Refusal } from '../snapshot/snapshot.actions.ts'
import type { LocalFile } from './local-file.ts'
import { SourceFault } from './source.ts'

/** Has a file read and kept by a process of its own: neither its bytes nor its rows ever come near those who wait for an answer. */

export interface Order {
  readonly kind: string
  /** A path or an address. */
  readonly from: string
  /** For a path: the file, open. It is handed over so that the process that reads need not be able to open any. */
  readonly file: LocalFile | null
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

export interface ImportResult extends Progress {
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
export type Message =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'result'; readonly result: ImportResult }
  | { readonly type: 'stored' }
  /** Of what failed by our own fault: what kind of error, and where in the program. Its words may be the file's. */
  | { readonly type: 'defect'; readonly at: string }
  | { readonly type: 'fault'; readonly where: string; readonly why: string }

/** The first number after those of `stdio` that every process of ours has. */
const handedOver = 4

/** Room for names and texts; columns of numbers are outside it. One that needs more ends alone, the server goes on. */
const room = ['--max-old-space-size=2048', '--max-semi-space-size=32']

/** What can be done with a file that has been read: keep its snapshot, which does not serve yet. */
export type Store = (row: SnapshotRow) => Promise<void>

/** The process lives until `use` is done, and never longer than ours. */
export async function reading(
  { file, ...wanted }: Order,
  tell: (progress: Progress) => void,
  use: (result: ImportResult, store: Store) => Promise<void>,
): Promise<void> {
  const { databaseUrl, folder } = wanted
  const { execArgv = [], env } = confined({ read: filesToReach(databaseUrl), write: folder === null ? [] : [folder] })
  const reader = forkBelow(new URL('./worker.ts', import.meta.url), {
    execArgv: [...room, ...execArgv],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', ...(file === null ? [] : [file.fd])],
  })
  reader.on('message', (message: Message) => {
    if (message.type === 'progress') tell(message.progress)
  })
  try {
    const finished = hear(reader, 'result')
    reader.send({ ...wanted, file: file && { ...file, fd: handedOver } } satisfies Order)
    const { result } = await finished
    await use(result, async (row) => {
      const stored = hear(reader, 'stored')
      reader.send(row)
      await stored
    })
  } finally {
    reader.kill('SIGKILL')
  }
}

function hear<W extends Message['type']>(reader: ChildProcess, wanted: W): Promise<Extract<Message, { type: W }>> {
  return new Promise((resolve, reject) => {
    reader.on('message', (message: Message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told apart by the line's own comparison
      if (message.type === wanted) resolve(message as Extract<Message, { type: W }>)
      else if (message.type === 'fault') reject(new SourceFault(message.where, message.why))
      else if (message.type === 'defect') reject(new Error(message.at))
    })
    reader.on('error', reject)
    reader.on('exit', (code, signal) => reject(new Error(`the reading process ended by itself (${signal ?? code})`)))
  })
}
