import { uuidArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import { unproven, type Offer } from './offer.store.ts'

/** Unproven listings of space that these offers have, in the order in which offers are locked. */
export async function rivalsOf(ctx: Context, offers: readonly Offer[]): Promise<string[]> {
  const rows = await query<{ uuid: string }>`
    select distinct rival.uuid from unnest(${offers.map(({ block }) => block)}::cidr[]) as proven_space (block)
    cross join lateral (select uuid from offer where block && proven_space.block and ${unproven}) rival
    where rival.uuid <> all(${uuidArray(offers.map(({ uuid }) => uuid))}) order by rival.uuid`.rows(ctx)
  return rows.map(({ uuid }) => uuid)
}

/** Whether anybody has proven space of this offer's block. */
export async function isProvenElsewhere(ctx: Context, { block }: Offer): Promise<boolean> {
  const rows = await query<{ proven: boolean }>`
    select exists (select from offer where block && ${block}::cidr and proven) as proven`.rows(ctx)
  return rows[0]?.proven ?? false
}
