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
import { ahead, allJudged, committed, firstFailure, letRun, writeNow } from './at-commit.ts'
import { gatheringOf } from './batched-writes.ts'
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
    return await course(new Line(client), work)
  } catch (error) {
    broken = error instanceof LostLine
    throw error instanceof LostLine ? error.cause : error
  } finally {
    client.release(broken)
  }
}

async function course<T>(line: Line, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = transactionOver(line)
  letRun(tx)
  const result = await courseOf(tx, line, work)
  committed(tx)
  return result
}

async function courseOf<T>(tx: Tx, line: Line, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    await ahead(tx, line.begin())
    const result = await work(tx)
    await writeNow(tx)
    await allJudged(tx)
    const { rows } = await line.end('commit').catch(unanswered)
    // Where something before it failed, PostgreSQL makes it a rollback.
    if (rows[0]?.command !== 'COMMIT') throw new Error('a transaction that had failed was to be committed')
    return result
  } catch (error) {
    // Said at once, for it is done after all that is still on its way.
    const undone = line.end('rollback').then(
      () => true,
      () => false,
    )
    const first = await firstFailure(tx)
    const reason = first && !(error instanceof OutcomeUnknown && isUnavailable(first.reason)) ? first.reason : error
    throw (await undone) ? reason : new LostLine('the connection is lost', { cause: reason })
  }
}

/** What was lost with the connection after the commit was said may be done or not. */
function unanswered(error: unknown): never {
  throw isUnavailable(error) ? new OutcomeUnknown(error) : error
}

/** Nobody else is to get this connection. */
class LostLine extends Error {}

class Line implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #gathering: ReturnType<typeof gatheringOf>
  #over = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.#gathering = gatheringOf(client)
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
    this.#gathering.untilTick()
    const answer = this.#client.query(query)
    this.#gathering.sendMuch()
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
function transactionOver(line: Line): Tx {
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(line) })
  return new Transaction<DB>({ ...fixed, executor })
}
