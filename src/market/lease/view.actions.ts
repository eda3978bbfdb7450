import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { networkFacts, type Location } from '../../network/index.ts'
import { leaving, type Leaving } from './view.rules.ts'
import {
  findLeaseView,
  leasesInBatches,
  pageOfLeases,
  type LeaseLine,
  type LeaseQuery,
  type LeaseView,
  type OneLease,
} from './view.store.ts'

export { pageOfLeases as showLeases }

/** A page, or everything. */
export async function* leasesToExport(
  ctx: Context,
  query: LeaseQuery,
  page: Page | null,
): AsyncGenerator<readonly LeaseLine[]> {
  if (page) yield (await pageOfLeases(ctx, { ...query, ...page })).rows
  else yield* leasesInBatches(ctx, query)
}

export async function showLease(
  ctx: Context,
  lessee: string,
  uuid: string,
): Promise<{ lease: LeaseView; leaving: Leaving }> {
  const lease = await leaseOf(ctx, lessee, uuid)
  return { lease, leaving: leaving(lease, lease.commitment, ctx.now, ctx.house.config) }
}

/** Where each provider that knows the block sees it, by the providers' names; nothing where there is no such data. */
export async function showLeaseLocations(ctx: Context, lessee: string, uuid: string): Promise<Location[]> {
  const { block } = await leaseOf(ctx, lessee, uuid)
  const places = networkFacts(ctx).geodata(knownPrefix(block))?.value ?? []
  return places.toSorted((a, b) => (a.provider < b.provider ? -1 : 1))
}

async function leaseOf(ctx: Context, lessee: string, uuid: string): Promise<OneLease> {
  const lease = await findLeaseView(ctx, lessee, uuid)
  if (!lease) throw kernelProblem('not_found')
  return lease
}
