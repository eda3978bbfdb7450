import type pg from 'pg'
import { connect } from '../db/switchboard.ts'

/**
 * Graphile marks a job with who took it, and would hold a killed process's jobs back for four hours. So every process
 * wears a badge: a lock on each of its workers' names, on a connection of its own, that PostgreSQL takes off when the
 * process dies. Jobs marked by a name without a badge are set free for whoever comes first.
 */

const lockSpace = 7_238_415_007
const lookEvery = 3_000

/** Newly taken jobs are passed over: their taker may still be putting its badge on. */
const freeOrphans = `
  with gone as materialized (
    select name from (
      select distinct locked_by as name from graphile_worker._private_jobs
      where locked_at < now() - interval '2 seconds' and locked_by <> all ($1::text[])
    ) taken where pg_try_advisory_xact_lock(hashtextextended(name, $2)))
  select graphile_worker.force_unlock_workers(array(select name from gone)) from gone limit 1`

export class Badge {
  readonly #url: string
  readonly #names = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #client: pg.Client | null = null
  #worn = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool) {
    this.#url = pool.options.connectionString ?? ''
    this.#timer = setInterval(() => this.#look(), lookEvery)
    this.#timer.unref()
  }

  wear(name: string): void {
    this.#names.add(name)
    this.#look()
  }

  /** Nobody works under that name any more: what it had taken and not finished begins anew. */
  takeOff(name: string): void {
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
    for (const name of this.#names.difference(this.#worn)) {
      await client.query('select pg_try_advisory_lock(hashtextextended($1, $2))', [name, lockSpace])
      this.#worn.add(name)
    }
    for (const name of this.#worn.difference(this.#names)) {
      await client.query('select pg_advisory_unlock(hashtextextended($1, $2))', [name, lockSpace])
      this.#worn.delete(name)
    }
    await client.query(freeOrphans, [[...this.#names], lockSpace])
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#url, { statementTimeout: 5_000, application_name: 'sublet badge' })
    const lose = (): void => {
      if (this.#client === client) this.#client = null
    }
    client.on('error', lose)
    client.on('end', lose)
    this.#worn = new Set()
    return client
  }
}
