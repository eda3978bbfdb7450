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

/** As every move of the machine is called that this trigger makes. */
export const moveAction = <Trigger extends string>(
  { noun }: Pick<Machine<never, Trigger>, 'noun' | 'can'>,
  trigger: Trigger,
): AuditAction => `${noun}.${trigger}` as AuditAction
