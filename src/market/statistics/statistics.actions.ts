import { earnedByMonth, monthsUpTo } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { addMonths, startOfMonth } from '../../kernel/time.ts'
import { addUpMonths, type MonthTotals } from './statistics.rules.ts'
import { holderNow, movesByMonth, type HolderNow } from './statistics.store.ts'

export interface Statistics {
  readonly months: readonly (MonthTotals & { readonly earnedMinor: number })[]
  readonly now: HolderNow
}

const topOffers = 10

/** The months up to the one that runs; earnings as payouts count them, without the marketplace's share. */
export async function holderStatistics(ctx: Context, holder: string, count: number): Promise<Statistics> {
  const from = addMonths(startOfMonth(ctx.now), 1 - count)
  const [moves, earned, now] = await Promise.all([
    movesByMonth(ctx, holder, from),
    earnedByMonth(ctx, holder, from),
    holderNow(ctx, holder, topOffers),
  ])
  const netOf = new Map(earned.map(({ month, gross, commission }) => [month, gross - commission]))
  const months = addUpMonths(monthsUpTo(ctx.now, count), moves)
  return { months: months.map((month) => ({ ...month, earnedMinor: netOf.get(month.month) ?? 0 })), now }
}
