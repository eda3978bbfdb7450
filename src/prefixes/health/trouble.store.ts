import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import { knownPrefix, type Prefix } from '../../kernel/ip/index.ts'
import type { Severity } from './verdict.rules.ts'

/** How a company's prefixes stood when they were last looked at (ADR 125). */

type Trouble = Exclude<Severity, 'ok'>

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
  readonly severity?: Trouble | null | undefined
}

/**
 * Whose it was when it was looked at leads there by an index, and whose it is now decides. What a company has lies apart, as
 * `market/inventory/space.store.ts` has it: only the last block that begins no later can be around a prefix.
 */
const held = (tenant: string) => query`h.holder_uuid = ${tenant} and (
  select o.block from offer o where o.tenant_uuid = ${tenant} and o.proven and o.block <= h.block
  order by o.block desc limit 1) >>= h.block`

const leased = (tenant: string) => query`h.lessee_uuid = ${tenant} and (
  select l.block from lease l
  where l.tenant_uuid = ${tenant} and l.status <> 'terminated' and l.holder_uuid <> l.tenant_uuid and l.block <= h.block
  order by l.block desc limit 1) >>= h.block`

/** Prefixes of one severity, the newest first; of more than a thousand those. */
export const wrong = (tenant: string, severity: Trouble) => query`(
  select block, severity, since from (
    (select block, severity, since from prefix_health h where ${held(tenant)} and severity = ${severity}
      order by since desc, block limit 1000)
    union all
    (select block, severity, since from prefix_health h where ${leased(tenant)} and severity = ${severity}
      order by since desc, block limit 1000)
  ) has order by since desc, block limit 1000)`

interface PageRow extends TroubleCounts {
  readonly page: readonly { readonly block: string; readonly severity: Severity; readonly since: string }[]
}

/** The worst first, as their words sort, and of those the newest; and how many there are of each. */
export async function troubleOf(
  ctx: Context,
  tenant: string,
  { limit, offset, severity: only = null }: TroublePage,
): Promise<{ standings: Standing[]; counts: TroubleCounts }> {
  const { page, ...counts } = await query<PageRow>`
    with critical as materialized ${wrong(tenant, 'critical')}, warning as materialized ${wrong(tenant, 'warning')},
    page as (
      select * from (select * from critical union all select * from warning) w
      where ${only}::text is null or severity = ${only}
      order by severity, since desc, block limit ${limit} offset ${offset})
    select (select count(*) from critical)::int as critical, (select count(*) from warning)::int as warning,
      (select coalesce(json_agg(page order by severity, since desc, block), '[]') from page) as page`.only(ctx)
  const standings = page.map(({ block, severity, since }) => ({
    prefix: knownPrefix(block),
    severity,
    since: new Date(since),
  }))
  return { standings, counts }
}

export async function countTrouble(ctx: Context, tenant: string): Promise<TroubleCounts> {
  return query<TroubleCounts>`
    select (select count(*) from ${wrong(tenant, 'critical')} c)::int as critical,
      (select count(*) from ${wrong(tenant, 'warning')} w)::int as warning`.only(ctx)
}
