import { stopwatch } from './clock.ts'
import { within } from './patience.ts'
import type { Readers } from './db/readers.ts'
import { slot } from './slot.ts'

/** Who asks whether we are ready has asked another node by the time that a dead connection is found out. */
const patienceMs = 1_000

const acceptsWrites = {
  name: 'accepts_writes',
  text: `select current_setting('transaction_read_only') = 'off' as yes`,
  values: [],
}

/** Whether this node takes requests: from the end of its start until it begins to drain, while its database takes writes. */
class Health {
  serving = false
  draining = false
  /** While the door is being closed answers wait: who is answered knocks again, and would be cut off in line. */
  closing: Promise<void> | null = null
  /** The migration by which the database has left this program behind. */
  overtakenBy: string | null = null
  readonly #overtaken = Promise.withResolvers<string>()
  #checkedAt = Number.NEGATIVE_INFINITY
  #takesWrites: Promise<boolean> = Promise.resolve(false)

  get overtaken(): Promise<string> {
    return this.#overtaken.promise
  }

  overtake(by: string): void {
    this.overtakenBy = by
    this.#overtaken.resolve(by)
  }

  /** Asks the database at most once a second, however often it is asked itself, and answers soon in any case. */
  async ready(readers: Pick<Readers, 'query'>): Promise<boolean> {
    if (!this.serving || this.overtakenBy !== null) return false
    if (stopwatch() - this.#checkedAt > 1_000) {
      this.#checkedAt = stopwatch()
      this.#takesWrites = within(patienceMs, readers.query<{ yes: boolean }>(acceptsWrites)).then(
        (rows) => rows?.[0]?.yes ?? false,
        () => false,
      )
    }
    return this.#takesWrites
  }
}

export const health = slot(() => new Health())
