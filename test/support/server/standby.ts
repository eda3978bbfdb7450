import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../../../src/kernel/postgres/binaries.ts'
import { readPostmasterPid } from '../../../src/kernel/postgres/postmaster-pid.ts'
import { startPostgres, type EmbeddedPostgres } from '../../../src/kernel/postgres/index.ts'
import { until } from '../http-call.ts'
import { quickFolder } from '../quick-folder.ts'

/** Two clusters of the embedded PostgreSQL: a primary, and a standby that each commit waits for. */
export class Pair {
  readonly primary: EmbeddedPostgres
  readonly standby: EmbeddedPostgres
  readonly #folders: readonly string[]

  private constructor(primary: EmbeddedPostgres, standby: EmbeddedPostgres, folders: readonly string[]) {
    this.primary = primary
    this.standby = standby
    this.#folders = folders
  }

  static async open(): Promise<Pair> {
    const [first, second] = [await newFolder(), await newFolder()]
    // The disk's part is not what is tried here, and a kill leaves to the system what it was given.
    const settings = { fsync: 'off', wal_keep_size: '512MB' }
    const primary = await startPostgres({ dataDir: first, settings })
    await copyCluster(primary.url, join(first, 'postgres'), join(second, 'postgres'))
    const host = hostOf(primary.url)
    const primary_conninfo = `host=${host} user=sublet application_name=standby`
    const standby = await startPostgres({ dataDir: second, settings: { ...settings, primary_conninfo } })
    await ask(primary.url, `alter system set synchronous_standby_names = 'standby'`)
    await ask(primary.url, 'select pg_reload_conf()')
    const isSynchronous = async () =>
      (await ask(primary.url, `select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
    await until(isSynchronous, 'the standby follows')
    return new Pair(primary, standby, [first, second])
  }

  /** Both, as libpq would have them; the standby first, so that the other has to be looked for. */
  get url(): string {
    const hosts = [this.standby, this.primary].map(({ url }) => encodeURIComponent(hostOf(url)))
    return `postgresql://sublet@/sublet?host=${hosts.join(',')}&target_session_attrs=read-write`
  }

  async killPrimary(): Promise<void> {
    const { pid } = (await readPostmasterPid(join(this.#folders[0] ?? '', 'postgres'))) ?? {}
    process.kill(pid ?? 0, 'SIGKILL')
  }

  async promote(): Promise<void> {
    await ask(this.standby.url, 'select pg_promote()')
  }

  ask(which: 'primary' | 'standby', text: string): Promise<pg.QueryResult> {
    return ask(this[which].url, text)
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.stop(), this.standby.stop()])
    await Promise.all(this.#folders.map((path) => rm(path, { recursive: true, force: true, maxRetries: 20 })))
  }
}

/** Whether the PostgreSQL that is there can follow another. */
export async function canFollow(): Promise<boolean> {
  const { postgres } = await findBinaries()
  return existsSync(join(dirname(postgres), '../lib/postgresql/libpqwalreceiver.so'))
}

const newFolder = (): Promise<string> => mkdtemp(join(quickFolder(), 'sublet-pair-'))

const hostOf = (url: string): string => new URL(url.replace('@/', '@socket/')).searchParams.get('host') ?? ''

/** As PostgreSQL describes a backup by hand: begun and ended on one connection, the files between. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  const left = /(postmaster\.(pid|opts)|pg_wal\/[0-9A-F]{24})$/
  await cp(from, to, { recursive: true, filter: (path) => !left.test(path) })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
