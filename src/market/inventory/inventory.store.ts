import { insertSoon } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix, knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { AllocationTable } from '../../kernel/db/rows.gen.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import { changeSoon } from '../../kernel/db/together.ts'
import type { FreeBlock, Retiling, Surroundings } from './inventory.rules.ts'

export type Allocation = AllocationTable

interface FreeRow {
  readonly block: string
  readonly hidden: boolean
}

const read = ({ block, hidden }: FreeRow): FreeBlock => ({ block: knownPrefix(block), hidden })
const texts = (blocks: readonly Prefix[]): string[] => blocks.map(formatPrefix)

/**
 * Free blocks inside the wanted one, and the one around it. Blocks apart sort by address, so both are a short range of
 * the primary key: the last one that begins before, and all that begin within.
 */
export async function freeBlocksTouching(ctx: Context, offer: string, wanted: Prefix): Promise<FreeBlock[]> {
  return (await anyFreeTouching(ctx, wanted))(offer)
}

/** The same for whoever does not know yet of which offer, and is told by it. */
export async function anyFreeTouching(ctx: Context, wanted: Prefix): Promise<(offer: string) => FreeBlock[]> {
  const block = formatPrefix(wanted)
  const rows = await query<FreeRow & { offer_uuid: string }>`
    (select block, hidden, offer_uuid from free_block where block < ${block}::cidr order by block desc limit 1)
    union all
    select block, hidden, offer_uuid from free_block
    where block >= ${block}::cidr and block <= set_masklen(broadcast(${block}::cidr), 32)::cidr`.rows(ctx)
  return (offer) => rows.filter((row) => row.offer_uuid === offer).map(read)
}

/** The same as part of a statement that may want a whole octet or everything, and as `f`. */
export function freeTouching(wanted: Prefix): Query<unknown> {
  if (wanted.length === 0) return query`free_block f`
  const area = query`${formatPrefix(wanted)}::cidr`
  return query`(select * from free_block where block >= ${area} and block <= set_masklen(broadcast(${area}), 32)::cidr
    union all select * from (select * from free_block where block < ${area} order by block desc limit 1) before
    where block >> ${area}) f`
}

/** Those of the given blocks that are free, shown or hidden as asked. */
export async function freeAmong(
  ctx: Context,
  offer: string,
  blocks: readonly Prefix[],
  hidden: boolean,
): Promise<Prefix[]> {
  if (blocks.length === 0) return []
  const rows = await query<FreeRow>`
    select block, hidden from free_block where block = any(${texts(blocks)}::cidr[])
    and offer_uuid = ${offer} and hidden = ${hidden}`.rows(ctx)
  return rows.map((row) => knownPrefix(row.block))
}

/** Free blocks of the surroundings, of both kinds. */
export async function freeBlocksAround(ctx: Context, offer: string, near: Surroundings): Promise<FreeBlock[]> {
  const rows = await query<FreeRow>`
    select block, hidden from free_block where offer_uuid = ${offer} and block = any(${texts(near.exactly)}::cidr[])
    union
    select block, hidden from free_block where offer_uuid = ${offer} and ${stretch(near)}`.rows(ctx)
  return rows.map(read)
}

export async function hiddenBlocksAround(ctx: Context, offer: string, near: Surroundings): Promise<Prefix[]> {
  const rows = await query<{ block: string }>`
    select block from hidden_block where offer_uuid = ${offer} and block = any(${texts(near.exactly)}::cidr[])
    union
    select block from hidden_block where offer_uuid = ${offer} and ${stretch(near)}`.rows(ctx)
  return rows.map((row) => knownPrefix(row.block))
}

const stretch = ({ first, last }: Surroundings) =>
  query`block >= ${formatPrefix(first)}::cidr and block <= set_masklen(broadcast(${formatPrefix(last)}::cidr), 32)::cidr`

export async function retileHidden(
  ctx: Context,
  offer: { readonly uuid: string; readonly tenant_uuid: string },
  { removed, added }: { readonly removed: readonly Prefix[]; readonly added: readonly Prefix[] },
): Promise<void> {
  if (removed.length > 0)
    await query`delete from hidden_block where offer_uuid = ${offer.uuid} and block = any(${texts(removed)}::cidr[])`.changed(
      ctx,
    )
  if (added.length === 0) return
  await query`insert into hidden_block (offer_uuid, tenant_uuid, block)
    select ${offer.uuid}, ${offer.tenant_uuid}, block from unnest(${texts(added)}::cidr[]) as added (block)`.changed(
    ctx,
  )
}

export async function retile(
  ctx: Context,
  offer: { readonly uuid: string; readonly tenant_uuid: string },
  { removed, added }: Retiling,
): Promise<void> {
  const deletion = query`delete from free_block where block = any(${texts(removed)}::cidr[])`
  const insertion = query`insert into free_block (block, offer_uuid, tenant_uuid, hidden)
    select block, ${offer.uuid}, ${offer.tenant_uuid}, hidden
    from unnest(${texts(added.map(({ block }) => block))}::cidr[], ${added.map(({ hidden }) => hidden)}::boolean[])
      as added (block, hidden) on conflict (block) do nothing`
  if (removed.length > 0) await changeSoon(ctx, ['free_block'], deletion)
  if (added.length > 0) await insertion.ahead(ctx)
}

/** The database lets no two overlap: whatever the tiles said, such a transaction comes to nothing. */
export async function insertAllocation(ctx: Context, allocation: Allocation): Promise<void> {
  await insertSoon(ctx, 'allocation', [allocation])
}

export async function findAllocation(ctx: Context, uuid: string): Promise<Allocation | undefined> {
  return query<Allocation>`select * from allocation where uuid = ${uuid}`.one(ctx)
}

export async function setAllocationEnd(ctx: Context, uuid: string, until: Date | null): Promise<void> {
  await query`update allocation set until = ${until} where uuid = ${uuid}`.changed(ctx)
}

export async function holdsOf(ctx: Context, offer: string): Promise<Allocation[]> {
  return query<Allocation>`select * ${holds(offer)}`.rows(ctx)
}

/** Holds of an offer that have lapsed and not been released yet, those that lapsed first in front. */
export async function lapsedHolds(ctx: Context, offer: string, most: number): Promise<Allocation[]> {
  return query<Allocation>`select * ${holds(offer)} and until <= ${ctx.now} order by until limit ${most}`.rows(ctx)
}

/** Those of them that stand in the way of a block. */
export async function lapsedHoldsTouching(ctx: Context, offer: string, block: Prefix): Promise<Allocation[]> {
  return query<Allocation>`
    select * ${holds(offer)} and until <= ${ctx.now} and block && ${formatPrefix(block)}::cidr`.rows(ctx)
}

const holds = (offer: string) => query`from allocation where offer_uuid = ${offer} and status = 'held'`

/** Offers with holds that have lapsed, those that lapsed first in front. */
export async function offersWithLapsedHolds(ctx: Context, most: number): Promise<string[]> {
  const rows = await query<{ offer_uuid: string }>`
    select offer_uuid from allocation where status = 'held' and until <= ${ctx.now} order by until limit ${most}`.rows(
    ctx,
  )
  return [...new Set(rows.map((row) => row.offer_uuid))]
}

export const nextHoldLapse = () => query<Date | null>`select min(until) from allocation where status = 'held'`

export const nextRestEnd = () => query<Date | null>`select min(until) from allocation where status = 'resting'`

/** For each size that is large enough, the free blocks right below and right above: one index probe each. */
export async function freeAround(ctx: Context, offer: string, wanted: Prefix, most: number): Promise<Prefix[]> {
  const block = formatPrefix(wanted)
  const rows = await query<{ block: string }>`
    select near.block from generate_series(8, ${wanted.length}::int) as size cross join lateral (
      (select block from free_block where offer_uuid = ${offer} and length = size and block < ${block}::cidr
        and not hidden order by block desc limit ${most})
      union all
      (select block from free_block where offer_uuid = ${offer} and length = size and block >= ${block}::cidr
        and not hidden order by block limit ${most})
    ) near`.rows(ctx)
  return rows.map((row) => knownPrefix(row.block))
}

/** On the shelf is what can be sold: not withdrawn, the offer on the market, and room for the size. */
export const onShelf = query<boolean>`
  p.withdrawn_at is null and o.status = 'validity_active' and not o.hidden and exists (
    select from free_block f where f.offer_uuid = p.offer_uuid and f.length <= p.length and not f.hidden)`

export async function restock(ctx: Context, offer: string): Promise<void> {
  const restocked = query`
    update pricing p set on_shelf = stocked.now from (
      select p.uuid, (${onShelf}) as now from pricing p join offer o on o.uuid = p.offer_uuid
      where p.offer_uuid = ${offer}
    ) stocked where stocked.uuid = p.uuid and p.on_shelf <> stocked.now`
  await restocked.ahead(ctx)
}

/** When an offer has ended for good, its space is nobody's to sell. */
export async function clearFreeBlocks(ctx: Context, offer: string): Promise<void> {
  await query`delete from free_block where offer_uuid = ${offer}`.changed(ctx)
}

/** Whether anybody holds part of the offer, or an order has claimed it. */
export async function isClaimed(ctx: Context, offer: string): Promise<boolean> {
  const rows = await query<{ claimed: boolean }>`
    select exists (select from allocation where offer_uuid = ${offer} and status in ('held', 'claimed')) as claimed`.rows(
    ctx,
  )
  return rows[0]?.claimed ?? false
}

/** Blocks that have rested long enough, with their offers; those first whose rest ended first. */
export async function restedBlocks(ctx: Context, most: number): Promise<Allocation[]> {
  return query<Allocation>`
    select * from allocation where status = 'resting' and until <= ${ctx.now} order by until limit ${most}`.rows(ctx)
}
