import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { OffMarket } from './off-market.rules.ts'

interface OffMarketBlock {
  readonly uuid: string
  readonly block: string
  readonly reason: OffMarket
  /** Of the checks that failed, or of its proof; nothing where the reason says it all. */
  readonly why: readonly string[]
}

const off = (tenant: string) => query`(
  select uuid, block, created_at,
    case when status = 'validity_active' then 'hidden' else status end as reason,
    array_position(array['validity_invalid', 'auth_failed_verify', 'auth_failed_verify_email_not_found',
      'auth_failed_verify_email_not_sent', 'auth_pending', 'validity_pending', 'validity_active'], status) as place
  from offer where tenant_uuid = ${tenant} and (
    status in ('auth_pending', 'auth_failed_verify', 'auth_failed_verify_email_not_found',
      'auth_failed_verify_email_not_sent', 'validity_pending', 'validity_invalid')
    or (status = 'validity_active' and hidden))) o`

/** What a company has listed and nobody finds: how many for which reason, what can be mended first. */
export function offMarketReasons(ctx: Context, tenant: string): Promise<{ reason: OffMarket; count: number }[]> {
  return query<{ reason: OffMarket; count: number }>`
    select reason, count(*) as count from ${off(tenant)} group by reason, place order by place`.rows(ctx)
}

/** The first of them, with what was found. */
export function offMarketBlocks(ctx: Context, tenant: string, most: number): Promise<OffMarketBlock[]> {
  return query<OffMarketBlock>`
    select o.uuid, o.block, o.reason,
      case when o.reason = 'validity_invalid' then array(select c.description from offer_check c
          where c.offer_uuid = o.uuid and c.status = 'failed' order by c.kind)
        when o.reason like 'auth%' then array(select p.description from ownership_proof p where p.offer_uuid = o.uuid)
        else '{}' end as why
    from ${off(tenant)} order by o.place, o.created_at desc, o.uuid limit ${most}`.rows(ctx)
}
