/**
 * Whether the server can be reached, as far as requests have shown. While it cannot, it is asked now and then whether it
 * is back; who waits for it listens.
 */

/** `offline`: nothing answers. `away`: something answers that the server is starting, stopping or too busy. */
export type Standing = 'reached' | 'offline' | 'away'

/** Soon at first, twice a minute in the end. */
export const pauseBefore = (attempt: number): number => Math.min(30_000, 1_000 * 2 ** attempt)

interface Means {
  /** Whether the server takes requests. */
  readonly probe: () => Promise<boolean>
  readonly later: (work: () => void, ms: number) => unknown
}

export class Connection {
  readonly #means: Means
  readonly #listeners = new Set<() => void>()
  #standing: Standing = 'reached'
  #attempt = 0
  /** Only the last that was begun counts. */
  #round = 0

  constructor(means: Means) {
    this.#means = means
  }

  get standing(): Standing {
    return this.#standing
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly reached = (): void => {
    this.#round++
    this.#attempt = 0
    this.#become('reached')
  }

  readonly lost = (how: 'offline' | 'away'): void => {
    const already = this.#standing !== 'reached'
    this.#become(how)
    if (!already) this.#wait()
  }

  /** By hand, or because the browser says that there is a network again. */
  readonly tryNow = async (): Promise<void> => {
    const round = ++this.#round
    const back = await this.#means.probe().catch(() => false)
    if (round !== this.#round) return
    if (back) this.reached()
    else this.#wait()
  }

  #wait(): void {
    const round = ++this.#round
    this.#means.later(
      () => {
        if (round === this.#round) void this.tryNow()
      },
      pauseBefore(this.#attempt++),
    )
  }

  #become(standing: Standing): void {
    if (standing === this.#standing) return
    this.#standing = standing
    for (const listener of this.#listeners) listener()
  }
}

export const connection = new Connection({
  probe: async () => (await fetch('/readyz', { cache: 'no-store' })).ok,
  later: setTimeout.bind(globalThis),
})

/** What the browser knows by itself. */
export function watchNetwork(): void {
  addEventListener('offline', () => connection.lost('offline'))
  addEventListener('online', () => void connection.tryNow())
}
