import { stopwatch } from '../clock.ts'
import { kernelProblem } from '../problems.ts'

/**
 * A rate limit in constant memory per key: the generic cell rate algorithm keeps what the key still owes and when that
 * was reckoned. In memory and per node: a shared one would cost a write per request. By a clock that only runs forward: a
 * step back of the machine's would leave a key limited for as long as the step was.
 */
export class RateLimit {
  readonly perMinute: number
  readonly #window = 60_000
  /** A request costs a minute of milliseconds and each millisecond pays `perMinute`: whole numbers, nothing is rounded. */
  readonly #most: number
  readonly #debts = new Map<string, { readonly owed: number; readonly at: number }>()

  readonly #clock: () => number

  constructor(perMinute: number, clock = stopwatch) {
    this.perMinute = perMinute
    this.#clock = clock
    this.#most = this.#window * perMinute
  }

  /** Takes one; says how many are left and, when none was, in how many seconds to come back. */
  take(key: string): { readonly allowed: boolean; readonly remaining: number; readonly reset: number } {
    if (this.perMinute === 0) return { allowed: true, remaining: Number.POSITIVE_INFINITY, reset: 0 }
    const at = Math.floor(this.#clock())
    if (this.#debts.size > 50_000) this.#forget(at)
    const known = this.#debts.get(key)
    const owed = known ? Math.max(0, known.owed - (at - known.at) * this.perMinute) : 0
    const wanted = owed + this.#window
    const allowed = wanted <= this.#most
    if (allowed) this.#debts.set(key, { owed: wanted, at })
    return {
      allowed,
      remaining: Math.floor((this.#most - (allowed ? wanted : owed)) / this.#window),
      reset: Math.ceil((allowed ? wanted : wanted - this.#most) / (this.perMinute * 1_000)),
    }
  }

  #forget(now: number): void {
    for (const [key, { owed, at }] of this.#debts) if (owed <= (now - at) * this.perMinute) this.#debts.delete(key)
  }
}

/** Takes one, and says so in headers; throws where none is left. */
export function takeOne(limit: RateLimit, key: string): Record<string, string> {
  if (limit.perMinute === 0) return {}
  const { allowed, remaining, reset } = limit.take(key)
  const headers = {
    'ratelimit-limit': String(limit.perMinute),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  }
  if (allowed) return headers
  throw kernelProblem('rate_limited', { headers: { ...headers, 'retry-after': String(Math.max(1, reset)) } })
}
