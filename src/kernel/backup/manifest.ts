import { createHash } from 'node:crypto'
import { StartRefusal } from '../refusal.ts'
import { readArchive } from './archive.ts'
import type { TarEntry } from './tar.ts'

/** What a backup says of itself: first what it is, last what must be in it. */

export interface BackupHead {
  readonly format: number
  readonly made_at: string
  /** The version of the program that made it. */
  readonly program: string
  readonly postgres: number
  readonly migrations: readonly string[]
  /** False where it is a setting, which nobody finds in a data folder. */
  readonly holds_secret_key: boolean
}

export interface FileRecord {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

export const format = 1
export const headName = 'backup.json'
export const manifestName = 'manifest.json'

interface Receiver {
  head?(head: BackupHead): Promise<void>
  folder?(name: string): Promise<void>
  file?(name: string, pieces: AsyncIterable<Buffer>): Promise<void>
  /** How much has been read, unpacked. */
  read?(bytes: number): void
}

export interface ReadBackup {
  readonly head: BackupHead
  readonly files: readonly FileRecord[]
}

/** Reads a backup from end to end, hands over what is in it, and refuses it unless every file is as it was. */
export async function readBackup(path: string, receiver: Receiver = {}): Promise<ReadBackup> {
  const refuse = (why: string): never => {
    throw new StartRefusal(`${path} ${why}: take another backup.`)
  }
  const found: FileRecord[] = []
  let head: BackupHead | null = null
  let files: readonly FileRecord[] | null = null
  for await (const entry of readArchive(path)) {
    const { name } = entry
    if (files !== null) refuse(`goes on with ${name} after its end`)
    if (!isInside(name)) refuse(`names a file outside the data folder (${name})`)
    if (entry.folder) await receiver.folder?.(name)
    else if (name === manifestName) files = (parsed(path, await textOf(entry)) as { files: FileRecord[] }).files
    else if (name === headName) {
      const text = await textOf(entry)
      head = readHead(path, text)
      found.push(recordOf(name, Buffer.from(text)))
      await receiver.head?.(head)
    } else if (head === null) refuse('is not a backup of Sublet')
    else found.push(await receive(entry, receiver))
  }
  if (head === null || files === null) throw new StartRefusal(`${path} has no list of its files: take another backup.`)
  const difference = firstDifference(files, found)
  if (difference !== null) refuse(`is not as it was made: ${difference}`)
  return { head, files }
}

async function textOf({ pieces }: TarEntry): Promise<string> {
  return Buffer.concat(await Array.fromAsync(pieces)).toString()
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartRefusal(`${path} is damaged where it says what is in it: take another backup.`)
  }
}

const isInside = (name: string): boolean => !/^\/|(^|\/)\.\.?(\/|$)|\0|\\/.test(name) && name !== ''

function readHead(path: string, text: string): BackupHead {
  const head = parsed(path, text) as BackupHead
  if (head.format !== format)
    throw new StartRefusal(
      `${path} is of format ${head.format}, and this Sublet reads ${format}: restore it with the version that made it (${head.program}).`,
    )
  return head
}

async function receive({ name, size, pieces }: TarEntry, receiver: Receiver): Promise<FileRecord> {
  const hash = createHash('sha256')
  const read = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece)
      receiver.read?.(piece.length)
      yield piece
    }
  }
  if (receiver.file) await receiver.file(name, read())
  else for await (const _ of read());
  return { name, size, sha256: hash.digest('hex') }
}

export function recordOf(name: string, bytes: Buffer): FileRecord {
  return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export function firstDifference(wanted: readonly FileRecord[], found: readonly FileRecord[]): string | null {
  const known = new Map(found.map((file) => [file.name, file]))
  for (const { name, size, sha256 } of wanted) {
    const file = known.get(name)
    if (!file) return `${name} is missing`
    if (file.size !== size) return `${name} has ${file.size} bytes instead of ${size}`
    if (file.sha256 !== sha256) return `${name} has other content`
    known.delete(name)
  }
  const [extra] = known.keys()
  return extra === undefined ? null : `${extra} does not belong there`
}
