import type { Context } from '../../kernel/context.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { companyFigures, newestInvoices, newestLeases, newestOffers, newestPayouts } from './company.store.ts'

/** So many of each: who wants more opens the list. */
export const mostShown = 5

/** The same five statements however much a company has. */
export async function showCompany(ctx: Context, tenant: string) {
  const [figures, leases, offers, invoices, payouts] = await Promise.all([
    companyFigures(ctx, tenant),
    newestLeases(ctx, tenant, mostShown),
    newestOffers(ctx, tenant, mostShown),
    newestInvoices(ctx, tenant, mostShown),
    newestPayouts(ctx, tenant, mostShown),
  ])
  if (!figures) throw kernelProblem('not_found')
  return { figures, leases, offers, invoices, payouts }
}

export type CompanyShown = Awaited<ReturnType<typeof showCompany>>
