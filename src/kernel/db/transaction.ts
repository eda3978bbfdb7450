import type pg from 'pg'
import { ahead, committed, firstFailure, openPipeline, writeAll } from './at-commit.ts'
import { batchedWritesOf } from './batched-writes.ts'
import { answerOf, type Answer, type Db, type Statement } from './db.ts'
import { isUnavailable, OutcomeUnknown } from './outage.ts'

/**
 * A transaction on a connection in pipeline mode (ADR 45): a statement leaves when it is said, and statements are done and
 * answered in that order. Whoever awaits each answer notices nothing; whoever does not saves the way there and back.
 */

export async function runTransaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>, begin = 'begin'): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await inPipeline(new PipelinedTransaction(client, begin), work)
  } catch (error) {
    broken = error instanceof LostConnection
    throw error instanceof LostConnection ? error.cause : error
  } finally {
    client.release(broken)
  }
}

async function inPipeline<T>(tx: PipelinedTransaction, work: (tx: Db) => Promise<T>): Promise<T> {
  openPipeline(tx)
  const result = await untilCommitted(tx, work)
  committed(tx)
  return result
}

async function untilCommitted<T>(tx: PipelinedTransaction, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    await ahead(tx, tx.begin())
    const result = await work(tx)
    await writeAll(tx)
    const command = await tx.end('commit').catch(unanswered)
    // Where something before it failed, PostgreSQL makes it a rollback.
    if (command !== 'COMMIT') throw new Error('a transaction that had failed was to be committed')
    return result
  } catch (error) {
    // Said at once, for it is done after all that is still on its way.
    const undone = tx.end('rollback').then(
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

class PipelinedTransaction implements Db {
  readonly isTransaction = true
  readonly #client: pg.PoolClient
  readonly #writes: ReturnType<typeof batchedWritesOf>
  readonly #begin: string
  #over = false

  constructor(client: pg.PoolClient, begin: string) {
    this.#client = client
    this.#begin = begin
    this.#writes = batchedWritesOf(client)
  }

  begin(): Promise<unknown> {
    return this.#send({ text: this.#begin })
  }

  /** What was made of it. */
  async end(how: 'commit' | 'rollback'): Promise<string> {
    this.#over = true
    return (await this.#send({ text: how })).command
  }

  /** What one branch of some work says after another has failed must not be done on its own. */
  async say<R>(statement: Statement): Promise<Answer<R>> {
    if (this.#over) throw new Error('the transaction is over')
    return answerOf(await this.#send(statement))
  }

  #send(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#writes.untilNextTick()
    const answer = this.#client.query(statement)
    this.#writes.sendMuch()
    return answer
  }
}
