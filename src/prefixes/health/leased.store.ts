import type { Context } from '../../kernel/context.ts'
import { query, type Query } from '../../kernel/db/query.ts'
import type { Standing } from './verdict.rules.ts'

/** How the blocks of leases stood when they were last looked at. */

/** Of one block, by its key: joined, the planner would read what everybody's prefixes are like. */
export const standingOf = (block: Query<unknown>): Query<unknown> => query`coalesce((
  select case when h.severity = 'ok' and h.criticality = 'unknown' then 'unknown' else h.severity end
  from prefix_health h where h.block = ${block}), 'unknown')`

const ofLease = standingOf(query`l.block`)

const runs = query`l.status <> 'terminated' and l.holder_uuid <> l.tenant_uuid`

/** Of a lease `l`: only one that runs stands anyhow. */
export const leaseStands = (how: Standing): Query<unknown> => query`${runs} and ${ofLease} = ${how}`

/** How many of a company's leases stand how. */
export function leasesByStanding(ctx: Context, tenant: string): Promise<Readonly<Record<Standing, number>>> {
  return query<Record<Standing, number>>`
    select count(*) filter (where standing = 'critical') as critical, count(*) filter (where standing = 'warning') as warning,
      count(*) filter (where standing = 'unknown') as unknown, count(*) filter (where standing = 'ok') as ok
    from (select ${ofLease} as standing from lease l where l.tenant_uuid = ${tenant} and ${runs} offset 0) stands`.only(
    ctx,
  )
}
