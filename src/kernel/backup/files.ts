import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefusal } from '../refusal.ts'
import { errorCode } from '../postgres/system-error.ts'
import { headName, manifestName } from './manifest.ts'

/** Which files of a data folder belong into its backup. */

export interface Found {
  /** From the data folder, with slashes. */
  readonly name: string
  readonly path: string
  readonly size: number
  readonly folder: boolean
}

export const controlFile = 'postgres/global/pg_control'

/** As PostgreSQL's documents list them: their folders must be there, what is in them only means something to a server that runs. */
const emptied = /^postgres\/(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const logged = /^postgres\/pg_wal\/(?!archive_status$|summaries$)/
const ofTheMoment =
  /\/(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|pg_internal\.init(\.\d+)?|pgsql_tmp[^/]*|t\d+_\d+[^/]*|[^/]*\.tmp)(\/|$)/

/** All of the cluster but its log; a file may be gone by the time it is read. */
export async function clusterFiles(dataFolder: string): Promise<Found[]> {
  const cluster = { name: 'postgres', path: join(dataFolder, 'postgres'), size: 0, folder: true }
  const found = [cluster, ...(await walk(dataFolder, 'postgres'))]
  const elsewhere = found.find(({ name }) => name.startsWith('postgres/pg_tblspc/'))
  if (elsewhere)
    throw new StartRefusal(
      `The cluster has a tablespace outside the data folder (${elsewhere.name}): back it up with PostgreSQL's pg_basebackup.`,
    )
  return found.filter(({ name }) => !emptied.test(name) && !logged.test(name) && !ofTheMoment.test(name))
}

/** The log from one segment to another; on one timeline their names are in order. */
export async function logFiles(dataFolder: string, first: string, last: string): Promise<Found[]> {
  const found = await walk(dataFolder, 'postgres/pg_wal')
  const wanted = found.filter(({ name }) => {
    const file = name.slice('postgres/pg_wal/'.length)
    return file.endsWith('.history') || (/^[0-9A-F]{24}$/.test(file) && file >= first && file <= last)
  })
  for (const segment of [first, last])
    if (!wanted.some(({ name }) => name.endsWith(segment))) throw new Error(`segment ${segment} of the log is missing`)
  return wanted
}

/** What the next start makes anew, and what is not the installation's. */
const notKept =
  /^(postgres|postgres\.log(\.1)?|run|compile-cache|postgres\.new-.*|restore\.part-.*|lost\+found|snapshots\/.*\.unfinished)$/

/** Beside the cluster: the secret key, network data kept in files, a demo's credentials, and what else is kept there. */
export async function otherFiles(dataFolder: string): Promise<Found[]> {
  const ours = new Set([headName, manifestName])
  return walk(dataFolder, '', (name) => !notKept.test(name) && !ours.has(name))
}

type Wanted = (name: string) => boolean

async function walk(dataFolder: string, below: string, wanted: Wanted = () => true): Promise<Found[]> {
  const found: Found[] = []
  for (const child of await readdir(join(dataFolder, below)).catch(unlessGone([]))) {
    const name = below === '' ? child : `${below}/${child}`
    if (!wanted(name)) continue
    const path = join(dataFolder, name)
    const seen = await stat(path).catch(unlessGone(null))
    if (seen === null || !(seen.isFile() || seen.isDirectory())) continue
    found.push({ name, path, size: seen.isFile() ? seen.size : 0, folder: seen.isDirectory() })
    if (seen.isDirectory()) found.push(...(await walk(dataFolder, name, wanted)))
  }
  return found
}

/** Tables are dropped and files removed while we look. */
export function unlessGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return instead
    throw error
  }
}
