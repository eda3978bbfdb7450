import { randomUUID } from 'node:crypto'
import { open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { StartRefusal } from '../refusal.ts'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { databaseName, userName } from './connection.ts'
import { clusterFolder } from './folders.ts'
import { named } from './named.ts'
import { tail } from './output.ts'
import { isAlive } from './processes.ts'
import { errorCode } from './system-error.ts'

interface ClusterPlan {
  readonly dataFolder: string
  readonly account: Account
  readonly binaries: Binaries
  readonly majorVersion: string
  /** False only where losing the cluster is no loss: tests. */
  readonly durable: boolean
}

const unfinished = /^postgres\.new-(\d+)-/
/** By the pid of the process that restores. */
export const unfinishedRestore = /^restore\.part-(\d+)$/
const inTheMaking = new Set<string>()

/** A cluster with its database, of our version. True when it had to be made. */
export async function ensureCluster(plan: ClusterPlan): Promise<boolean> {
  await sweepUnfinished(plan.dataFolder)
  const cluster = clusterFolder(plan.dataFolder)
  const version = await clusterVersion(cluster)
  if (version === null) {
    await refuseBesideRestore(plan.dataFolder)
    await makeCluster(plan, cluster)
    return true
  }
  if (version !== plan.majorVersion) {
    throw new StartRefusal(
      `The cluster in ${cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${plan.majorVersion}: dump it with the old version and load it into a new data folder.`,
    )
  }
  return false
}

async function clusterVersion(cluster: string): Promise<string | null> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw new StartRefusal(`The cluster in ${cluster} cannot be read (${errorCode(error)}).`)
    }
  }
  const names = await readdir(cluster).catch(() => [])
  if (names.length === 0) return null
  throw new StartRefusal(`The folder ${cluster} holds something that is not a PostgreSQL cluster: move it away.`)
}

/** A new world beside a restore that was killed would pass for what was to come back. */
async function refuseBesideRestore(dataFolder: string): Promise<void> {
  const found = (await readdir(dataFolder)).find((name) => unfinishedRestore.test(name))
  if (found === undefined) return
  throw new StartRefusal(
    `The data folder ${dataFolder} holds a restore that is not finished (${found}): run "npx sublet restore" again, or remove it.`,
  )
}

/** Made aside, database included, then renamed: what bears the name is always whole. */
async function makeCluster(plan: ClusterPlan, cluster: string): Promise<void> {
  const aside = join(plan.dataFolder, `postgres.new-${process.pid}-${randomUUID()}`)
  const library = `${aside}.so`
  inTheMaking.add(aside).add(library)
  try {
    const maker = { ...plan, account: await named(plan.account, plan.binaries, library) }
    await initialise(maker, aside)
    await createDatabase(maker, aside)
    await rename(aside, cluster)
    if (plan.durable) await syncFolder(plan.dataFolder)
  } catch (error) {
    await clear(aside)
    // Another process made one meanwhile; that one is as good as ours.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
  } finally {
    await clear(library)
    inTheMaking.delete(aside)
    inTheMaking.delete(library)
  }
}

/** Without it a power cut could undo the renaming, and the sweep would then take the cluster for an unfinished one. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The same order and case rules everywhere, whatever locales the machine has. */
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const access = ['--username', userName, '--auth-local=trust', '--auth-host=reject']

async function initialise(plan: ClusterPlan, folder: string): Promise<void> {
  const args = [
    '--pgdata',
    folder,
    ...access,
    ...(plan.binaries.locale ?? locale),
    ...(plan.durable ? [] : ['--no-sync']),
  ]
  const { code, output } = await runAs(plan.account, plan.binaries.initdb, args)
  if (code !== 0) throw couldNotMake(plan, output)
}

/** In single-user mode, before anyone can connect: a cluster that others may adopt already has its database. */
async function createDatabase(plan: ClusterPlan, folder: string): Promise<void> {
  const args = ['--single', '-D', folder, '-c', 'exit_on_error=true', '-c', `fsync=${plan.durable ? 'on' : 'off'}`]
  const statement = `create database ${databaseName}\n`
  const { code, output } = await runAs(plan.account, plan.binaries.postgres, [...args, 'template1'], statement)
  if (code !== 0) throw couldNotMake(plan, output)
}

function couldNotMake(plan: ClusterPlan, output: string): StartRefusal {
  return new StartRefusal(`PostgreSQL could not make its cluster in ${plan.dataFolder}: ${tail(output)}`)
}

/** What a killed start left half made. Another process may be making one right now: its pid is in the name. */
async function sweepUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const pid = Number(unfinished.exec(name)?.[1])
    const path = join(dataFolder, name)
    const busy = pid === process.pid ? inTheMaking.has(path) : isAlive(pid)
    if (pid > 0 && !busy) await clear(path)
  }
}

/** With patience: a killed maker's last child may still be writing there. */
function clear(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
