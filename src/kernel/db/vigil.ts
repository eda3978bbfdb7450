import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { SilentConnection } from './outage.ts'

/**
 * Watches over connections that owe an answer (ADR 68). A connection whose words are swallowed on the way looks like one
 * whose statement takes long, so after a short silence PostgreSQL is asked, over a new connection, whether it is at work
 * for the silent one. If not, that one is dead; and those that nobody uses are not tried one by one.
 */

const lookEvery = 500
/** Looks without a sign of life after which it is asked about. */
const suspicious = 4

interface Sight {
  /** Looks in a row at which it owed an answer and nothing had come. */
  silent: number
  traffic: number
  /** Asked about again when it has been silent for so many looks. */
  askAt: number
}

/**
 * Asks PostgreSQL, on a new connection, which of these backends are at work. `judge` returns those that serve the dead:
 * they are ended, for what they hold locked would stay so.
 */
export type Inquiry = (
  backends: readonly number[],
  judge: (working: ReadonlySet<number>) => ReadonlyMap<number, string>,
) => Promise<void>

export class Vigil {
  readonly #inquire: Inquiry
  readonly #sights = new Map<Connection, Sight>()
  /** Backends of ended connections, each with since when it serves, until PostgreSQL has been told. */
  readonly #orphans = new Map<number, string>()
  /** All that have served us, likewise, in a process that asks about them before it leaves. */
  #served: Map<number, string> | null = null
  #timer: NodeJS.Timeout | undefined
  #asking = false

  constructor(inquire: Inquiry) {
    this.#inquire = inquire
  }

  add(connection: Connection): void {
    this.#sights.set(connection, { silent: -1, traffic: 0, askAt: suspicious })
    this.#watch()
  }

  /** PostgreSQL has said who serves it. */
  settled({ backend, since }: Connection): void {
    this.#served?.set(backend, since)
  }

  remove(connection: Connection): void {
    this.#sights.delete(connection)
    this.#rest()
  }

  /** From the beginning, where `untilLeft` is said in the end. */
  rememberAll(): void {
    this.#served = new Map()
  }

  /**
   * For a process that leaves: where a goodbye was swallowed, PostgreSQL would keep what it holds for us, such as session
   * locks, and nobody would know of it any more. So it is asked to end what it still serves, as soon as it can be.
   */
  async untilLeft(): Promise<void> {
    for (const [backend, since] of this.#served ?? []) this.#orphans.set(backend, since)
    this.#watch()
    this.#look()
    while (this.#orphans.size > 0) await pause(lookEvery / 10)
  }

  #watch(): void {
    this.#timer ??= setInterval(() => this.#look(), lookEvery).unref()
  }

  #rest(): void {
    if (this.#sights.size > 0 || this.#orphans.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Ends it, and what nobody holds with it; who holds another learns whether that lives by a question of its own. */
  lose(connection: Connection, reason: Error): void {
    const others = [...this.#sights.keys()].filter((other) => other !== connection && !other.owes)
    const ended = [connection, ...others.filter(({ spare }) => spare)]
    for (const each of ended) {
      if (reason instanceof SilentConnection && each.backend !== 0) this.#orphans.set(each.backend, each.since)
      this.remove(each)
      each.cut(reason)
    }
    for (const other of others) if (!other.spare) other.query('select 1').catch(() => undefined)
  }

  /** Counted in looks, not in time: when our own process stood still, nobody else was silent. */
  #look(): void {
    const suspects: Connection[] = []
    for (const [connection, sight] of this.#sights) {
      const { traffic } = connection
      const mute = connection.owes && traffic === sight.traffic
      sight.traffic = traffic
      sight.silent = mute ? sight.silent + 1 : -1
      if (!mute) sight.askAt = suspicious
      if (sight.silent * lookEvery > connection.longestSilence) this.lose(connection, new SilentConnection())
      else if (sight.silent >= sight.askAt) suspects.push(connection)
    }
    if ((suspects.length > 0 || this.#orphans.size > 0) && !this.#asking) void this.#askAbout(suspects)
  }

  async #askAbout(suspects: readonly Connection[]): Promise<void> {
    this.#asking = true
    const before = suspects.map(({ traffic }) => traffic)
    const backends = suspects.map(({ backend }) => backend)
    let told: ReadonlyMap<number, string> = new Map()
    const judge = (working: ReadonlySet<number>) => {
      const silent = suspects.filter((suspect, i) => suspect.owes && suspect.traffic === before[i])
      const found = silent.some(({ backend }) => !working.has(backend))
      // PostgreSQL may be at work for the dead, too: who waits for a lock that another of them holds would get it next.
      const dead = silent.filter(({ backend, patience }) => !working.has(backend) || (found && patience < Infinity))
      for (const suspect of silent) this.#wait(suspect)
      for (const suspect of dead) this.lose(suspect, new SilentConnection())
      return (told = new Map(this.#orphans))
    }
    // Where nobody answers each waits as long as its statement may take, and what it leaves is told of later.
    try {
      await this.#inquire(backends, judge)
      for (const backend of told.keys()) this.#orphans.delete(backend)
      this.#rest()
    } catch {
      // Asked again at one of the next looks.
    }
    this.#asking = false
  }

  #wait(connection: Connection): void {
    const sight = this.#sights.get(connection)
    if (sight) sight.askAt = 2 * sight.silent
  }
}
