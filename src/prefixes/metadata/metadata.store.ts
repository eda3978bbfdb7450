import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'

/** A company's own notes about prefixes; a prefix without any has no row. */

export type Entries = Readonly<Record<string, string>>

interface Kept {
  readonly block: string
  readonly entries: Entries
}

/** So many are looked up together with what other requests look up. */
const few = 100

/** By block, in one statement however many there are. */
export async function metadataOf(
  ctx: Context,
  tenant: string,
  blocks: readonly string[],
): Promise<Map<string, Entries>> {
  if (blocks.length === 0) return new Map()
  const found = query<Kept>`
    select block, entries from prefix_metadata where tenant_uuid = ${tenant} and block = any(${blocks}::cidr[])`
  const rows = await (blocks.length <= few ? found.few(ctx) : found.rows(ctx))
  return new Map(rows.map(({ block, entries }) => [block, entries]))
}

interface Note {
  readonly block: string
  readonly entries: Entries
}

/** In address order, so that two who write about the same prefixes wait for each other; says how many keys each has now. */
export async function addEntries(
  ctx: Context,
  tenant: string,
  notes: readonly Note[],
): Promise<{ readonly block: string; readonly keys: number }[]> {
  const rows = await query<{ block: string; keys: number }>`
    insert into prefix_metadata (tenant_uuid, block, entries, changed_at)
    select ${tenant}, note.block, note.entries, ${ctx.now}
    from unnest(${notes.map(({ block }) => block)}::cidr[],
      ${notes.map(({ entries }) => JSON.stringify(entries))}::jsonb[]) note (block, entries)
    where note.entries <> '{}' order by note.block
    on conflict (tenant_uuid, block)
      do update set entries = prefix_metadata.entries || excluded.entries, changed_at = excluded.changed_at
    returning block, (select count(*)::integer from jsonb_object_keys(entries)) as keys`.rows(ctx)
  return rows
}

interface Removal {
  readonly block: string
  readonly keys: readonly string[]
}

/** Keys that are not there are no matter. */
export async function removeEntries(ctx: Context, tenant: string, removals: readonly Removal[]): Promise<void> {
  const blocks = removals.map(({ block }) => block)
  const keys = removals.map((removal) => JSON.stringify(removal.keys))
  await query`select from prefix_metadata where tenant_uuid = ${tenant} and block = any(${blocks}::cidr[])
    order by block for update`.changed(ctx)
  const wanted = query`unnest(${blocks}::cidr[], ${keys}::jsonb[]) removal (block, keys)`
  const named = query`array(select jsonb_array_elements_text(removal.keys))`
  const emptied = query`m.entries - ${named} = '{}'`
  await query`delete from prefix_metadata m using ${wanted}
    where m.tenant_uuid = ${tenant} and m.block = removal.block and ${emptied}`.changed(ctx)
  await query`update prefix_metadata m set entries = m.entries - ${named}, changed_at = ${ctx.now} from ${wanted}
    where m.tenant_uuid = ${tenant} and m.block = removal.block and m.entries ?| ${named}`.changed(ctx)
}
