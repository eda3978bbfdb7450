import { stopwatch } from './clock.ts'
import { slot } from './slot.ts'

/** Whether this node takes requests: from the end of its start until it begins to drain, while its database answers. */
class Health {
  serving = false
  draining = false
  /** While the door is being closed answers wait: who is answered knocks again, and would be cut off in line. */
  closing: Promise<void> | null = null
  #checkedAt = Number.NEGATIVE_INFINITY
  #databaseAnswers = false

  /** Asks the database at most once a second, however often it is asked itself. */
  async ready(ask: () => Promise<unknown>): Promise<boolean> {
    if (!this.serving) return false
    if (stopwatch() - this.#checkedAt > 1_000) {
      this.#checkedAt = stopwatch()
      this.#databaseAnswers = await ask().then(
        () => true,
        () => false,
      )
    }
    return this.#databaseAnswers
  }
}

export const health = slot(() => new Health())
