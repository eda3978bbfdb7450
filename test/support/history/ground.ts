import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { closeHouse, migrateHouse, openHouse } from '../../../src/app/build.ts'
import { readConfig } from '../../../src/app/config.ts'
import { isUnavailable } from '../../../src/kernel/db/outage.ts'
import { startPostgres } from '../../../src/kernel/postgres/index.ts'
import { freePort } from '../server/free-port.ts'
import { until } from '../http-call.ts'
import { postmasterOf, type Env, type Machine, type Server } from '../server/server-process.ts'
import { openWorld, type World } from '../world.ts'
import type { History, Kill } from './history.ts'
import { oneOf, type Random } from './random.ts'

/** A PostgreSQL and two nodes over it, all of which can be killed and come back. */

const publicUrl = 'http://sublet.test'

/** What is written is given to the system at once, as in earnest; only the disk is not waited for, and nobody cuts its power. */
const postgresSettings = { fsync: 'off' }

export class Ground {
  readonly urls: readonly string[]
  readonly settings: readonly Env[]
  readonly databaseUrl: string
  readonly #machine: Machine
  readonly #history: History
  readonly #clusterDir: string
  readonly #servers = new Map<number, Server>()
  readonly #coming = new Map<number, Promise<void>>()
  #closing = false

  private constructor(machine: Machine, history: History, clusterDir: string, databaseUrl: string, settings: Env[]) {
    this.#machine = machine
    this.#history = history
    this.#clusterDir = clusterDir
    this.databaseUrl = databaseUrl
    this.settings = settings
    this.urls = settings.map((env) => `http://127.0.0.1:${env['SUBLET_PORT']}`)
  }

  static async open(machine: Machine, history: History): Promise<Ground> {
    const clusterDir = machine.newFolder()
    const { url } = await startPostgres({ dataDir: clusterDir, settings: postgresSettings })
    const dataDir = machine.newFolder()
    const house = await openHouse(readConfig({ SUBLET_DATA_DIR: dataDir, SUBLET_LOG_LEVEL: 'silent' }), url)
    await migrateHouse(house)
    await closeHouse(house)
    const settings: Env[] = []
    for (let n = 0; n < 2; n++)
      settings.push({
        DATABASE_URL: url,
        SUBLET_DATA_DIR: dataDir,
        SUBLET_PUBLIC_URL: publicUrl,
        SUBLET_SANDBOX: '1',
        SUBLET_HOLD_MINUTES: '1000',
        SUBLET_PORT: String(await freePort()),
      })
    return new Ground(machine, history, clusterDir, url, settings)
  }

  /** To make what is there before the nodes start. */
  openWorld(): Promise<World> {
    const dataDir = this.settings[0]?.['SUBLET_DATA_DIR'] ?? ''
    return openWorld({
      env: { SUBLET_PUBLIC_URL: publicUrl, SUBLET_SANDBOX: '1' },
      over: { databaseUrl: this.databaseUrl, dataDir },
    })
  }

  async startNodes(): Promise<void> {
    await Promise.all(this.settings.map((_, n) => this.#startNode(n)))
  }

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all([...this.#servers.values()].map((server) => server.end('SIGKILL')))
    await (await startPostgres({ dataDir: this.#clusterDir, settings: postgresSettings })).stop()
  }

  /** Returns when all of them serve again. */
  async kill(kind: Kill, random: Random): Promise<void> {
    this.#history.kills.push(kind)
    if (kind === 'server') await this.#killServer(random() < 0.5 ? 0 : 1, random)
    else if (kind === 'postmaster') await this.#killPostmaster()
    else await this.#killConnection(kind, random)
    await this.#untilServed()
  }

  /** A killed backend is noticed a moment later, and then PostgreSQL begins anew: whoever asks meanwhile asks again. */
  async query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
    let rows: R[] = []
    const isAnswered = async () => {
      rows = await this.withClient(async (client) => (await client.query<R>(text)).rows)
      return true
    }
    const unlessAway = (error: unknown) => {
      if (!isUnavailable(error)) throw error
      return false
    }
    await until(() => isAnswered().catch(unlessAway), 'PostgreSQL answers')
    return rows
  }

  async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.databaseUrl, application_name: 'witness' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** One that leaves although nobody has killed it is noted, and started again so that the rest can be seen. */
  async #startNode(n: number): Promise<void> {
    const server = await this.#machine.start(this.settings[n] ?? {})
    this.#servers.set(n, server)
    void server.ended.then(({ code, signal }) => {
      if (this.#closing || this.#servers.get(n) !== server) return undefined
      this.#history.exits.push(`code ${code}, signal ${signal}: ${server.output.trim().slice(-600)}`)
      return this.#bringBack(n)
    })
  }

  /** One at a time, whoever noticed first that it is gone. */
  #bringBack(n: number): Promise<void> {
    const coming = this.#coming.get(n) ?? this.#tryToStart(n).finally(() => this.#coming.delete(n))
    this.#coming.set(n, coming)
    return coming
  }

  /** Also while PostgreSQL is away, without which no node starts. */
  async #tryToStart(n: number): Promise<void> {
    while (!this.#closing) {
      try {
        return await this.#startNode(n)
      } catch {
        await pause(500)
      }
    }
  }

  async #killServer(n: number, random: Random): Promise<void> {
    await this.#coming.get(n)
    const server = this.#servers.get(n)
    // No longer ours: its end is no exit of its own.
    this.#servers.delete(n)
    await server?.end('SIGKILL')
    await pause(random() * 500)
    await this.#bringBack(n)
  }

  async #killPostmaster(): Promise<void> {
    const pid = await postmasterOf(this.#clusterDir)
    if (pid === null) throw new Error('no PostgreSQL runs')
    process.kill(pid, 'SIGKILL')
    const revived = async () => {
      const { started } = await startPostgres({ dataDir: this.#clusterDir, settings: postgresSettings })
      return started || (await postmasterOf(this.#clusterDir)) !== pid
    }
    await until(() => revived().catch(() => false), 'PostgreSQL again')
  }

  /** Of one of its backends, which makes PostgreSQL begin anew for all; or of one connection, by its own means. */
  async #killConnection(kind: 'backend' | 'connection', random: Random): Promise<void> {
    const rows = await this.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'sublet%' and backend_type = 'client backend' order by pid`,
    )
    const pid = oneOf(random, rows)?.pid
    if (pid === undefined) return
    if (kind === 'connection') await this.query(`select pg_terminate_backend(${pid})`)
    else process.kill(pid, 'SIGKILL')
  }

  async #untilServed(): Promise<void> {
    await this.query('select 1')
    await Promise.all(this.#coming.values())
  }
}
