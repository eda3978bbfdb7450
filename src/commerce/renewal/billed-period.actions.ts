import type { Context } from '../../kernel/context.ts'
import { showLease } from '../../market/index.ts'
import { pageOfPeriods, type LeasePeriod } from './billed-period.store.ts'

export async function showPeriods(
  ctx: Context,
  wish: { tenant: string; lease: string; perPage: number; offset: number },
): Promise<{ rows: LeasePeriod[]; total: number }> {
  const [page] = await Promise.all([pageOfPeriods(ctx, wish), showLease(ctx, wish.tenant, wish.lease)])
  return page
}
