import { stopwatch } from './clock.ts'
import type { Db } from './db/db.ts'
import { query } from './db/query.ts'
import type { Readers } from './db/readers.ts'

/**
 * How nodes learn of each other's changes: a row of counters, read at most every `window` ms when requests need it, and
 * by an idle server now and then. Pulled, not pushed: right after any missed message.
 */

/** With the number of migrations as one more counter: whoever runs on an older schema's code is to notice. */
const counters = {
  name: 'pulse',
  text: `select name, version from pulse union all select 'schema', count(*) from migration`,
  values: [],
}

/** Every request waits for it, so it is soon asked on another connection. */
const patienceMs = 1_000

const idleBeatMs = 1_000

export class Pulse {
  readonly #readers: Pick<Readers, 'query'>
  readonly #window: number
  readonly #listeners = new Map<string, Array<() => Promise<void>>>()
  readonly #seen = new Map<string, number>()
  #checkedAt = Number.NEGATIVE_INFINITY
  #checking: Promise<void> | null = null
  #beat: NodeJS.Timeout | undefined

  constructor(readers: Pick<Readers, 'query'>, window = 400) {
    this.#readers = readers
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

  /** A server looks also when nobody asks: a dead connection, or a newer schema, is not left to the next request to find. */
  beat(): void {
    this.#beat = setInterval(() => void this.fresh()?.catch(() => undefined), idleBeatMs).unref()
  }

  rest(): void {
    clearInterval(this.#beat)
  }

  async #check(): Promise<void> {
    const startedAt = stopwatch()
    const rows = await this.#readers.query<{ name: string; version: number }>(counters, patienceMs)
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
  await query`insert into pulse (name, version) values (${name}, 1)
    on conflict (name) do update set version = pulse.version + 1`.changed({ db })
}
