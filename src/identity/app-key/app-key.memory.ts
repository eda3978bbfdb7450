import { realNow, stopwatch } from '../../kernel/clock.ts'
import type { House } from '../../kernel/house.ts'
import { slot } from '../../kernel/slot.ts'
import { plainAddress } from './allow-list.rules.ts'
import { markUsed, type Credentials, type Use } from './app-key.store.ts'

/** App keys seen lately, forgotten whenever any node changes one, and when and from where each was last used. */

const mostKept = 10_000
const flushEvery = 60_000

class AppKeys {
  readonly #house: House
  readonly #known = new Map<string, Credentials>()
  #used = new Map<string, Use>()
  #flushedAt = stopwatch()

  constructor(house: House) {
    this.#house = house
    house.pulse.on('revocations', async () => this.#known.clear())
  }

  get(clientId: string): Credentials | undefined {
    return this.#known.get(clientId)
  }

  keep(credentials: Credentials): void {
    if (this.#known.size >= mostKept) this.#known.clear()
    this.#known.set(credentials.client_id, credentials)
  }

  /** By a token, or to get one. Written in batches, of each key at most once a minute: a write would cost more than the request. */
  touch(clientId: string, from: { readonly ip: string }): void {
    if (!this.#used.has(clientId)) this.#used.set(clientId, { at: realNow(), from: plainAddress(from.ip) })
    if (stopwatch() - this.#flushedAt < flushEvery) return
    this.flush().catch((error: unknown) => this.#house.log.warn({ err: error }, 'last use of app keys not written'))
  }

  async flush(): Promise<void> {
    this.#flushedAt = stopwatch()
    if (this.#used.size === 0) return
    const used = this.#used
    this.#used = new Map()
    await markUsed(this.#house.db, used)
  }
}

export const appKeys = slot((house) => new AppKeys(house))
