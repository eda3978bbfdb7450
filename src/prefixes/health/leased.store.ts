import type { Context } from '../../kernel/context.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import type { Standing } from './verdict.rules.ts'

/** How the blocks of leases stood when they were last looked at. */

const isUnknown = query`h.severity = 'ok' and h.criticality = 'unknown'`

/** Of a row `h` of prefix_health that may not be there. */
export const standingOf = query`case when h.block is null or (${isUnknown}) then 'unknown' else h.severity end`

const looked = (how: Query<unknown>) => query`exists (select from prefix_health h where h.block = l.block and ${how})`

const conditions: Readonly<Record<Standing, Query<unknown>>> = {
  critical: looked(query`h.severity <> 'ok' and h.severity = 'critical'`),
  warning: looked(query`h.severity <> 'ok' and h.severity = 'warning'`),
  ok: looked(query`h.severity = 'ok' and h.criticality <> 'unknown'`),
  unknown: query`not ${looked(query`not (${isUnknown})`)}`,
}

/** Of a lease `l`: only one that runs stands anyhow. */
export const leaseStands = (how: Standing): Query<unknown> =>
  query`l.status <> 'terminated' and l.holder_uuid <> l.tenant_uuid and ${conditions[how]}`

/** How many of a company's leases stand how. */
export function leasesByStanding(ctx: Context, tenant: string): Promise<Readonly<Record<Standing, number>>> {
  return query<Record<Standing, number>>`
    select count(*) filter (where standing = 'critical') as critical, count(*) filter (where standing = 'warning') as warning,
      count(*) filter (where standing = 'unknown') as unknown, count(*) filter (where standing = 'ok') as ok
    from (
      select ${standingOf} as standing from lease l left join prefix_health h on h.block = l.block
      where l.tenant_uuid = ${tenant} and l.status <> 'terminated' and l.holder_uuid <> l.tenant_uuid
    ) stands`.only(ctx)
}
