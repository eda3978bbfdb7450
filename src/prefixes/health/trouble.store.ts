import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import { knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Severity } from './verdict.rules.ts'

/** How a company's prefixes stood when they were last looked at. */

export interface Standing {
  readonly prefix: Prefix
  readonly severity: Severity
  readonly since: Date
}

export interface TroubleCounts {
  readonly critical: number
  readonly warning: number
}

export interface TroublePage {
  readonly limit: number
  readonly offset: number
  /** Only these. */
  readonly severity?: Exclude<Severity, 'ok'> | undefined
}

/** So many of each severity are looked for; of more, the first in address order. */
const most = 1_000

/** What a company has, as `market/inventory/space.store.ts` has it: blocks that lie apart. */
const mine = (tenant: string) => query`
  select block from offer where tenant_uuid = ${tenant} and proven
  union all
  select block from lease where tenant_uuid = ${tenant} and status <> 'terminated' and holder_uuid <> tenant_uuid`

/** Prefixes of one severity: for each block of the company a stretch of an index that has only what is wrong. */
export const wrong = (tenant: string, severity: Exclude<Severity, 'ok'>) => query`
  (select h.block, h.severity, h.since from (${mine(tenant)}) m
    join prefix_health h on h.severity <> 'ok' and h.severity = ${severity}
      and h.block >= m.block and h.block <= set_masklen(broadcast(m.block), 32)::cidr
    limit ${most})`

/** The worst first, as their words sort, and of those the newest. */
export async function troubleOf(ctx: Context, tenant: string, page: TroublePage): Promise<Standing[]> {
  const { severity } = page
  const asked = severity
    ? wrong(tenant, severity)
    : query`(${wrong(tenant, 'critical')} union all ${wrong(tenant, 'warning')})`
  const rows = await query<{ block: string; severity: Severity; since: Date }>`
    select block, severity, since from ${asked} w
    order by severity, since desc, block limit ${page.limit} offset ${page.offset}`.rows(ctx)
  return rows.map(({ block, severity, since }) => ({ prefix: knownPrefix(block), severity, since }))
}

export async function countTrouble(ctx: Context, tenant: string): Promise<TroubleCounts> {
  return query<TroubleCounts>`
    select (select count(*) from ${wrong(tenant, 'critical')} c)::int as critical,
      (select count(*) from ${wrong(tenant, 'warning')} w)::int as warning`.only(ctx)
}
