import type { Selectable } from 'kysely'
import type { Context } from '../kernel/context.ts'
import type { BilledPeriodTable, SubscriptionTable } from '../kernel/rows.gen.ts'
import type { Party } from '../invoicing/index.ts'

export interface Subscription extends Omit<Selectable<SubscriptionTable>, 'buyer'> {
  readonly buyer: Party
}

export type BilledPeriod = Omit<Selectable<BilledPeriodTable>, 'follows'>

export async function insertSubscriptions(ctx: Context, subscriptions: readonly Subscription[]): Promise<void> {
  if (subscriptions.length === 0) return
  const rows = subscriptions.map(({ buyer, ...plain }) => ({ ...plain, buyer: JSON.stringify(buyer) }))
  await ctx.db.insertInto('subscription').values(rows).execute()
}

export async function insertPeriods(ctx: Context, periods: readonly BilledPeriod[]): Promise<void> {
  if (periods.length > 0)
    await ctx.db
      .insertInto('billed_period')
      .values([...periods])
      .execute()
}
