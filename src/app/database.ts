import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../kernel/config.ts'
import { lockFolder, type FolderLock } from '../kernel/postgres/folder-lock.ts'
import { findPostgres, startPostgres, type EmbeddedPostgres } from '../kernel/postgres/index.ts'
import { StartRefusal } from '../kernel/refusal.ts'
import { connectionsNeeded } from './processes/share.ts'

/** The database the settings name: a PostgreSQL elsewhere, or the embedded one of the data folder. */
interface Database {
  readonly url: string
  /** Whether this process answers for it, and so may migrate it. */
  readonly own: boolean
  close(): Promise<void>
}

const elsewhere = (url: string, own: boolean): Database => ({ url, own, close: async () => undefined })

/** For a server: the embedded PostgreSQL is started, locked for us, and started again should it die. */
export async function openServerDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  if (config.databaseUrl !== null) return elsewhere(config.databaseUrl, true)
  let held = await hold(config)
  const closing = new AbortController()
  const revive = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      say('PostgreSQL has ended; starting it again.')
      try {
        held = await hold(config)
        return
      } catch (error) {
        say(`PostgreSQL cannot be started again: ${(error as Error).message}`)
        await pause(1_000)
      }
    }
  }
  const keep = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await held.lock.lost
      await revive()
    }
  }
  const kept = keep()
  return {
    url: held.postgres.url,
    own: true,
    close: async () => {
      closing.abort()
      // Stopped while it is still locked: who waits for the lock must not get one on a PostgreSQL that is leaving.
      await held.postgres.stop()
      // A revival that was under way may have brought another one.
      await kept
      await held.postgres.stop()
      await held.lock.release()
    },
  }
}

/** For a command: the running server's database, or one started for the length of the command. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) return elsewhere(config.databaseUrl, false)
  const running = await findPostgres(config.dataDir)
  return running ? elsewhere(running.url, false) : openServerDatabase(config, () => undefined)
}

interface Held {
  readonly postgres: EmbeddedPostgres
  readonly lock: FolderLock
}

/** Who lost the race for the folder leaves the winner's PostgreSQL alone. */
async function hold(config: Config): Promise<Held> {
  const { dataDir } = config
  const settings = { max_connections: String(connectionsNeeded(config)) }
  for (let attempt = 1; ; attempt++) {
    const postgres = await startPostgres({ dataDir, settings })
    try {
      return { postgres, lock: await lockFolder(postgres.url, dataDir) }
    } catch (error) {
      if (error instanceof StartRefusal) throw error
      if (postgres.started) await postgres.stop()
      // One that another process started may be stopped under our hands; then it is ours to start.
      if (postgres.started || attempt === 3) throw error
    }
  }
}

/** Said of a database that does not let us work, whatever the reason. */
export function databaseRefusal(error: unknown): StartRefusal {
  if (error instanceof StartRefusal) return error
  const { code, message, errors = [] } = error as NodeJS.ErrnoException & { errors?: readonly Error[] }
  // A name with several addresses fails once for each of them.
  const reason = message || errors.map((each) => each.message).join(', ')
  return new StartRefusal(`The database cannot be used${code ? ` (${code})` : ''}: ${reason}.`)
}
