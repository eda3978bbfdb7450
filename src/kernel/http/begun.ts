import { uuidArray } from '../db/arrays.ts'
import type { Context } from '../context.ts'
import type { Endpoint } from '../endpoint.ts'
import { sealedAnswer, type Repeatable } from './idempotency.ts'
import { kernelProblem } from '../problems.ts'
import { slot } from '../slot.ts'
import { query } from '../db/query.ts'

/**
 * Requests whose effect takes several transactions. Key and request are noted with the first, by what the answer awaits.
 * Whoever finishes that keeps the answer in the same transaction, and it need not be the process
 * that was asked.
 */

const answerers = slot(() => new Map<string, Endpoint>())

/** How begun requests are answered in this house: in the words of these endpoints. */
export function knowAnswers(owner: Parameters<typeof answerers>[0], endpoints: readonly Endpoint[]): void {
  for (const endpoint of endpoints) if (endpoint.answerOf) answerers(owner).set(endpoint.id, endpoint)
}

/** The first transaction; again for one whose first try came to nothing. */
export async function begin(
  tx: Context,
  { caller, key, digest }: Repeatable,
  operation: string,
  awaits: string,
): Promise<void> {
  const rows = await query`
    insert into idempotency_key (caller, key, request_digest, operation, awaits, created_at)
    values (${caller}, ${key}, ${digest}, ${operation}, ${awaits}, ${tx.realNow})
    on conflict (caller, key) do update set awaits = excluded.awaits, created_at = excluded.created_at
      where idempotency_key.awaits is not null and idempotency_key.request_digest = excluded.request_digest
    returning key`.rows(tx)
  // Somebody else has used the key since we looked: who asks again is told how it stands.
  if (rows.length === 0) throw kernelProblem('idempotency_in_progress', { headers: { 'retry-after': '1' } })
}

interface Begun {
  readonly caller: string
  readonly key: string
  readonly operation: string
  readonly awaits: string
}

/** Requests that await these. Nobody may be finishing the same meanwhile: said right after what sees to that. */
export async function begunFor(tx: Context, awaited: readonly string[]): Promise<Begun[]> {
  if (awaited.length === 0) return []
  return query<Begun>`select caller, key, operation, awaits from idempotency_key where awaits = any(${uuidArray(awaited)})`.beside(
    tx,
  )
}

/**
 * What these requests awaited has come about: each is answered for the effect. Without one it came to a refusal, which is
 * not kept: the next try begins anew.
 */
export async function answerBegun(
  tx: Context,
  begun: readonly Begun[],
  effectOf: (awaited: string) => Promise<unknown>,
): Promise<void> {
  for (const request of begun) {
    const effect = await effectOf(request.awaits)
    // Only another version of the program could have begun what this one has no words for.
    const endpoint = effect === null ? undefined : answerers(tx).get(request.operation)
    if (endpoint?.answerOf) await answer(tx, request, endpoint, endpoint.answerOf(tx, effect as never))
    else await forget(tx, request)
  }
}

async function answer(tx: Context, { caller, key }: Begun, { status = 200 }: Endpoint, given: unknown): Promise<void> {
  const sealed = await sealedAnswer(tx, given)
  await query`
    update idempotency_key set answer = ${sealed}, status = ${status}, awaits = null,
      created_at = ${tx.realNow}
    where caller = ${caller} and key = ${key}`.changed(tx)
}

async function forget(tx: Context, { caller, key }: Begun): Promise<void> {
  await query`delete from idempotency_key where caller = ${caller} and key = ${key}`.changed(tx)
}
