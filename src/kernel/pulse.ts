import { sql } from 'kysely'
import type { Pool } from 'pg'
import { stopwatch } from './clock.ts'
import type { Db } from './db.ts'

/**
 * How nodes learn of each other's changes: a row of counters, read at most every `window` ms and only when a request
 * needs it. Pulled, not pushed: right after any missed message, and an idle server asks nothing.
 */
export class Pulse {
  readonly #pool: Pick<Pool, 'query'>
  readonly #window: number
  readonly #listeners = new Map<string, Array<() => Promise<void>>>()
  readonly #seen = new Map<string, number>()
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | null = null

  constructor(pool: Pick<Pool, 'query'>, window = 400) {
    this.#pool = pool
    this.#window = window
  }

  /** Runs `reload` before the next request that comes after `name` was bumped anywhere, and once at the beginning. */
  on(name: string, reload: () => Promise<void>): void {
    const listeners = this.#listeners.get(name) ?? []
    this.#listeners.set(name, [...listeners, reload])
    this.#seen.delete(name)
    this.#checkedAt = Number.NEGATIVE_INFINITY
  }

  /** Resolves at once while the last look is young; otherwise all callers share one look. */
  fresh(): Promise<void> | undefined {
    if (stopwatch() - this.#checkedAt < this.#window) return undefined
    return this.look()
  }

  look(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  async #check(): Promise<void> {
    const startedAt = stopwatch()
    const { rows } = await this.#pool.query<{ name: string; version: number }>({
      name: 'pulse',
      text: 'select name, version from pulse',
    })
    const versions = new Map(rows.map((row) => [row.name, row.version]))
    for (const [name, listeners] of this.#listeners) {
      const version = versions.get(name) ?? 0
      if (this.#seen.get(name) === version) continue
      for (const reload of listeners) await reload()
      this.#seen.set(name, version)
    }
    this.#checkedAt = startedAt
  }
}

/** In the same transaction as the change, so that nobody hears of what did not happen. */
export async function bump(db: Db, name: string): Promise<void> {
  await sql`insert into pulse (name, version) values (${name}, 1)
    on conflict (name) do update set version = pulse.version + 1`.execute(db)
}
