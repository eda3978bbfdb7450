import type { DueQueue } from '../../kernel/work/replay.ts'
import { nextRenewalStep } from './due.store.ts'
import { runRenewals } from './renewal.actions.ts'

/** A moving clock does not stand still for what a killed mover has started. */
export const renewalsDue: DueQueue = {
  name: 'renewals',
  nextDue: nextRenewalStep,
  run: (ctx) => runRenewals(ctx, { patience: 0 }),
}
