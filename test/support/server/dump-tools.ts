import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseAccount, runAs } from '../../../src/kernel/postgres/account.ts'
import { databaseName, userName } from '../../../src/kernel/postgres/connection.ts'
import { clusterFolder, ownFolders, prepareSocketFolder } from '../../../src/kernel/postgres/folders.ts'
import { shutDown } from '../../../src/kernel/postgres/postmaster.ts'
import { startOrAdopt } from '../../../src/kernel/postgres/start-or-adopt.ts'

/** PostgreSQL's own `pg_dump` and `psql`, where the machine has them, and a server that they speak to. */
interface DumpTools {
  readonly version: number
  readonly serverUrl: string
  dumpAndLoad(from: string, into: string): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)

/** `pg_dump` refuses a server newer than itself: an older one is tried on the server installed with it. */
export async function findDumpTools(serverUrl: string, serverVersion: number): Promise<DumpTools | string> {
  const said = await run('pg_dump', ['--version']).catch(() => null)
  if (said === null) return 'pg_dump is not installed here'
  const version = Number(/\) (\d+)/.exec(said.stdout)?.[1])
  if (version >= serverVersion) return { version, serverUrl, dumpAndLoad, close: async () => undefined }
  const own = await startItsServer(version)
  return own ?? `pg_dump is of version ${version} here, and there is no server of that version beside it`
}

async function dumpAndLoad(from: string, into: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sublet-dump-'))
  const file = join(folder, 'dump.sql')
  try {
    await run('pg_dump', ['--dbname', from, '--file', file])
    await run('psql', ['--dbname', into, '--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--file', file])
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function startItsServer(version: number): Promise<DumpTools | null> {
  const folder = `/usr/lib/postgresql/${version}/bin`
  const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') }
  if ((await stat(binaries.postgres).catch(() => null)) === null) return null
  const parent = await mkdtemp(join(tmpdir(), 'sublet-other-postgres-'))
  const dataFolder = join(parent, 'data')
  await mkdir(dataFolder)
  const { account } = await chooseAccount(binaries, dataFolder)
  await ownFolders(dataFolder, account)
  const cluster = clusterFolder(dataFolder)
  const access = ['--username', userName, '--auth', 'trust']
  const rules = ['--encoding', 'UTF8', '--locale', 'C', '--no-sync']
  const made = await runAs(account, binaries.initdb, ['--pgdata', cluster, ...access, ...rules])
  if (made.code !== 0) throw new Error(made.output)
  await runAs(account, binaries.postgres, ['--single', '-D', cluster, 'template1'], `create database ${databaseName}\n`)
  const socketFolder = await prepareSocketFolder(dataFolder, account)
  const plan = { dataFolder, socketFolder, account, binaries, settings: { fsync: 'off' } }
  const { pid, url } = await startOrAdopt(plan, () => undefined)
  return {
    version,
    serverUrl: url,
    dumpAndLoad,
    close: async () => {
      await shutDown(cluster, pid)
      await rm(parent, { recursive: true })
    },
  }
}
