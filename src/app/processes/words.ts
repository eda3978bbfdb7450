import type { Config } from '../../kernel/config.ts'
import type { Measured } from '../../kernel/metrics.ts'
import type { LaneName } from '../../kernel/work/lanes.ts'

/** What the first process and those that serve tell each other. Everything else is in the database. */

/** The first that each is told. */
export interface Assignment {
  readonly config: Config
  readonly databaseUrl: string
  /** Which of them it is; the first does the jobs of all. */
  readonly number: number
}

export const doesJobs = (number: number): boolean => number === 1

/** To one that serves. */
export type Order =
  /** With a connection, the how many-th of all. */
  | { readonly say: 'connection'; readonly turn: number }
  /** The door is being closed: whoever waits for an answer waits a moment longer. Then it is, and all may finish and go. */
  | { readonly say: 'closing' }
  | { readonly say: 'closed' }
  | { readonly say: 'wake'; readonly lane: LaneName }
  | { readonly say: 'measure'; readonly ask: number }
  /** What all have measured, for one who asked. */
  | { readonly say: 'measures'; readonly ask: number; readonly all: readonly Measured[] }

/** By one that serves. */
export type Report =
  | { readonly say: 'ready' }
  /** That connection is in its hands now. */
  | { readonly say: 'took'; readonly turn: number }
  /** The database was migrated by a newer version. */
  | { readonly say: 'overtaken' }
  | { readonly say: 'wake'; readonly lane: LaneName }
  | { readonly say: 'measured'; readonly ask: number; readonly measured: Measured }
  | { readonly say: 'measures'; readonly ask: number }
