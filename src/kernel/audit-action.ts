import type { Machine } from './machine.ts'

/** What the audit log calls what was done. `audit` takes only what a table names; a move has the name of its state table. */

declare const declared: unique symbol

export type AuditAction = string & { readonly [declared]: true }

interface AuditTable<Action extends string> {
  (action: Action): AuditAction
  readonly all: readonly string[]
}

export function auditActions<const Action extends string>(...all: readonly Action[]): AuditTable<Action> {
  return Object.assign((action: Action) => action as string as AuditAction, { all })
}

/** As every move of the machine is called that this event makes. */
export const moveAction = <Event extends string>(
  { noun }: Pick<Machine<never, Event>, 'noun' | 'can'>,
  event: Event,
): AuditAction => `${noun}.${event}` as AuditAction
