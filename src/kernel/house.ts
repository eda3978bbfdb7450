import type pg from 'pg'
import type { SecretBox } from './secrets/box.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Log } from './log.ts'
import type { Pulse } from './pulse.ts'
import type { Readers } from './db/readers.ts'
import type { Switchboard } from './db/switchboard.ts'

/** What one running server is made of; requests, jobs and commands share it. */
export interface House {
  readonly config: Config
  /** Where the database is reached, and all connections to it. */
  readonly board: Switchboard
  readonly pool: pg.Pool
  readonly db: Db
  /** For single rows by their key, outside transactions. */
  readonly readers: Readers
  readonly clock: Clock
  readonly pulse: Pulse
  readonly box: SecretBox
  readonly log: Log
}
