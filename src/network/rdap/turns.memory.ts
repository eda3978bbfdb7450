import { setTimeout as sleep } from 'node:timers/promises'
import { realNow } from '../../kernel/clock.ts'
import { slot } from '../../kernel/slot.ts'
import { millisToWait, RdapFault } from './fault.rules.ts'

/** Whoever asks waits so long; for longer, somebody else may ask again later. */
const patience = 3_000

/** When this node asked which server, so that none is asked more often than is polite. */
class Turns {
  readonly #asked = new Map<string, number[]>()
  readonly #perMinute: number

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  async take(host: string): Promise<void> {
    const now = realNow().getTime()
    const asked = (this.#asked.get(host) ?? []).filter((at) => at > now - 60_000)
    const wait = millisToWait(asked, this.#perMinute, now)
    if (wait > patience) throw new RdapFault('busy', host, { host, seconds: Math.ceil(wait / 1_000) })
    // Taken before it is waited for: whoever comes next waits behind.
    this.#asked.set(host, [...asked, now + wait])
    if (wait > 0) await sleep(wait)
  }
}

export const rdapTurns = slot(({ config }) => new Turns(config.rdapPerMinute))
