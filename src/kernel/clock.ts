import type { Pool } from 'pg'

/**
 * The only file that reads the time. Decisions 1, Two kinds of time: real time for everything about security, business
 * time for periods, holds and documents; a sandbox may move the second, so its offset is a row that all nodes share.
 */

export function realNow(): Date {
  return new Date()
}

/** Milliseconds since an arbitrary point, for measuring how long something took. */
export function stopwatch(): number {
  return performance.now()
}

/** Milliseconds for which processors have worked for this process: however busy the machine is, no more than it did. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

export class Clock {
  #offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  async reload(pool: Pick<Pool, 'query'>): Promise<void> {
    const { rows } = await pool.query<{ offset_ms: number }>('select offset_ms from clock')
    this.#offsetMs = rows[0]?.offset_ms ?? 0
  }
}
