import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { Connection } from './connection.ts'
import { sqlState } from './outage.ts'
import type { Readers } from './readers.ts'
import type { DB } from './rows.gen.ts'
import { nameOf } from './statements.ts'
import { connectionTo, Switchboard } from './switchboard.ts'
import { runTransaction, type Tx } from './transaction.ts'

/** The pool, the typed query builder over it, and transactions with retry. */

export type Db = Kysely<DB>
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
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: sayingNames(pool) }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** Kysely says a query by its text alone; one that was prepared goes by its name inside transactions, too. */
function sayingNames(pool: pg.Pool): PostgresPool {
  const connect = async () => {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) => {
      const name = nameOf(text)
      return client.query(name === undefined ? { text, values: [...values] } : { name, text, values: [...values] })
    }
    // Of Kysely's two ways to ask, the one with a cursor is not used here.
    return { query: query as unknown as PostgresPoolClient['query'], release: (end?: boolean) => client.release(end) }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

const retryable = new Set(['40001', '40P01'])

/** Serialization failures and deadlocks are the database asking to try again; work passed here must be repeatable. */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
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
