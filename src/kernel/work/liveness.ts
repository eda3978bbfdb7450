import type pg from 'pg'
import { connectBy, type Switchboard } from '../db/switchboard.ts'

/**
 * Graphile marks a job with who took it, and would hold a killed process's jobs back for four hours. So every process
 * holds a lock on each of its workers' names, on a connection of its own, which PostgreSQL releases when the process dies.
 * Jobs marked by a name whose lock is free are set free for whoever comes first.
 */

const lockSpace = 7_238_415_007
const lookEvery = 3_000
/** The longest that a statement of ours may keep us waiting. */
const patienceMs = 6_000

/** Newly taken jobs are passed over: their taker may still be taking its lock. */
const freeOrphans = `
  with gone as materialized (
    select name from (
      select distinct locked_by as name from graphile_worker._private_jobs
      where locked_at < now() - interval '2 seconds' and locked_by <> all ($1::text[])
    ) taken where pg_try_advisory_xact_lock(hashtextextended(name, $2)))
  select graphile_worker.force_unlock_workers(array(select name from gone)) from gone limit 1`

export class Liveness {
  readonly #board: Switchboard
  readonly #names = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #client: pg.Client | null = null
  #held = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor(board: Switchboard) {
    this.#board = board
    this.#timer = setInterval(() => this.#look(), lookEvery)
    this.#timer.unref()
  }

  hold(name: string): void {
    this.#names.add(name)
    this.#look()
  }

  /** Nobody works under that name any more: what it had taken and not finished begins anew. */
  release(name: string): void {
    this.#names.delete(name)
    this.#look()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    await this.#client?.end().catch(() => undefined)
  }

  /** What fails is tried again at the next look: without PostgreSQL nobody can take jobs either. */
  #look(): void {
    this.#looking = this.#looking.then(() => this.#free()).catch(() => undefined)
  }

  async #free(): Promise<void> {
    const client = (this.#client ??= await this.#connect())
    for (const name of this.#names.difference(this.#held)) {
      await client.query('select pg_try_advisory_lock(hashtextextended($1, $2))', [name, lockSpace])
      this.#held.add(name)
    }
    for (const name of this.#held.difference(this.#names)) {
      await client.query('select pg_advisory_unlock(hashtextextended($1, $2))', [name, lockSpace])
      this.#held.delete(name)
    }
    await client.query(freeOrphans, [[...this.#names], lockSpace])
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectBy(this.#board, { application_name: 'sublet liveness' })
    client.patience = patienceMs
    const lose = (): void => {
      if (this.#client === client) this.#client = null
    }
    client.on('error', lose)
    client.on('end', lose)
    this.#held = new Set()
    return client
  }
}
