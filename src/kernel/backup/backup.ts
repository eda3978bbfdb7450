import { createHash } from 'node:crypto'
import { link, readFile, rename, rm, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Written, writeArchive } from './archive.ts'
import { clusterFiles, controlFile, type Found, logFiles, otherFiles } from './files.ts'
import {
  type BackupHead,
  type FileRecord,
  firstDifference,
  format,
  headName,
  manifestName,
  readBackup,
} from './manifest.ts'
import { Packer, readSteady } from './packer.ts'
import { BackupSession } from './session.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'
import { realNow } from '../clock.ts'
import { syncFolder } from '../postgres/cluster.ts'
import { errorCode } from '../postgres/system-error.ts'
import { StartRefusal } from '../refusal.ts'

interface BackupPlan {
  readonly dataFolder: string
  /** The PostgreSQL that runs there. */
  readonly url: string
  readonly file: string
  readonly program: string
  readonly show: (progress: BackupProgress) => void
}

export interface BackupProgress {
  readonly step: 'checkpoint' | 'copying' | 'checking'
  readonly done: number
  readonly total: number
}

export interface Backup extends Written {
  readonly head: BackupHead
  readonly files: number
  /** Of all files, before they were packed. */
  readonly unpacked: number
}

/** One file from which the installation comes back as it was when the copy ended. The server goes on meanwhile. */
export async function backUp(plan: BackupPlan): Promise<Backup> {
  const session = await BackupSession.open(plan.url)
  const part = `${plan.file}.part`
  try {
    // Ours is the only backup of this folder: what bears the name is left of one that was killed.
    await rm(part, { force: true })
    const made = await write(plan, session, part)
    await check(plan, part, made.records)
    await publish(part, plan.file)
    const unpacked = sizeOf(made.records)
    return { ...made.written, head: made.head, files: made.records.length, unpacked }
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw errorCode(error) === '' || error instanceof StartRefusal ? error : unable(error as Error)
  } finally {
    await session.end()
  }
}

const unable = ({ message }: Error) => new StartRefusal(`The backup could not be made: ${message}.`)

const sizeOf = (files: readonly { readonly size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)

interface Made {
  readonly written: Written
  readonly head: BackupHead
  readonly records: readonly FileRecord[]
}

async function write(plan: BackupPlan, session: BackupSession, part: string): Promise<Made> {
  const keys = await secretKeys(plan.dataFolder)
  const head: BackupHead = {
    format,
    made_at: realNow().toISOString(),
    program: plan.program,
    postgres: await session.postgresMajor(),
    migrations: await session.migrations(),
    holds_secret_key: keys.length > 0,
  }
  let [done, total] = [0, 0]
  const packer = new Packer((bytes) => {
    done += bytes
    plan.show({ step: 'copying', done, total: Math.max(total, done) })
  })
  const expect = (files: readonly Found[]): void => void (total += sizeOf(files))
  const written = await writeArchive(part, content({ ...plan, session, packer, head, expect }))
  if ((await secretKeys(plan.dataFolder)).join() !== keys.join())
    throw new StartRefusal('The secret key was changed while the backup was made: begin again.')
  return { written, head, records: packer.records }
}

interface Work extends BackupPlan {
  readonly session: BackupSession
  readonly packer: Packer
  readonly head: BackupHead
  readonly expect: (files: readonly Found[]) => void
}

/** The order matters: control file last of the cluster, the log after the end of the copy, the list of all at the end. */
async function* content({ dataFolder, session, packer, head, expect, show }: Work): AsyncGenerator<Buffer> {
  yield* packer.bytes(headName, jsonOf(head))
  const others = await otherFiles(dataFolder)
  expect(others)
  expect(await clusterFiles(dataFolder))
  yield* packer.all(others)
  show({ step: 'checkpoint', done: 0, total: 0 })
  await session.start()
  const cluster = await clusterFiles(dataFolder)
  yield* packer.all(cluster.filter(({ name }) => name !== controlFile))
  yield* packer.bytes(controlFile, await readSteady(`${dataFolder}/${controlFile}`))
  const { label, firstSegment, lastSegment } = await session.stop()
  yield* packer.bytes('postgres/backup_label', Buffer.from(label))
  const log = await logFiles(dataFolder, firstSegment, lastSegment)
  expect(log)
  yield* packer.all(log)
  // Network data that was imported meanwhile; what it replaced is there already.
  const known = new Set(others.map(({ name }) => name))
  yield* packer.all((await otherFiles(dataFolder)).filter(({ name }) => !known.has(name)))
  const manifest = jsonOf({ files: packer.records })
  yield tarHeader({ name: manifestName, size: manifest.length, folder: false })
  yield Buffer.concat([manifest, tarPadding(manifest.length), tarEnd])
}

const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Name and digest of each. A copy of the database is worth nothing without the key that its secrets are sealed with. */
async function secretKeys(dataFolder: string): Promise<string[]> {
  const files = (await otherFiles(dataFolder)).filter(({ name }) => name.startsWith('secret.key'))
  return Promise.all(
    files.map(
      async ({ name, path }) =>
        `${name} ${createHash('sha256')
          .update(await readFile(path))
          .digest('hex')}`,
    ),
  )
}

/** Read back from the disk: what is called a backup has been one once. */
async function check({ show }: BackupPlan, part: string, records: readonly FileRecord[]): Promise<void> {
  let done = 0
  const total = sizeOf(records)
  const { files } = await readBackup(part, {
    read: (bytes) => show({ step: 'checking', done: (done += bytes), total }),
  })
  const difference = firstDifference(records, files)
  if (difference !== null) throw new StartRefusal(`The backup was not written as it was read: ${difference}.`)
}

/** By a link, which takes no other file's name away; where a file system has none, by renaming. */
async function publish(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
    await unlink(part)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw alreadyThere(file)
    await rename(part, file)
  }
  await syncFolder(dirname(file))
}

export const alreadyThere = (file: string) =>
  new StartRefusal(`${file} exists already, and a backup replaces nothing: give another name.`)
