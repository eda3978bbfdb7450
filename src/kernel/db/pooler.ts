import type pg from 'pg'
import { StartRefusal } from '../refusal.ts'

/** A pooler between us and PostgreSQL must leave each connection its session: locks, settings and prepared statements. */

const rounds = 4

/**
 * One that does not gives the session of a connection that rests to whoever speaks next. So two connections speak in turn,
 * the second inside a transaction: with sessions of their own they always meet the same process, and never each other's.
 */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  const [one, two] = await Promise.all([pool.connect(), pool.connect()])
  try {
    const first = await backendOf(one)
    for (let round = 0; round < rounds; round++) {
      await two.query('begin').catch(explain)
      const other = await backendOf(two)
      const again = other === first ? other : await backendOf(one)
      await two.query('rollback')
      if (other === first || again !== first) refuse()
    }
  } finally {
    one.release()
    two.release()
  }
}

async function backendOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** A pooler of single statements allows no transaction at all, and says so in these words. */
function explain(error: Error): never {
  if (error.message.includes('statement pooling')) refuse()
  throw error
}

function refuse(): never {
  throw new StartRefusal(
    'DATABASE_URL leads through a pooler that shares sessions between transactions: set its pool_mode to session, or name PostgreSQL itself.',
  )
}
