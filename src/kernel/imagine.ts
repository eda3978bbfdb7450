import { sql } from 'kysely'
import type { Context } from './context.ts'

/** Thrown to roll back; carries what was found out. */
class Imagined<T> extends Error {
  readonly found: T

  constructor(found: T) {
    super('only imagined')
    this.found = found
  }
}

export interface Patience {
  /** For a lock that somebody else has. */
  readonly lockMs: number
  /** For one statement. */
  readonly statementMs: number
}

/**
 * Does the work for real and takes it back: what it returns is all that remains of it. Others wait for what it has
 * touched until then, so it must be short.
 */
export async function imagined<T>(
  ctx: Context,
  { lockMs, statementMs }: Patience,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.house.db.transaction().execute(async (tx): Promise<T> => {
      await sql`select set_config('lock_timeout', ${String(lockMs)}, true),
        set_config('statement_timeout', ${String(statementMs)}, true)`.execute(tx)
      throw new Imagined(await work({ ...ctx, db: tx }))
    })
  } catch (error) {
    if (error instanceof Imagined) return error.found as T
    throw error
  }
}
