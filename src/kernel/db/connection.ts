import { callbackify } from 'node:util'
import pg from 'pg'
import type { Host } from './hosts.ts'
import { readOnlyState, ReadOnlyDatabase } from './outage.ts'
import './pg-types.ts'
import type { Switchboard } from './switchboard.ts'

/** A connection as all of ours are: to the host that accepts writes, with its settings made, and watched over. */

export interface ConnectionConfig extends pg.ClientConfig {
  readonly board: Switchboard
}

/** What the driver's types do not show. */
interface Inside {
  readonly readyForQuery: boolean
  /** What is being answered: a batch, or a query of the driver's own. */
  readonly _activeQuery: { readonly length?: number } | null
  readonly connection: NodeJS.EventEmitter & { readonly stream: Stream }
}

interface Stream {
  readonly bytesRead: number
  readonly bytesWritten: number
  readonly writableLength: number
  destroy(reason: Error): void
}

/** The settings are said once it stands: poolers take few as parameters of the start. */
const settle = `select set_config('statement_timeout', $1, false),
  set_config('idle_in_transaction_session_timeout', '30000', false),
  pg_backend_pid() as backend, current_setting('transaction_read_only') = 'on' as read_only,
  (select extract(epoch from backend_start)::text from pg_stat_get_activity(pg_backend_pid())) as since`

/** By so much a server's own time-out comes before ours. */
const margin = 1_000

export class Connection extends pg.Client {
  readonly #board: Switchboard
  /** The longest that one statement may keep us waiting, in ms. */
  patience: number
  /** Nobody holds it: what is not in use may be ended. */
  spare = false
  /** The process that serves it, and since when: another one, or another host's, may have its number later. */
  backend = 0
  since = ''

  constructor(config: ConnectionConfig) {
    super({ ...config, connectionString: config.board.url })
    this.#board = config.board
    this.patience = patienceFor(config.board.statementTimeout)
    this.#inside.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      // After whoever asked has heard of it.
      if (code === readOnlyState) setImmediate(() => this.#board.vigil.lose(this, new ReadOnlyDatabase()))
    })
  }

  get #inside(): Inside {
    return this as unknown as Inside
  }

  /** The longest that we may hear nothing: the answers of a batch come with the last of them. */
  get longestSilence(): number {
    return this.patience * Math.max(1, this.#inside._activeQuery?.length ?? 1)
  }

  get owes(): boolean {
    return !this.#inside.readyForQuery
  }

  /** Changes when something has come, or when much that was to be sent has gone. */
  get traffic(): number {
    const { bytesRead, bytesWritten, writableLength } = this.#inside.connection.stream
    return bytesRead + (writableLength > 0 ? bytesWritten - writableLength : 0)
  }

  cut(reason: Error): void {
    this.#inside.connection.stream.destroy(reason)
  }

  /** For statements that take as long as they take. */
  async takeYourTime(): Promise<void> {
    this.patience = patienceFor(0)
    await this.query('set statement_timeout = 0')
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null, client?: this) => void): void
  override connect(callback?: (error: Error | null, client?: this) => void): Promise<this> | void {
    if (!callback) return this.#open()
    callbackify(() => this.#open())(callback)
  }

  async #open(): Promise<this> {
    const host = await this.#board.find()
    if (host) Object.assign(this, host)
    try {
      this.on('error', () => this.#board.mistrust(host))
      await super.connect()
      this.#board.vigil.add(this)
      this.on('end', () => this.#board.vigil.remove(this))
      await this.#settle()
      return this
    } catch (error) {
      this.#board.mistrust(host)
      throw error
    }
  }

  async #settle(): Promise<void> {
    const { rows } = await this.query<{ backend: number; since: string; read_only: boolean }>(settle, [
      String(this.#board.statementTimeout),
    ])
    this.backend = rows[0]?.backend ?? 0
    this.since = rows[0]?.since ?? ''
    this.#board.vigil.settled(this)
    if (!rows[0]?.read_only) return
    this.cut(new ReadOnlyDatabase())
    throw new ReadOnlyDatabase()
  }
}

const patienceFor = (statementTimeout: number): number =>
  statementTimeout === 0 ? Infinity : statementTimeout + margin

/** Which of several hosts a driver's own connection leads to is of no use to us: it is asked whether it accepts writes. */
export async function acceptsWrites(url: string, host: Host, ms: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ms, query_timeout: ms })
  Object.assign(client, host)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    void client.end().catch(() => undefined)
  }
}
