import { sql, type Selectable } from 'kysely'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { hot } from '../../kernel/db/pool.ts'
import type { GeofeedEntryTable } from '../../kernel/db/rows.gen.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { query } from '../../kernel/db/query.ts'
import type { FeedLine } from './geofeed.rules.ts'

/** The lines of geofeeds. One counts while its lease lives. */

export type FeedEntry = Selectable<GeofeedEntryTable>

/** What counts: said by who leases it now. */
const live = query`from geofeed_entry e join lease l on l.uuid = e.lease_uuid and l.status <> 'terminated'`

/** Instead of all that the lease had; one writer at a time. */
export async function replaceLines(
  ctx: Context,
  tenant: string,
  lease: string,
  lines: readonly FeedLine[],
): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`geofeed ${lease}`}, 0))`.changed(ctx)
  await ctx.db.deleteFrom('geofeed_entry').where('lease_uuid', '=', lease).where('tenant_uuid', '=', tenant).execute()
  await insertAll(
    ctx,
    'geofeed_entry',
    lines.map((line) => ({
      uuid: newUuid(),
      tenant_uuid: tenant,
      lease_uuid: lease,
      ...line,
      changed_at: ctx.now,
    })),
  )
}

const page = hot<FeedEntry>('geofeed_page', (db) =>
  sql<FeedEntry>`select e.* ${live} where e.tenant_uuid = ${''} and (${null}::uuid is null or e.lease_uuid = ${null})
    order by e.block, e.uuid limit ${1} offset ${1}`.compile(db),
)

const count = hot<{ total: number }>('geofeed_total', (db) =>
  sql<{ total: number }>`select count(*) as total ${live}
    where e.tenant_uuid = ${''} and (${null}::uuid is null or e.lease_uuid = ${null})`.compile(db),
)

export async function pageOfLines(
  ctx: Context,
  tenant: string,
  lease: string | null,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: FeedEntry[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    page(ctx, tenant, lease, lease, perPage, offset),
    count(ctx, tenant, lease, lease),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const after = hot<FeedEntry>('geofeed_after', (db) =>
  sql<FeedEntry>`select e.* ${live} where e.tenant_uuid = ${''} and (e.block, e.uuid) > (${''}::cidr, ${''}::uuid)
    order by e.block, e.uuid limit ${1}`.compile(db),
)

export function linesAfter(
  ctx: Context,
  tenant: string,
  last: Pick<FeedEntry, 'block' | 'uuid'> | null,
  most: number,
): Promise<FeedEntry[]> {
  return after(ctx, tenant, last?.block ?? '0.0.0.0/0', last?.uuid ?? '00000000-0000-0000-0000-000000000000', most)
}
