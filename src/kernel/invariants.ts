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
