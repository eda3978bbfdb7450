import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { Turn } from './history.store.ts'
import type { Severity } from './verdict.rules.ts'

/** What became critical, or stopped being so, and waits to be mailed. */

interface KeptTurn extends Turn {
  readonly tenant: string
}

/** What turned and has turned back before anybody was told is no news. */
export async function keepNews(ctx: Context, turns: readonly KeptTurn[]): Promise<void> {
  if (turns.length === 0) return
  await query`
    insert into prefix_health_news as n (tenant_uuid, block, from_severity, to_severity)
    select * from unnest(${turns.map(({ tenant }) => tenant)}::uuid[], ${turns.map(({ block }) => block)}::cidr[],
      ${turns.map(({ from }) => from ?? 'ok')}::text[], ${turns.map(({ to }) => to ?? 'ok')}::text[])
    on conflict (tenant_uuid, block) do update set to_severity = excluded.to_severity`.changed(ctx)
}

/** The news of one company; none where all of it has turned back. */
interface CompanyNews {
  readonly tenant: string
  /** How many are critical now, and how many no longer. */
  readonly critical: number
  readonly better: number
  /** The critical ones first. */
  readonly first: readonly { readonly block: string; readonly from: Severity; readonly to: Severity }[]
}

/** Those of so many companies, and of each so many prefixes; they wait no longer. */
export async function takeNews(
  ctx: Context,
  most: { readonly companies: number; readonly prefixes: number },
): Promise<CompanyNews[]> {
  return query<CompanyNews>`
    with companies as (select distinct tenant_uuid from prefix_health_news order by tenant_uuid limit ${most.companies}),
    taken as (delete from prefix_health_news n using companies c where n.tenant_uuid = c.tenant_uuid returning n.*),
    ranked as (
      select *, row_number() over (partition by tenant_uuid order by to_severity <> 'critical', block) as place
      from taken where (from_severity = 'critical') <> (to_severity = 'critical'))
    select tenant_uuid as tenant, count(*) filter (where to_severity = 'critical')::int as critical,
      count(*) filter (where to_severity <> 'critical')::int as better,
      coalesce(jsonb_agg(jsonb_build_object('block', block::text, 'from', from_severity, 'to', to_severity) order by place)
        filter (where place <= ${most.prefixes}), '[]') as first
    from companies left join ranked using (tenant_uuid) group by tenant_uuid order by tenant_uuid`.rows(ctx)
}
