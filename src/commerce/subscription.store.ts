import type { Selectable } from 'kysely'
import { insertAll } from '../kernel/bulk.ts'
import type { Context } from '../kernel/context.ts'
import type { BilledPeriodTable, SubscriptionTable } from '../kernel/rows.gen.ts'
import type { Party } from '../invoicing/index.ts'

export interface Subscription extends Omit<Selectable<SubscriptionTable>, 'buyer'> {
  readonly buyer: Party
}

export type BilledPeriod = Omit<Selectable<BilledPeriodTable>, 'follows'>

export async function insertSubscriptions(ctx: Context, subscriptions: readonly Subscription[]): Promise<void> {
  await insertAll(ctx, 'subscription', subscriptions)
}

export async function insertPeriods(ctx: Context, periods: readonly BilledPeriod[]): Promise<void> {
  await insertAll(ctx, 'billed_period', periods)
}
