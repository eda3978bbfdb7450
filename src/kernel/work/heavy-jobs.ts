import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { environmentOfOthers, type Config } from '../config.ts'
import { forkBelow } from './priority.ts'

/**
 * A process of the lowest rank that does a server's heavy jobs: what keeps a processor busy must not share a thread, nor
 * a garbage collector, with those who wait for an answer. It is begun when there is something to do and ends when there
 * has been nothing for a while. Whoever marked a job as taken is still the server: should either of the two die, the job
 * is tried again as any other.
 */

export interface Errand {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly attempts: number
}

/** All that the process needs to know of the house it works for; no secret but how to reach the database. */
export interface Premises {
  readonly config: Config
  readonly databaseUrl: string
}

export type Order = Errand & Premises

/** How an errand ended. */
export interface Report {
  readonly id: string
  /** Null: well. */
  readonly failure: string | null
}

const lingerMs = 10_000

export class Workshop {
  readonly #program: URL
  readonly #premises: Premises
  readonly #under = new Map<string, PromiseWithResolvers<void>>()
  #child: ChildProcess | null = null
  #leaving: NodeJS.Timeout | undefined

  constructor(program: URL, premises: Premises) {
    this.#program = program
    this.#premises = premises
  }

  async run(errand: Errand): Promise<void> {
    clearTimeout(this.#leaving)
    const child = (this.#child ??= this.#open())
    const done = Promise.withResolvers<void>()
    this.#under.set(errand.id, done)
    child.send({ ...errand, ...this.#premises } satisfies Order, (error) => error && done.reject(error))
    try {
      await done.promise
    } finally {
      this.#under.delete(errand.id)
      if (this.#under.size === 0) this.#leaving = setTimeout(() => void this.close(), lingerMs).unref()
    }
  }

  /** What is under way is given up. */
  async close(): Promise<void> {
    clearTimeout(this.#leaving)
    const child = this.#child
    this.#child = null
    if (child?.connected !== true) return
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }

  #open(): ChildProcess {
    const child = forkBelow(this.#program, {
      env: environmentOfOthers(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', ({ id, failure }: Report) => {
      if (failure === null) this.#under.get(id)?.resolve()
      else this.#under.get(id)?.reject(new Error(failure))
    })
    const lost = (error: Error): void => {
      // One that was sent away has nothing under way any more; what is belongs to the next.
      if (this.#child !== child) return
      this.#child = null
      for (const { reject } of this.#under.values()) reject(error)
    }
    child.on('error', lost)
    child.on('exit', (code, signal) => lost(new Error(`the workshop ended by itself (${signal ?? code})`)))
    return child
  }
}
