import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

import { chooseAccount } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { clusterFolder, ownFolders, prepareDataFolder, prepareSocketFolder } from './folders.ts'
import { look, shutDown } from './postmaster.ts'
import { type Running, startOrAdopt } from './start-or-adopt.ts'

export interface EmbeddedPostgres {
  readonly url: string
  /** false when it was already running */
  readonly started: boolean
  stop(): Promise<void>
}

interface StartOptions {
  readonly dataDir: string
  readonly log?: (line: string) => void
  /** PostgreSQL settings over ours; tests turn fsync off. */
  readonly settings?: Readonly<Record<string, string>>
  /** Another PostgreSQL than the one that is installed with us. */
  readonly binaries?: Binaries
}

/** Starts the PostgreSQL of that data folder, or adopts the one that runs there. */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, log = () => undefined } = options
  const dataFolder = await prepareDataFolder(options.dataDir)
  const cluster = clusterFolder(dataFolder)
  const sight = await look(cluster)
  if (sight.state === 'ready') return handle(cluster, { ...sight, started: false })

  const binaries = options.binaries ?? (await findBinaries())
  const { account, majorVersion } = await chooseAccount(binaries, dataFolder)
  await ownFolders(dataFolder, account)
  const durable = settings['fsync'] !== 'off'
  const made = await ensureCluster({ dataFolder, account, binaries, majorVersion, durable })
  if (made) log(`PostgreSQL ${majorVersion}: new cluster in ${cluster}`)
  const socketFolder = await prepareSocketFolder(dataFolder, account)
  return handle(cluster, await startOrAdopt({ dataFolder, socketFolder, account, binaries, settings }, log))
}

/** Gives a data folder to whom PostgreSQL runs as, for a cluster from elsewhere, and says the version it must be of. */
export async function readyForCluster(dataFolder: string): Promise<number> {
  const { account, majorVersion } = await chooseAccount(await findBinaries(), dataFolder)
  await ownFolders(dataFolder, account)
  return Number(majorVersion)
}

/** The one already running in that data folder, or null. */
export async function findPostgres(dataDir: string): Promise<{ url: string } | null> {
  const dataFolder = await realpath(resolve(dataDir)).catch(() => null)
  if (dataFolder === null) return null
  const sight = await look(clusterFolder(dataFolder)).catch(() => null)
  return sight?.state === 'ready' ? { url: sight.url } : null
}

function handle(cluster: string, { pid, url, started }: Running): EmbeddedPostgres {
  let stopping: Promise<void> | null = null
  return { url, started, stop: () => (stopping ??= shutDown(cluster, pid)) }
}
