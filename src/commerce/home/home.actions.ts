import { earnedByMonth, monthsUpTo } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { addDays, addMonths, startOfMonth } from '../../kernel/time.ts'
import { holderNow, offMarketBlocks, offMarketReasons } from '../../market/index.ts'
import { countTrouble, leasesByStanding } from '../../prefixes/index.ts'
import { whatWaits } from '../attention/attention.store.ts'
import { hideChecklist, progressOf, showChecklist } from './checklist.store.ts'
import { checklistOf, sidesOf } from './home.rules.ts'
import { leasingFigures, renewalsUntil } from './leasing.store.ts'

/** What a company's home tells, read at once: the same few statements however much there is. */

/** Renewals are added up so many days ahead. */
export const daysAhead = 30
const monthsShown = 6
const renewalsShown = 5
const blocksShown = 5

export async function homeOf(ctx: Context, tenant: string, person: string) {
  const [attention, trouble, leasing, holding, { role, hidden, ...done }] = await Promise.all([
    whatWaits(ctx, tenant),
    countTrouble(ctx, tenant),
    leasingOf(ctx, tenant),
    holdingOf(ctx, tenant),
    progressOf(ctx, tenant, person),
  ])
  const sides = sidesOf({
    role,
    leasing: { any: leasing.figures.any, rate: leasing.figures.rate_minor },
    holding: { any: holding.any, rate: holding.now.rate_minor },
  })
  return { sides, attention, trouble, leasing, holding, checklist: checklistOf(done, hidden) }
}

async function leasingOf(ctx: Context, tenant: string) {
  const [figures, routing, renewals] = await Promise.all([
    leasingFigures(ctx, tenant),
    leasesByStanding(ctx, tenant),
    renewalsUntil(ctx, tenant, addDays(ctx.now, daysAhead), renewalsShown),
  ])
  return { figures, routing, renewals }
}

/** Earnings as payouts count them, without the marketplace's share. */
async function holdingOf(ctx: Context, tenant: string) {
  const from = addMonths(startOfMonth(ctx.now), 1 - monthsShown)
  const [now, earned, reasons, blocks] = await Promise.all([
    holderNow(ctx, tenant, 0),
    earnedByMonth(ctx, tenant, from),
    offMarketReasons(ctx, tenant),
    offMarketBlocks(ctx, tenant, blocksShown),
  ])
  const netOf = new Map(earned.map(({ month, gross, commission }) => [month, gross - commission]))
  const months = monthsUpTo(ctx.now, monthsShown).map((month) => ({ month, minor: netOf.get(month) ?? 0 }))
  return { any: now.offers > 0 || reasons.length > 0 || earned.length > 0, now, months, reasons, blocks }
}

export function chooseChecklist(ctx: Context, tenant: string, person: string, hidden: boolean): Promise<void> {
  return hidden ? hideChecklist(ctx, tenant, person) : showChecklist(ctx, tenant, person)
}

export type Home = Awaited<ReturnType<typeof homeOf>>
