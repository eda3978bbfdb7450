import { sql, type RawBuilder } from 'kysely'
import type { Context } from './context.ts'

export interface Findings {
  readonly checked: number
  readonly breaches: readonly string[]
  /** What an operator may write down to compare with later. */
  readonly note?: string
}

/** A promise the data makes, re-derived from the data itself. */
export interface Invariant {
  /** The promise as a sentence. */
  readonly name: string
  check(ctx: Context): Promise<Findings>
}

/** A promise in SQL: every row of `breaches` is a sentence; `checked` counts what was looked at. */
export const promise = (
  name: string,
  checked: RawBuilder<unknown>,
  breaches: RawBuilder<unknown> | ((ctx: Context) => RawBuilder<unknown>),
): Invariant => ({
  name,
  check: async (ctx: Context) => {
    const counted = await sql<{ n: number }>`select count(*) as n from ${checked}`.execute(ctx.db)
    const found = typeof breaches === 'function' ? breaches(ctx) : breaches
    const { rows } = await sql<{ breach: string }>`select breach from (${found}) found limit 100`.execute(ctx.db)
    return { checked: counted.rows[0]?.n ?? 0, breaches: rows.map((row) => row.breach) }
  },
})
