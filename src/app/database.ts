import type { Config } from '../kernel/config.ts'
import { lockFolder, type FolderLock } from '../kernel/folderlock.ts'
import { findPostgres, startPostgres, type EmbeddedPostgres } from '../kernel/postgres.ts'
import { StartRefusal } from '../kernel/refusal.ts'

/** The database the settings name: a PostgreSQL elsewhere, or the embedded one of the data folder. */
export interface Database {
  readonly url: string
  /** Whether this process answers for it, and so may migrate it. */
  readonly own: boolean
  close(): Promise<void>
}

const elsewhere = (url: string, own: boolean): Database => ({ url, own, close: async () => undefined })

/** For a server: the embedded PostgreSQL is started, locked for us, and started again should it die. */
export async function openServerDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  if (config.databaseUrl !== null) return elsewhere(config.databaseUrl, true)
  let closing = false
  let postgres = await startPostgres({ dataDir: config.dataDir })
  let lock = await lockOrStop(postgres, config.dataDir)
  const watch = async (): Promise<void> => {
    await lock.lost
    if (closing) return
    say('PostgreSQL has ended; starting it again.')
    postgres = await startPostgres({ dataDir: config.dataDir })
    lock = await lockOrStop(postgres, config.dataDir)
    void watch()
  }
  watch().catch((error: unknown) => say(`PostgreSQL cannot be started again: ${String(error)}`))
  return {
    url: postgres.url,
    own: true,
    close: async () => {
      closing = true
      await lock.release()
      await postgres.stop()
    },
  }
}

/** For a command: the running server's database, or one started for the length of the command. */
export async function openCommandDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) return elsewhere(config.databaseUrl, false)
  const running = await findPostgres(config.dataDir)
  return running ? elsewhere(running.url, false) : openServerDatabase(config, () => undefined)
}

/** Who lost the race for the folder leaves the winner's PostgreSQL alone. */
async function lockOrStop(postgres: EmbeddedPostgres, dataDir: string): Promise<FolderLock> {
  try {
    return await lockFolder(postgres.url, dataDir)
  } catch (error) {
    if (postgres.started && !(error instanceof StartRefusal)) await postgres.stop()
    throw error
  }
}
