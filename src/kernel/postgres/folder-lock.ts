import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartRefusal } from '../refusal.ts'

/**
 * One Sublet per data folder: a lock that the folder's own PostgreSQL keeps for as long as this connection lives, so a
 * killed process can never leave it behind.
 */
export interface FolderLock {
  /** Resolves when the connection, and with it the lock, is lost. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

const lockKey = 7_238_415_005

export async function lockFolder(url: string, dataDir: string): Promise<FolderLock> {
  const client = new pg.Client({ connectionString: url, application_name: 'sublet folder lock' })
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  await client.connect()
  for (let attempt = 0; !(await tryLock(client)); attempt++) {
    if (attempt < 15) await pause(200)
    else {
      await client.end()
      throw new StartRefusal(
        `The data folder ${dataDir} is in use by another Sublet: stop that one, or set another SUBLET_DATA_DIR.`,
      )
    }
  }
  return { lost, release: () => client.end() }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
  return rows[0]?.locked ?? false
}
