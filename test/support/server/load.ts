import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { call, type CallOptions } from '../http-call.ts'

/** Requests without end, half of them on connections kept open and half on new ones, and what became of each. */
export class Load {
  readonly statuses = new Map<number, number>()
  /** Requests that were sent and not answered; a connection refused was never one. */
  readonly failures: string[] = []
  /** New connections that the system had taken but not yet handed to the server when it closed its door. */
  turnedAway = 0
  readonly #workers: Promise<void>[]
  readonly #end = new AbortController()

  constructor(url: string, options: CallOptions, workers = 16) {
    this.#workers = Array.from({ length: workers }, (_, i) => this.#work(url, options, i % 2 === 0))
  }

  get answered(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Until every worker has met a closed door, or until told to stop. */
  async over(): Promise<void> {
    await Promise.all(this.#workers)
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.over()
  }

  async #work(url: string, options: CallOptions, keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    try {
      while (!this.#end.signal.aborted) {
        const { status } = await call('GET', url, { ...options, agent })
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        await pause(1)
      }
    } catch (error) {
      const { code, message, onNewConnection } = error as NodeJS.ErrnoException & { onNewConnection?: boolean }
      if (code === 'ECONNREFUSED') return
      if (code === 'ECONNRESET' && onNewConnection) this.turnedAway++
      else this.failures.push(`${code ?? ''} ${message} (${keepAlive ? 'kept' : 'new'})`)
    } finally {
      agent.destroy()
    }
  }
}
