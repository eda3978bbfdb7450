import { query, type Query } from './db/query.ts'
import { inTransaction, type Context } from './context.ts'

export interface Findings {
  readonly checked: number
  /** A sentence for each, up to a hundred. */
  readonly breaches: readonly string[]
  /** How many there are in all, where more are found than are said. */
  readonly found?: number
  /** What an operator may write down to compare with later. */
  readonly note?: string
}

/** A promise the data makes, re-derived from the data itself. */
export interface Invariant {
  /** The promise as a sentence. */
  readonly name: string
  check(ctx: Context): Promise<Findings>
}

/**
 * A promise in SQL: every row of `breaches` is a sentence; `checked` counts what was looked at. Tables are joined as sets:
 * a database that has not yet seen how many rows there are, as after a restore, would compare each with each.
 */
export const promise = (
  name: string,
  checked: Query<unknown>,
  breaches: Query<unknown> | ((ctx: Context) => Query<unknown>),
): Invariant => ({
  name,
  check: (given: Context) =>
    inTransaction(given, async (ctx) => {
      await query`set local enable_nestloop = off`.changed(ctx)
      const [counted] = await query<{ n: number }>`select count(*) as n from ${checked}`.rows(ctx)
      const rows = await query<{ breach: string; found: number }>`
        select breach, count(*) over () as found
        from (${typeof breaches === 'function' ? breaches(ctx) : breaches}) broken limit 100`.rows(ctx)
      return { checked: counted?.n ?? 0, breaches: rows.map((row) => row.breach), found: rows[0]?.found ?? 0 }
    }),
})
