import { acceptsWrites, Connection, type ConnectionConfig } from './connection.ts'
import { readHosts, type Host } from './hosts.ts'
import { ReadOnlyDatabase } from './outage.ts'
import { Vigil, type Inquiry } from './vigil.ts'

/** Where a database is reached: which of its hosts accepts writes (ADR 69), and a watch over the connections to it. */

/** For one host among several: the next may be the one. */
const hostMs = 2_000
const inquiryMs = 3_000

const atWork = `select pid from pg_stat_activity where pid = any($1) and state not like 'idle%'`
const end = `select pg_terminate_backend(served.pid) from unnest($1::int[], $2::text[]) as served (pid, since)
  join pg_stat_activity a on a.pid = served.pid and extract(epoch from a.backend_start)::text = served.since`

interface BoardSettings {
  readonly statementTimeout: number
  /** What the database is told of who we are; a process with secret keys says which (ADR 76). */
  readonly applicationName?: string
}

export class Switchboard {
  /** For the driver: without the hosts where there are several. */
  readonly url: string
  readonly statementTimeout: number
  readonly applicationName: string
  readonly vigil = new Vigil((...asked) => this.#inquire(...asked))
  readonly #hosts: readonly Host[]
  #good: Host | null = null
  #finding: Promise<Host> | null = null

  constructor(databaseUrl: string, { statementTimeout, applicationName = 'sublet reader' }: BoardSettings) {
    const reach = readHosts(databaseUrl)
    if ('mistake' in reach) throw new Error(`the address of the database ${reach.mistake}`)
    this.url = reach.url
    this.#hosts = reach.hosts
    this.statementTimeout = statementTimeout
    this.applicationName = applicationName
  }

  /** The host that accepted writes last, or the first that does; null where there is but one. */
  async find(): Promise<Host | null> {
    if (this.#hosts.length === 0) return null
    if (this.#good) return this.#good
    return (this.#finding ??= this.#search().finally(() => (this.#finding = null)))
  }

  /** A connection to it was lost or could not be made: the next looks at all. */
  mistrust(host: Host | null): void {
    if (host !== null && this.#good === host) this.#good = null
  }

  async #search(): Promise<Host> {
    let failure: unknown = new ReadOnlyDatabase()
    for (const host of this.#hosts)
      try {
        if (await acceptsWrites(this.url, host, hostMs)) return (this.#good = host)
      } catch (error) {
        failure = error
      }
    throw failure
  }

  readonly #inquire: Inquiry = async (backends, judge) => {
    const connection = await connectBy(this, { connectionTimeoutMillis: inquiryMs, application_name: 'sublet vigil' })
    try {
      connection.patience = inquiryMs
      const { rows } = await connection.query<{ pid: number }>(atWork, [backends])
      const dead = judge(new Set(rows.map(({ pid }) => pid)))
      const served = [...dead]
      if (served.length > 0) await connection.query(end, [served.map(([pid]) => pid), served.map(([, since]) => since)])
    } finally {
      void connection.end().catch(() => undefined)
    }
  }
}

/** What every connection of ours has in common. */
export function connectionTo(board: Switchboard): ConnectionConfig {
  return {
    board,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: board.applicationName,
  }
}

/** One that is in nobody's pool. */
export async function connectBy(board: Switchboard, options: Partial<ConnectionConfig> = {}): Promise<Connection> {
  const connection = new Connection({ ...connectionTo(board), ...options })
  // Whoever uses it hears that it is lost.
  connection.on('error', () => undefined)
  return connection.connect()
}
