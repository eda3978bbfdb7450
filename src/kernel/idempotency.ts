import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { hot } from './db.ts'
import { kernelProblem } from './problems.ts'

/**
 * Safe repetition (decisions 1): the answer is stored in the transaction of the effect, so both exist or neither does.
 * A transaction-scoped lock on the key shows what is still running, on any node, and dies with a killed process.
 * Refusals leave nothing behind and are decided anew.
 */

export interface Repeatable {
  readonly key: string
  readonly caller: string
  readonly digest: Buffer
}

export interface StoredAnswer {
  readonly status: number
  readonly body: unknown
}

export function repeatable(key: string, caller: string, method: string, url: string, body: unknown): Repeatable {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw kernelProblem('idempotency_key_invalid')
  const digest = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()
  return { key, caller, digest }
}

const stored = hot<{ request_digest: Buffer; status: number; answer: Buffer }>('idempotency_stored', (db) =>
  sql<{ request_digest: Buffer; status: number; answer: Buffer }>`
    select request_digest, status, answer from idempotency_key where caller = ${''} and key = ${''}`.compile(db),
)

/** Inside the transaction, before anything else: the stored answer, or null when this is the first time. */
export async function recall(ctx: Context, { key, caller, digest }: Repeatable): Promise<StoredAnswer | null> {
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${caller}\n${key}`}, 7238415003)) as locked`.execute(ctx.db)
  if (!lock.rows[0]?.locked) throw kernelProblem('idempotency_in_progress', { headers: { 'retry-after': '1' } })
  const [known] = await stored(ctx, caller, key)
  if (!known) return null
  if (!known.request_digest.equals(digest)) throw kernelProblem('idempotency_mismatch')
  return { status: known.status, body: JSON.parse(ctx.house.box.open(known.answer)) as unknown }
}

/** Answers may hold a secret shown once, so they are sealed. */
export async function remember(ctx: Context, { key, caller, digest }: Repeatable, answer: StoredAnswer): Promise<void> {
  await ctx.db
    .insertInto('idempotency_key')
    .values({
      caller,
      key,
      request_digest: digest,
      status: answer.status,
      answer: ctx.house.box.seal(JSON.stringify(answer.body ?? null)),
      created_at: ctx.realNow,
    })
    .execute()
}

export async function forgetOldAnswers(ctx: Context): Promise<void> {
  await sql`delete from idempotency_key where created_at < ${ctx.realNow}::timestamptz - interval '24 hours'`.execute(
    ctx.db,
  )
}
