import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import { query } from '../db/query.ts'
import { textArray } from '../db/arrays.ts'
import type { House } from '../house.ts'
import { endsWithin } from '../patience.ts'
import { confined, filesToReach } from './confine.ts'
import { cutOff } from './cut-off.ts'
import { laneOf, wakers, type AnyJob, type Run } from './jobs.ts'
import { lanes, lanesOf } from './lanes.ts'
import { forkBelow } from './priority.ts'

/**
 * A process of the lowest priority for heavy jobs: what keeps a processor busy must not share a thread, nor a garbage
 * collector, with those who wait for an answer, and what reads strangers' files must not come near the secret key. It
 * runs jobs as a server does; all that the two have to tell each other is in the database. A server begins it when such
 * a job is due, and it ends by itself when none has been for a while, or when who has begun it is gone.
 */

/** What is begun, and the settings that it gets: none of them secret. */
export interface HeavyProgram {
  readonly url: URL
  readonly config: Config
}

/** All that it is told, once; no secret but how to reach the database. */
export interface Assignment {
  readonly config: Config
  readonly databaseUrl: string
  /** Only this, for a command that waits for it, in whose name it is done; null: what is due in the heavy lanes. */
  readonly only: (Pick<Run, 'name' | 'payload'> & { readonly actor: string }) | null
}

/** The number a file has there that a command hands over: the first after those that every process of ours has. */
export const handedOver = 4

/** Room for names and texts; columns of numbers are outside it. One that needs more ends alone, the server goes on. */
const room = ['--max-old-space-size=2048', '--max-semi-space-size=8']
/** What is large goes back to the system when it is freed, as in the server (bin/sublet.js). */
const givingBack = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '262144' }

export function beginHeavy(
  { url, config }: HeavyProgram,
  house: House,
  only: Assignment['only'] = null,
  file?: number,
): ChildProcess {
  const databaseUrl = house.pool.options.connectionString ?? ''
  const { snapshotStorage, snapshotDir } = config
  const { execArgv = [], env } = confined({
    read: filesToReach(databaseUrl),
    write: snapshotStorage === 'files' ? [snapshotDir] : [],
  })
  const child = forkBelow(url, {
    execArgv: [...room, ...execArgv],
    env: { ...env, ...givingBack },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(file === undefined ? [] : [file])],
  })
  // Where it cannot be told, it has ended already, and whoever has begun it hears of that.
  child.send({ config, databaseUrl, only } satisfies Assignment, () => undefined)
  return child
}

/** In ms: how often a server looks for jobs that others have added, and how long its process may take to finish. */
const lookEvery = 5_000
const longestStop = 8_500

export class HeavyJobs {
  readonly #house: House
  readonly #program: HeavyProgram
  readonly #names: readonly string[]
  readonly #timer: NodeJS.Timeout
  #child: ChildProcess | null = null
  #stopping = false

  constructor(house: House, program: HeavyProgram, jobs: readonly AnyJob[]) {
    this.#house = house
    this.#program = program
    this.#names = jobs.filter((job) => lanes[laneOf(job)].heavy).map(({ name }) => name)
    this.#timer = setInterval(() => void this.#look(), lookEvery).unref()
    for (const lane of lanesOf('heavy')) wakers({ house }).set(lane, () => this.#begin())
    void this.#look()
  }

  /** Lets it finish what is under way, as long as it may. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    const child = this.#child
    if (child === null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // Before it takes up anything it does not listen to signals, so one has ended it, and nothing is lost.
    const isOver = await endsWithin(longestStop, ended)
    if (isOver && (child.exitCode === 0 || child.signalCode === 'SIGTERM')) return
    child.kill('SIGKILL')
    cutOff({ house: this.#house }).list.push({ what: 'job', id: '', name: 'heavy jobs' })
  }

  /** Without PostgreSQL nothing is due. */
  async #look(): Promise<void> {
    if (this.#child === null && (await this.#isDue().catch(() => false))) this.#begin()
  }

  async #isDue(): Promise<boolean> {
    const rows = await query<{ due: boolean }>`select exists (select from graphile_worker.jobs
      where task_identifier = any(${textArray(this.#names)}) and locked_at is null and run_at <= now() and attempts < max_attempts)
      as due`.rows({ db: this.#house.db, house: this.#house })
    return rows[0]?.due ?? false
  }

  #begin(): void {
    if (this.#child !== null || this.#stopping) return
    const child = (this.#child = beginHeavy(this.#program, this.#house))
    const { log } = this.#house
    const gone = (facts: object | null): void => {
      if (this.#child !== child) return
      this.#child = null
      if (this.#stopping) return
      // Something may have been added while it was leaving. One that failed is not begun again at once.
      if (facts === null) void this.#look()
      else log.warn(facts, 'the process for heavy jobs has ended by itself; its jobs begin anew')
    }
    child.on('error', (error) => gone({ err: error }))
    child.on('exit', (code, signal) => gone(code === 0 ? null : { code, signal }))
  }
}
