import type pg from 'pg'
import { StartRefusal } from '../refusal.ts'

/** A pooler between us and PostgreSQL must leave each connection its session: locks, settings and prepared statements. */

/** Others who start at the same time may take and give back a session in between, and so hide that it is shared. */
const rounds = 12

/**
 * One that does not gives the session of a connection that rests to whoever speaks next. So two connections speak in turn,
 * the second inside a transaction: with sessions of their own they always meet the same process, and never each other's.
 */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  const [one, two] = await Promise.all([pool.connect(), pool.connect()])
  try {
    const first = await backendOf(one)
    for (let round = 0; round < rounds; round++) {
      const other = await backendOf(two, 'begin;').catch(explain)
      const again = other === first ? other : await backendOf(one)
      await two.query('rollback')
      if (other === first || again !== first) refuse()
    }
  } finally {
    one.release()
    two.release()
  }
}

async function backendOf(client: pg.PoolClient, first = ''): Promise<number | undefined> {
  const results: pg.QueryResult | pg.QueryResult[] = await client.query(`${first} select pg_backend_pid() as pid`)
  return [results].flat().at(-1)?.rows[0]?.pid
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
