/** What clients asked for and what they were told, on one clock: the evidence that the judge reads. */

/** Unknown: nobody has answered, until the client gave up asking. */
type Outcome = 'ok' | 'refused' | 'unknown'

/** A number that only grows, written by one client and read by any. */
interface Register {
  readonly object: string
  readonly value: number
}

export interface Operation {
  readonly kind: string
  readonly invoked: number
  /** When it was answered for good. */
  readonly completed: number
  readonly outcome: Outcome
  /** Status and code of its last answer. */
  readonly said: string
  /** How often it was sent; those before the last had no answer, or one that says "not yet". */
  readonly attempts: number
  /** Refusals that are no surprise. */
  readonly mayBe?: readonly string[]
  /** Every good answer that came under its key, by digest. */
  readonly answers: readonly string[]
  readonly writes?: Register
  readonly reads?: Register
  /** How long others may go on without having heard of a write, in milliseconds. */
  readonly slack?: number
  /** What it leaves behind, once each. */
  readonly effects?: readonly string[]
  /** What lists gain by it. */
  readonly adds?: readonly { readonly list: string; readonly member: string }[]
  readonly sees?: { readonly list: string; readonly members: readonly string[] }
}

/** What was done to those who serve. */
export type Kill = 'server' | 'postmaster' | 'backend' | 'connection'

export class History {
  readonly operations: Operation[] = []
  readonly kills: Kill[] = []
  /** By status: every answer there was. */
  readonly statuses = new Map<number, number>()
  /** Requests that nobody answered. */
  cut = 0
  /** Servers that ended although nobody had killed them, with their last words. */
  readonly exits: string[] = []
  /** What a client saw with its own eyes. */
  readonly complaints: string[] = []

  note(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}

const counted = <T>(items: readonly T[], by: (item: T) => string): string =>
  [...Map.groupBy(items, by)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => `${group.length} ${name}`)
    .join(', ')

/** One paragraph for whoever ran it. */
export function summaryOf(history: History, findings: readonly string[], seed: number, seconds: number): string {
  const { operations, kills, statuses, exits, cut } = history
  const repeated = operations.filter(({ attempts }) => attempts > 1).length
  const replayed = operations.filter(({ answers }) => answers.length > 1).length
  const answers = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`)
  return [
    `History (seed ${seed}, ${Math.round(seconds)} s): ${operations.length} operations`,
    `(${counted(operations, ({ kind, outcome }) => `${kind} ${outcome}`)});`,
    `${kills.length} kills (${counted(kills, (kill) => kill)}); answers ${answers.join(', ')}; ${cut} requests cut off,`,
    `${repeated} operations repeated until they were answered, ${replayed} answered again under their key;`,
    `${exits.length} exits; ${findings.length} findings.`,
    ...findings.slice(0, 40).map((finding) => `\n  ${finding}`),
    findings.length > 40 ? `\n  and ${findings.length - 40} more` : '',
  ].join(' ')
}
