import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BackupHead, readBackup, type ReadBackup } from './manifest.ts'
import { syncFolder, unfinishedRestore } from '../postgres/cluster.ts'
import { errorCode, errorText } from '../postgres/system-error.ts'
import { isAlive } from '../postgres/processes.ts'
import { StartRefusal } from '../refusal.ts'

/**
 * A backup comes back beside the place it is meant for, inside the data folder: that may be a mounted disk, whose name
 * nothing can be renamed to. It takes the place once it has been checked and has recovered.
 */

/** What a disk has of its own, and what a start keeps here that may write nowhere else (`bin/sublet.js`). */
const unheeded = new Set(['lost+found', 'compile-cache'])

/** A folder within the data folder, which must be empty but for what a killed restore left. */
export async function prepareAside(dataFolder: string): Promise<string> {
  for (const name of await readdir(dataFolder)) {
    const pid = Number(unfinishedRestore.exec(name)?.[1])
    if (unheeded.has(name)) continue
    if (!(pid > 0))
      throw new StartRefusal(
        `The data folder ${dataFolder} is not empty (${name}): restore into one that is, by setting SUBLET_DATA_DIR.`,
      )
    const path = join(dataFolder, name)
    if (pid !== process.pid && isAlive(pid))
      throw new StartRefusal(`Process ${pid} is restoring into ${dataFolder}: wait for it, or remove ${path}.`)
    await clear(path)
  }
  const aside = join(dataFolder, `restore.part-${process.pid}`)
  await mkdir(aside, { mode: 0o700 })
  return aside
}

interface UnpackPlan {
  readonly file: string
  readonly aside: string
  /** Refuses what cannot be used here, before anything is unpacked. */
  readonly admit: (head: BackupHead) => Promise<void>
  readonly read: (bytes: number) => void
}

/** Every file compared with what the backup says of it. */
export async function unpack({ file, aside, admit, read }: UnpackPlan): Promise<ReadBackup> {
  try {
    return await readBackup(file, {
      head: admit,
      read,
      folder: async (name) => void (await mkdir(join(aside, name), { recursive: true, mode: 0o700 })),
      file: async (name, pieces) => {
        await mkdir(join(aside, name, '..'), { recursive: true, mode: 0o700 })
        // PostgreSQL syncs its own files when it recovers.
        const flush = !name.startsWith('postgres/')
        await pipeline(pieces, createWriteStream(join(aside, name), { flags: 'wx', mode: 0o600, flush }))
      },
    })
  } catch (error) {
    if (errorCode(error) === '' || error instanceof StartRefusal) throw error
    throw new StartRefusal(`The backup could not be unpacked: ${errorText(error)}.`)
  }
}

/** The cluster last: a folder with a cluster has all the rest. */
export async function takePlace(aside: string, dataFolder: string): Promise<void> {
  const names = (await readdir(aside)).filter((name) => name !== 'run' && name !== 'postgres')
  for (const name of [...names, 'postgres'])
    await rename(join(aside, name), join(dataFolder, name)).catch((error: unknown) => {
      throw new StartRefusal(`${name} of the backup could not be put into ${dataFolder}: ${errorText(error)}.`)
    })
  await clear(aside)
  await syncFolder(dataFolder)
}

/** With patience: what a killed restore started may still be ending there. */
export function clear(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
