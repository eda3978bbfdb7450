import type { Context } from '../../kernel/context.ts'
import { knownPrefix } from '../../kernel/ip/index.ts'
import type { Page } from '../../kernel/db/paging.ts'
import { kernelProblem } from '../../kernel/problems.ts'
import { networkFacts, type Location } from '../../network/index.ts'
import { leaving, type Leaving } from './view.rules.ts'
import {
  findLeaseView,
  leasesAfter,
  pageOfLeases,
  type LeaseLine,
  type LeaseQuery,
  type LeaseView,
  type OneLease,
  type Standing,
} from './view.store.ts'

export { pageOfLeases as showLeases }

const batchSize = 500

/**
 * A page, or everything: then one short statement a batch, so that nothing stays open in the database while a slow
 * client reads, and no more than two batches are ever in memory.
 */
export async function* leasesInBatches(
  ctx: Context,
  query: LeaseQuery,
  page: Page | null,
): AsyncGenerator<readonly LeaseLine[]> {
  if (page) {
    yield (await pageOfLeases(ctx, { ...query, ...page })).rows
    return
  }
  let last: Standing | null = null
  for (;;) {
    const batch: Awaited<ReturnType<typeof leasesAfter>> = await leasesAfter(ctx, query, last, batchSize)
    yield batch
    last = batch.at(-1)?.standing ?? null
    if (batch.length < batchSize) break
  }
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
