import type { Context } from './context.ts'

/** A promise the data makes, re-derived from the data itself. */
export interface Invariant {
  /** The promise as a sentence. */
  readonly name: string
  check(ctx: Context): Promise<{ readonly checked: number; readonly breaches: readonly string[] }>
}
