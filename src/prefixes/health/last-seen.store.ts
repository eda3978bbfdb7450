import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import { formatPrefix, lastAddress, prefixAround, type Prefix } from '../../kernel/ip/index.ts'
import { query } from '../../kernel/db/query.ts'

/** Statuses of a prefix that somebody announces. */
const announced = [
  'announced',
  'multiple_origins',
  'low_visibility',
  'origin_mismatch',
  'unexpected_announcement',
] as const

/** When any part of each block was last seen to be announced and then no longer; none where that never happened. */
export async function lastSeen(ctx: Context, blocks: readonly Prefix[]): Promise<Map<string, Date>> {
  if (blocks.length === 0) return new Map()
  const ends = blocks.map((block) => formatPrefix(prefixAround(lastAddress(block), block.family === 4 ? 32 : 128)))
  const rows = await query<{ block: string; at: Date }>`
    select wanted.block::text as block, last.at
    from unnest(${blocks.map(formatPrefix)}::cidr[], ${ends}::cidr[]) wanted (block, last)
    cross join lateral (
      select max(c.changed_at) as at from prefix_health_change c
      where c.block between wanted.block and wanted.last and c.from_bgp = any(${textArray(announced)})
        and (c.to_bgp is null or c.to_bgp <> all(${textArray(announced)}))
    ) last where last.at is not null`.rows(ctx)
  return new Map(rows.map(({ block, at }) => [block, at]))
}
