import { failedRenewals, operatorAttention } from '../commerce/index.ts'
import type { Context } from '../kernel/context.ts'
import { marketNow } from '../market/index.ts'
import { showSources } from '../network/index.ts'
import { examineWith } from './doctor.actions.ts'

/** What whoever runs the marketplace begins the day with: it takes every slice to tell. */

const failuresShown = 5

export async function overview(ctx: Context) {
  const sources = await showSources(ctx)
  const [market, attention, failed, ready] = await Promise.all([
    marketNow(ctx),
    operatorAttention(ctx, sources),
    failedRenewals(ctx, failuresShown),
    examineWith(ctx, sources),
  ])
  return {
    market,
    attention,
    failed,
    imported: sources.filter(({ serving }) => serving !== null).length,
    readiness: {
      steps: ready.length,
      lacking: ready.filter(({ lacks }) => lacks.length > 0).map(({ title }) => title),
    },
  }
}
