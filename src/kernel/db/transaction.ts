import type pg from 'pg'
import { ahead, committed, firstFailure, openPipeline, writeAll } from './at-commit.ts'
import { Batch } from './batch.ts'
import { answerOf, type Answer, type Db, type Statement, type Told } from './db.ts'
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
  readonly #begin: string
  #batch: Batch | null = null
  /** Something was not even sent, so there is nothing that PostgreSQL could make the commit a rollback for. */
  #fault: { readonly reason: unknown } | null = null
  #over = false

  constructor(client: pg.PoolClient, begin: string) {
    this.#client = client
    this.#begin = begin
  }

  begin(): Promise<unknown> {
    return this.#send(command(this.#begin))
  }

  /** What was made of it. */
  async end(how: 'commit' | 'rollback'): Promise<string> {
    if (how === 'commit' && this.#fault) throw this.#fault.reason
    this.#over = true
    return (await this.#send(command(how))).command
  }

  /** What one branch of some work says after another has failed must not be done on its own. */
  async say<R>(statement: Statement): Promise<Answer<R>> {
    if (this.#over) throw new Error('the transaction is over')
    return answerOf(await this.#send(statement))
  }

  /** With whatever else is said before anything is waited for. */
  #send(statement: Statement): Promise<Told> {
    const batch = (this.#batch ??= this.#newBatch())
    try {
      return batch.add(statement)
    } catch (reason) {
      this.#fault ??= { reason }
      throw reason
    } finally {
      if (batch.size >= much) this.#leave(batch)
    }
  }

  #newBatch(): Batch {
    const batch = new Batch()
    process.nextTick(() => this.#leave(batch))
    return batch
  }

  #leave(batch: Batch): void {
    if (this.#batch !== batch) return
    this.#batch = null
    this.#client.query(batch)
  }
}

/** Bytes that are worth leaving by themselves: the database works on them while we think of the rest. */
const much = 16 * 1024

const command = (text: string): Statement => ({ name: text, text, values: [] })
