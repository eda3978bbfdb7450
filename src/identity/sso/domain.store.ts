import type { Context } from '../../kernel/context.ts'
import { query } from '../../kernel/db/query.ts'
import type { SsoDomainTable } from '../../kernel/db/rows.gen.ts'
import { mostDomains } from './domain.rules.ts'

export type Domain = SsoDomainTable

export async function listDomains(ctx: Context, tenant: string): Promise<Domain[]> {
  return query<Domain>`
    select * from sso_domain where tenant_uuid = ${tenant} order by domain limit ${mostDomains}`.rows(ctx)
}

/** How many there are; locks the company, so that two at once are counted one after the other. */
export async function lockAndCountDomains(ctx: Context, tenant: string): Promise<number> {
  await query`select from tenant where uuid = ${tenant} for update`.changed(ctx)
  const { count } = await query<{ count: number }>`
    select count(*) as count from sso_domain where tenant_uuid = ${tenant}`.only(ctx)
  return count
}

export async function findDomain(ctx: Context, tenant: string, uuid: string): Promise<Domain | undefined> {
  return query<Domain>`select * from sso_domain where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

/** Of this company: whose it is is not asked. */
export async function findDomainNamed(ctx: Context, tenant: string, domain: string): Promise<Domain | undefined> {
  return query<Domain>`select * from sso_domain where domain = ${domain} and tenant_uuid = ${tenant}`.one(ctx)
}

export async function isTaken(ctx: Context, tenant: string, domain: string): Promise<boolean> {
  const { taken } = await query<{ taken: boolean }>`select exists (select from sso_domain
    where domain = ${domain} and proven_at is not null and tenant_uuid <> ${tenant}) as taken`.only(ctx)
  return taken
}

export async function insertDomain(ctx: Context, row: Omit<Domain, 'proven_at'>): Promise<void> {
  const { uuid, tenant_uuid, domain, token, created_at } = row
  await query`insert into sso_domain (uuid, tenant_uuid, domain, token, created_at)
    values (${uuid}, ${tenant_uuid}, ${domain}, ${token}, ${created_at})`.changed(ctx)
}

/** The first proof counts: false where another company was quicker. What is proven stays as it is. */
export async function setProven(ctx: Context, { uuid, domain }: Domain): Promise<boolean> {
  // Those who prove the same domain come one after the other, so that the later one sees the first.
  await query`select pg_advisory_xact_lock(hashtextextended(${`sso_domain ${domain}`}, 0))`.changed(ctx)
  const changed = await query`
    update sso_domain d set proven_at = coalesce(d.proven_at, ${ctx.realNow}) where d.uuid = ${uuid} and not exists (
      select from sso_domain o where o.domain = d.domain and o.proven_at is not null and o.uuid <> d.uuid)`.changed(ctx)
  return changed === 1
}

/** Who is signed in by it goes with it. */
export async function deleteDomain(ctx: Context, tenant: string, uuid: string): Promise<Domain | undefined> {
  const [deleted] = await query<Domain>`
    delete from sso_domain where uuid = ${uuid} and tenant_uuid = ${tenant} returning *`.rows(ctx)
  return deleted
}

export async function anyProven(ctx: Context, tenant: string): Promise<boolean> {
  const { proven } = await query<{ proven: boolean }>`select exists (select from sso_domain
    where tenant_uuid = ${tenant} and proven_at is not null) as proven`.only(ctx)
  return proven
}
