import type { DueQueue } from '../kernel/replay.ts'
import { nextRenewalStep } from './due.store.ts'
import { runRenewals } from './renewal.actions.ts'

export const renewalsDue: DueQueue = { name: 'renewals', nextDue: nextRenewalStep, run: (ctx) => runRenewals(ctx) }
