import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { Content, Reply } from '../endpoint.ts'
import { kernelProblem } from '../problems.ts'
import { seal } from '../secrets/sealing.ts'
import { query, type Query } from '../db/query.ts'

/**
 * Decisions 1, Safe repetition: the answer is stored in the transaction of the effect, so both exist or neither does.
 * A transaction-scoped lock on the key shows what is still running, on any node, and dies with a killed process.
 * Refusals leave nothing behind and are decided anew.
 */

export interface Repeatable {
  readonly key: string
  readonly caller: string
  readonly digest: Buffer
}

/** What is known of a request: its answer; that it was begun and is not finished; or nothing. */
export type Standing = Reply<unknown> | Content | 'begun' | null

interface Noted {
  readonly request_digest: Buffer
  readonly answer: Buffer | null
}

/** An answer as it is kept: its value or its bytes, with its headers. */
type Kept = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly body: unknown }
  | { readonly type: string; readonly bytes: string }
)

function pack(answer: unknown): Kept {
  if (answer instanceof Reply) return { headers: answer.headers, body: answer.body ?? null }
  if (!(answer instanceof Content)) return { headers: {}, body: answer ?? null }
  const { type, body, headers } = answer
  if (body instanceof Readable) throw new Error('a stream cannot be kept for repetition: answer with bytes')
  return { headers, type, bytes: Buffer.from(body as string).toString('base64') }
}

function unpack(kept: Kept): Reply<unknown> | Content {
  if ('body' in kept) return new Reply(kept.body, kept.headers)
  return new Content(kept.type, Buffer.from(kept.bytes, 'base64'), kept.headers)
}

export function repeatable(key: string, caller: string, method: string, url: string, body: unknown): Repeatable {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw kernelProblem('idempotency_key_invalid')
  const digest = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest()
  return { key, caller, digest }
}

const noted = ({ caller, key }: Repeatable): Query<Noted> =>
  query<Noted>`select request_digest, answer from idempotency_key where caller = ${caller} and key = ${key}`

/**
 * Inside the transaction, before anything else. What was begun and cut off is in the way of whoever begins it again, and
 * says so itself.
 */
export async function recall(ctx: Context, request: Repeatable): Promise<Standing> {
  const { key, caller, digest } = request
  const [lock] = await query<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${caller}\n${key}`}, 7238415003)) as locked`.rows(ctx)
  if (!lock?.locked) throw kernelProblem('idempotency_in_progress', { headers: { 'retry-after': '1' } })
  const [known] = await noted(request).rows(ctx)
  if (!known) return null
  if (!known.request_digest.equals(digest)) throw kernelProblem('idempotency_mismatch')
  return standing(ctx, known)
}

/** How a request stands that was refused just now, whoever else is asking: it may be in the way of itself. */
export async function lookUp(ctx: Context, request: Repeatable): Promise<Standing> {
  const [known] = await noted(request).rows(ctx)
  return known?.request_digest.equals(request.digest) ? standing(ctx, known) : null
}

const standing = (ctx: Context, { answer }: Noted): Standing =>
  answer ? unpack(JSON.parse(ctx.house.box.open(answer)) as Kept) : 'begun'

/** Answers may hold a secret shown once, so they are sealed. */
export const sealedAnswer = (ctx: Context, answer: unknown): Promise<Buffer> => seal(ctx, JSON.stringify(pack(answer)))

/** In place of the note that it was begun, where there is one. */
export async function remember(
  ctx: Context,
  { key, caller, digest }: Repeatable,
  status: number,
  answer: unknown,
): Promise<void> {
  const kept = await sealedAnswer(ctx, answer)
  await query`
    insert into idempotency_key as k (caller, key, request_digest, status, answer, created_at)
    values (${caller}, ${key}, ${digest}, ${status}, ${kept}, ${ctx.realNow})
    on conflict (caller, key) do update set
      status = excluded.status, answer = excluded.answer, created_at = excluded.created_at, awaits = null
    where k.awaits is not null`.changed(ctx)
}

export async function forgetOldAnswers(ctx: Context): Promise<void> {
  await query`delete from idempotency_key where created_at < ${ctx.realNow}::timestamptz - interval '24 hours'`.changed(
    ctx,
  )
}
