import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { StartRefusal } from '../refusal.ts'
import type { Account } from './account.ts'
import { port } from './connection.ts'
import { errorCode, errorText } from './system-error.ts'

/** A socket's path has 104 bytes on macOS and 108 on Linux, whatever the file system allows. */
const longestSocketPath = 100

export const clusterFolder = (dataFolder: string): string => join(dataFolder, 'postgres')
export const logFile = (dataFolder: string): string => join(dataFolder, 'postgres.log')

/** The data folder, made when missing, by its one true path: two spellings of it must meet at the same cluster. */
export async function prepareDataFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await makeFolder(folder, 0o700)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(folder)
  } catch (error) {
    throw new StartRefusal(dataFolderProblem(folder, error))
  }
}

/** Not mkdir's own recursion: below a link that leads nowhere (a disk not mounted) and in /proc that one never ends. */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path), 0o755)
    await mkdir(path, { mode })
  }
}

function dataFolderProblem(folder: string, error: unknown): string {
  switch (errorCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${folder} cannot be used: it, or a part of its path, is a file.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${folder} is not writable for this user.`
    default:
      return `The data folder ${folder} could not be made: ${errorText(error)}.`
  }
}

/** Gives the folder and what PostgreSQL keeps in it to the account PostgreSQL runs as; only root can, and only root needs to. */
export async function ownFolders(dataFolder: string, account: Account): Promise<void> {
  const { uid, gid } = account.owner
  const cluster = clusterFolder(dataFolder)
  const found = await stat(cluster).catch(() => null)
  if (process.getuid?.() !== 0) {
    if (found === null || found.uid === uid) return
    throw new StartRefusal(
      `The cluster in ${cluster} belongs to another user (uid ${found.uid}): start as that user, or change its owner.`,
    )
  }
  await chown(dataFolder, uid, gid)
  if (found === null || found.uid === uid) return
  for (const name of await readdir(cluster, { recursive: true })) await chown(join(cluster, name), uid, gid)
  // Last, because it says that the rest is done.
  await chown(cluster, uid, gid)
}

export function socketFolder(dataFolder: string, temporary: string = tmpdir()): { path: string; shared: boolean } {
  const near = join(dataFolder, 'run')
  if (Buffer.byteLength(join(near, `.s.PGSQL.${port}`)) <= longestSocketPath) return { path: near, shared: false }
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  return { path: join(temporary, `sublet-${name}`), shared: true }
}

/** Whoever enters this folder enters the database without a password: it must be ours alone. */
export async function prepareSocketFolder(dataFolder: string, account: Account): Promise<string> {
  const { path, shared } = socketFolder(dataFolder)
  const { uid, gid } = account.owner
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') {
      throw new StartRefusal(`The folder ${path} for PostgreSQL's socket could not be made: ${errorText(error)}.`)
    }
  }
  const found = await lstat(path)
  // In a folder open to everybody, somebody else may have taken the name before us.
  const trusted = shared ? [process.getuid?.(), uid] : [found.uid]
  if (!found.isDirectory() || !trusted.includes(found.uid) || (shared && (found.mode & 0o077) !== 0)) {
    throw new StartRefusal(`The folder ${path} for PostgreSQL's socket is not ours alone: remove it and start again.`)
  }
  if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700)
  if (process.getuid?.() === 0) await chown(path, uid, gid)
  return path
}
