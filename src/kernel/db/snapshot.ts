import type { Context } from '../context.ts'

/**
 * All that `work` reads is as of one moment, and nobody waits for it: it can neither write nor lock. Only statements on its
 * own handle are part of it.
 */
export function inSnapshot<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.house.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => work({ ...ctx, db: tx }))
}
