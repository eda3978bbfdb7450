import pg from 'pg'
import { alone } from './batch.ts'
import { Connection, type ConnectionConfig } from './connection.ts'
import { gatherUntilNextTurn } from './batched-writes.ts'
import type { Statement } from './db.ts'
import { SilentConnection } from './outage.ts'
import { within } from '../patience.ts'

/**
 * Connections for reads of single rows, in pipeline mode: questions of many requests travel together instead of each
 * borrowing a connection, waiting for its answer and giving it back. Measured: 60 to 75 % of the pool's cost per read.
 * Only for statements that are quick by construction (a row by its key, a bounded few by an index): who stands behind a
 * slow one waits.
 */

const connections = 2

export class Readers {
  readonly #config: ConnectionConfig
  readonly #readers: Array<Promise<Reader> | undefined> = []
  #turn = 0

  constructor(config: ConnectionConfig) {
    this.#config = config
  }

  /**
   * A read is safe to ask again, should its connection have died under it; by then all of them may have. Who cannot wait
   * until a silent connection is found to be dead says how many ms each has.
   */
  async query<R>(statement: Statement, ms = Infinity): Promise<R[]> {
    for (let attempt = 0; ; attempt++) {
      const reader = await this.#reader()
      try {
        return await reader.ask<R>(statement, ms)
      } catch (error) {
        const lost = !reader.alive || error instanceof SilentConnection || saysGoodbye(error)
        if (attempt === connections || !lost) throw error
        reader.retire()
      }
    }
  }

  async end(): Promise<void> {
    const opened = this.#readers.splice(0).filter((reader) => reader !== undefined)
    for (const reader of await Promise.allSettled(opened)) if (reader.status === 'fulfilled') await reader.value.end()
  }

  #reader(): Promise<Reader> {
    const place = this.#turn++ % connections
    const known = this.#readers[place]
    if (known) return known
    const forget = (): void => {
      if (this.#readers[place] === opening) this.#readers[place] = undefined
    }
    const opening = Reader.open(this.#config, forget)
    opening.catch(forget)
    this.#readers[place] = opening
    return opening
  }
}

/** What the server says before it closes a connection: shutdown, crash, or an administrator's order. */
function saysGoodbye(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code?.startsWith('57P') ?? false)
}

class Reader {
  readonly #client: Connection
  /** No longer given out; what it still owes is answered or fails by itself. */
  readonly retire: () => void
  alive = true

  private constructor(client: Connection, closed: () => void) {
    this.#client = client
    this.retire = () => {
      this.alive = false
      closed()
    }
  }

  static async open(config: ConnectionConfig, closed: () => void): Promise<Reader> {
    const client = new Connection({ ...config, pipeline: true })
    client.spare = true
    const reader = new Reader(client, closed)
    client.on('error', reader.retire)
    client.on('end', reader.retire)
    await client.connect()
    return reader
  }

  async ask<R>(statement: Statement, ms: number): Promise<R[]> {
    if (ms === Infinity) return this.#ask(statement)
    const rows = await within(ms, this.#ask<R>(statement))
    if (rows === null) throw new SilentConnection()
    return rows
  }

  /** All questions of one turn of the event loop go out in one write. */
  async #ask<R>(statement: Statement): Promise<R[]> {
    gatherUntilNextTurn(this.#client)
    return (await alone(this.#client, statement)).rows as R[]
  }

  async end(): Promise<void> {
    await this.#client.end()
  }
}
