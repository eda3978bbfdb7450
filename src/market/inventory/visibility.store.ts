import type { Context } from '../../kernel/context.ts'
import { formatPrefix } from '../../kernel/ip/index.ts'
import type { VisibilityBatchTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { Sides } from './visibility.rules.ts'

/** Which children were toggled together, and what became of each. */

export type Batch = VisibilityBatchTable

export interface BatchChild {
  readonly block: string
  readonly hidden: boolean
}

export async function insertBatch(ctx: Context, batch: Batch, { hidden, shown }: Sides): Promise<void> {
  const { uuid, tenant_uuid, offer_uuid, length, reason, created_at } = batch
  await query`insert into visibility_batch (uuid, tenant_uuid, offer_uuid, length, reason, created_at)
    values (${uuid}, ${tenant_uuid}, ${offer_uuid}, ${length}, ${reason}, ${created_at})`.ahead(ctx)
  const blocks = [...hidden, ...shown].map(formatPrefix)
  await query`insert into visibility_change (batch_uuid, tenant_uuid, block, hidden)
    select ${uuid}, ${tenant_uuid}, block, place <= ${hidden.length}
    from unnest(${blocks}::cidr[]) with ordinality as child (block, place)`.changed(ctx)
}

export async function findBatch(ctx: Context, tenant: string, uuid: string): Promise<Batch | undefined> {
  return query<Batch>`select * from visibility_batch where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

export async function childrenOf(ctx: Context, batch: string): Promise<BatchChild[]> {
  return query<BatchChild>`
    select block, hidden from visibility_change where batch_uuid = ${batch} order by block`.rows(ctx)
}
