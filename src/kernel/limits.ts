/**
 * A rate limit in constant memory per key: the generic cell rate algorithm keeps one number, the time at which the
 * bucket will be empty again. In memory and per node: a shared one would cost a write per request.
 */
export class RateLimit {
  readonly perMinute: number
  readonly #interval: number
  readonly #window = 60_000
  readonly #emptyAt = new Map<string, number>()

  constructor(perMinute: number) {
    this.perMinute = perMinute
    this.#interval = perMinute > 0 ? this.#window / perMinute : 0
  }

  /** Takes one; says how many are left and, when none was, in how many seconds to come back. */
  take(key: string, now: number): { readonly allowed: boolean; readonly remaining: number; readonly reset: number } {
    if (this.perMinute === 0) return { allowed: true, remaining: Number.POSITIVE_INFINITY, reset: 0 }
    if (this.#emptyAt.size > 50_000) this.#forget(now)
    const emptyAt = Math.max(this.#emptyAt.get(key) ?? now, now)
    const allowed = emptyAt - now + this.#interval <= this.#window
    const after = allowed ? emptyAt + this.#interval : emptyAt
    if (allowed) this.#emptyAt.set(key, after)
    return {
      allowed,
      remaining: Math.floor((this.#window - (after - now)) / this.#interval),
      reset: Math.ceil((allowed ? after - now : emptyAt - now + this.#interval - this.#window) / 1_000),
    }
  }

  #forget(now: number): void {
    for (const [key, emptyAt] of this.#emptyAt) if (emptyAt <= now) this.#emptyAt.delete(key)
  }
}
