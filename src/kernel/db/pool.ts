import pg from 'pg'
import type { Config } from '../config.ts'
import { overPool } from './batch.ts'
import { Connection } from './connection.ts'
import { answerOf, type Db, type Statement } from './db.ts'
import { sqlState } from './outage.ts'
import type { Readers } from './readers.ts'
import { connectionTo, Switchboard } from './switchboard.ts'
import { runTransaction } from './transaction.ts'

/** The pool, and transactions with retry. */

export { sqlState }

/** Where a query is asked: a context is one. */
export interface Source {
  readonly db: Db
  readonly house: { readonly pool: pg.Pool; readonly readers: Readers }
}

export function openPool(
  url: string,
  config: Pick<Config, 'poolSize' | 'statementTimeout'>,
  board: Switchboard = new Switchboard(url, config),
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(board),
    connectionString: url,
    // The pool makes them with its own options.
    Client: Connection as unknown as new () => pg.Client,
    max: config.poolSize,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  pool.on('acquire', (client) => note(client, { spare: false }))
  pool.on('release', (_error, client) => note(client, { spare: true }))
  return pool
}

/** A connection that breaks is replaced by the pool; the request that needs it hears of it, nobody else. */
const ignore = (): void => undefined

const note = (client: pg.PoolClient, state: Pick<Connection, 'spare'>): void => void Object.assign(client, state)

export function openDb(pool: pg.Pool): Db {
  const say = async <R>(statement: Statement) => answerOf<R>(await overPool(pool, statement))
  const db = { isTransaction: false, say }
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

const retryable = new Set(['40001', '40P01'])

/** Serialization failures and deadlocks are the database asking to try again; work passed here must be repeatable. */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const pool = pools.get(db)
  if (!pool) throw new Error('a transaction begins on a pool')
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction(pool, work)
    } catch (error) {
      if (attempt >= 3 || !retryable.has(sqlState(error))) throw error
    }
  }
}

/** The name of the violated constraint, for the store that knows what it means; or ''. */
export function brokenConstraint(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.constraint ?? '') : ''
}
