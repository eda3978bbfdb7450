import type { Context } from '../context.ts'
import { runTransaction } from './transaction.ts'

/**
 * All that `work` reads is as of one moment, and nobody waits for it: it can neither write nor lock. Only statements on its
 * own handle are part of it.
 */
export function inSnapshot<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const begin = 'begin isolation level repeatable read, read only'
  return runTransaction(ctx.house.pool, (tx) => work({ ...ctx, db: tx }), begin)
}
