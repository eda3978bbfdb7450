import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { GeofeedEntryTable } from '../../kernel/db/rows.gen.ts'
import { newUuid } from '../../kernel/uuid.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { query } from '../../kernel/db/query.ts'
import type { FeedLine } from './geofeed.rules.ts'

/** The lines of geofeeds. One counts while its lease lives. */

export type FeedEntry = GeofeedEntryTable

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
  await query`delete from geofeed_entry where lease_uuid = ${lease} and tenant_uuid = ${tenant}`.ahead(ctx)
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

export async function pageOfLines(
  ctx: Context,
  tenant: string,
  lease: string | null,
  page: { readonly perPage: number; readonly offset: number },
): Promise<{ rows: FeedEntry[]; total: number }> {
  const wanted = query`${live} where e.tenant_uuid = ${tenant} and (${lease}::uuid is null or e.lease_uuid = ${lease})`
  return pageOfList(ctx, page, {
    keys: [query`e.block`, query`e.uuid`].map((by) => ({ by, descending: false })),
    total: counted(query<{ total: number }>`select count(*) as total ${wanted}`),
    rows: (asked, { order, most, skip }) =>
      query<FeedEntry>`select e.* ${wanted} ${order} limit ${most} offset ${skip}`.rows(asked),
  })
}

export function linesAfter(
  ctx: Context,
  tenant: string,
  last: Pick<FeedEntry, 'block' | 'uuid'> | null,
  most: number,
): Promise<FeedEntry[]> {
  const { block, uuid } = last ?? { block: '0.0.0.0/0', uuid: '00000000-0000-0000-0000-000000000000' }
  return query<FeedEntry>`
    select e.* ${live} where e.tenant_uuid = ${tenant} and (e.block, e.uuid) > (${block}::cidr, ${uuid}::uuid)
    order by e.block, e.uuid limit ${most}`.rows(ctx)
}
