import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from '../db/pool.ts'
import { StartRefusal } from '../refusal.ts'

/**
 * PostgreSQL's own low-level backup functions, on one connection that stays open. Whatever they hold (the state of being
 * backed up, the log kept for us, our lock) ends with that connection, so a killed backup leaves nothing in the server.
 */

interface Stopped {
  /** What the copy needs beside its files to find its way. */
  readonly label: string
  /** Names of the first and the last segment of the log without which the copy is worth nothing. */
  readonly firstSegment: string
  readonly lastSegment: string
}

const lockKey = 7_238_415_006
/** One that was killed a moment ago may not have been noticed yet. */
const patience = { attempts: 50, pauseMs: 200 }

export class BackupSession {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(url: string): Promise<BackupSession> {
    const client = new pg.Client({ connectionString: url, application_name: 'sublet backup' })
    // Heard with the next question.
    client.on('error', () => undefined)
    await client.connect()
    const session = new BackupSession(client)
    try {
      await session.#lock()
      return session
    } catch (error) {
      await session.end()
      throw error
    }
  }

  async #lock(): Promise<void> {
    for (let attempt = 0; attempt < patience.attempts; attempt++) {
      const [row] = await this.#ask<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
      if (row?.locked) return
      await pause(patience.pauseMs)
    }
    throw new StartRefusal('Another backup of this data folder is under way: wait for it, or end it.')
  }

  async postgresMajor(): Promise<number> {
    const [row] = await this.#ask<{ number: string }>(`select current_setting('server_version_num') as number`)
    return Math.floor(Number(row?.number) / 10_000)
  }

  async migrations(): Promise<string[]> {
    const rows = await this.#ask<{ name: string }>('select name from public.migration order by name').catch((error) => {
      if (sqlState(error) === '42P01') return []
      throw error
    })
    return rows.map(({ name }) => name)
  }

  /** The log is kept from here on, however long the copy takes; then a checkpoint, at once. */
  async start(): Promise<void> {
    const slot = `sublet_backup_${randomBytes(6).toString('hex')}`
    await this.#ask('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await this.#ask('select pg_backup_start($1, true)', ['sublet'])
  }

  /** When this returns, all of the log up to its end is in its files. */
  async stop(): Promise<Stopped> {
    const [row] = await this.#ask<{ label: string; map: string; last: string }>(
      'select labelfile as label, spcmapfile as map, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    )
    const [, firstSegment] = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(row?.label ?? '') ?? []
    if (!row || !firstSegment) throw new Error('pg_backup_stop gave no label')
    return { label: row.label, firstSegment, lastSegment: row.last }
  }

  async #ask<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
    try {
      return (await this.#client.query<R>(text, values)).rows
    } catch (error) {
      if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error
      throw new StartRefusal('PostgreSQL ended while it was backed up: begin again.')
    }
  }

  async end(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }
}
