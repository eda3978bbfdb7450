import {
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { ahead, allChecked, committed, firstFailure, openPipeline, writeNow } from './at-commit.ts'
import { batchedWritesOf } from './batched-writes.ts'
import { isUnavailable, OutcomeUnknown } from './outage.ts'
import type { DB } from './rows.gen.ts'
import { nameOf } from './statements.ts'

/**
 * A transaction on a connection in pipeline mode (ADR 45): a statement leaves when it is said, and statements are done and
 * answered in that order. Whoever awaits each answer notices nothing; whoever does not saves the way there and back.
 */

export type Tx = Transaction<DB>

export async function runTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await inPipeline(new PipelinedConnection(client), work)
  } catch (error) {
    broken = error instanceof LostConnection
    throw error instanceof LostConnection ? error.cause : error
  } finally {
    client.release(broken)
  }
}

async function inPipeline<T>(connection: PipelinedConnection, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = transactionOver(connection)
  openPipeline(tx)
  const result = await untilCommitted(tx, connection, work)
  committed(tx)
  return result
}

async function untilCommitted<T>(tx: Tx, connection: PipelinedConnection, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    await ahead(tx, connection.begin())
    const result = await work(tx)
    await writeNow(tx)
    await allChecked(tx)
    const { rows } = await connection.end('commit').catch(unanswered)
    // Where something before it failed, PostgreSQL makes it a rollback.
    if (rows[0]?.command !== 'COMMIT') throw new Error('a transaction that had failed was to be committed')
    return result
  } catch (error) {
    // Said at once, for it is done after all that is still on its way.
    const undone = connection.end('rollback').then(
      () => true,
      () => false,
    )
    const first = await firstFailure(tx)
    const reason = first && !(error instanceof OutcomeUnknown && isUnavailable(first.reason)) ? first.reason : error
    throw (await undone) ? reason : new LostConnection('the connection is lost', { cause: reason })
  }
}

/** What was lost with the connection after the commit was said may be done or not. */
function unanswered(error: unknown): never {
  throw isUnavailable(error) ? new OutcomeUnknown(error) : error
}

/** Nobody else is to get this connection. */
class LostConnection extends Error {}

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #writes: ReturnType<typeof batchedWritesOf>
  #over = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.#writes = batchedWritesOf(client)
  }

  begin(): Promise<unknown> {
    return this.#ask({ text: 'begin' })
  }

  end(how: 'commit' | 'rollback'): Promise<QueryResult<{ command: string }>> {
    this.#over = true
    return this.#ask({ text: how })
  }

  /** What one branch of some work says after another has failed must not be done on its own. */
  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#over) throw new Error('the transaction is over')
    const name = nameOf(text)
    return this.#ask(name === undefined ? { text, values: [...parameters] } : { name, text, values: [...parameters] })
  }

  streamQuery(): never {
    throw new Error('a transaction is not read as a stream')
  }

  async #ask<R>(query: pg.QueryConfig): Promise<QueryResult<R>> {
    this.#writes.untilNextTick()
    const answer = this.#client.query(query)
    this.#writes.sendMuch()
    const { command, rowCount, rows } = await answer
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as R] }
    return changes.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }
}

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction has its connection')) })
const fixed = { config: { dialect }, dialect, driver: new DummyDriver() }
const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

/** Kysely's own transactions let one statement wait for the answer to the one before. */
function transactionOver(connection: PipelinedConnection): Tx {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return new Transaction<DB>({ ...fixed, executor })
}
