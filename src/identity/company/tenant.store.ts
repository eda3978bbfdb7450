import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { TenantTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'

export type Tenant = Selectable<TenantTable>

export async function findTenant(ctx: Context, uuid: string): Promise<Tenant | undefined> {
  return query<Tenant>`select * from tenant where uuid = ${uuid}`.one(ctx)
}

export async function findTenantNumbered(ctx: Context, number: number): Promise<string | null> {
  const numbered = query<{ uuid: string }>`select uuid from tenant where customer_number = ${number}`
  return (await numbered.one(ctx))?.uuid ?? null
}

/** What companies are called, by their uuid. */
export async function titlesOf(ctx: Context, uuids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await query<Pick<Tenant, 'uuid' | 'title'>>`
    select uuid, title from tenant where uuid = any(${[...new Set(uuids)]}::uuid[])`.rows(ctx)
  return new Map(rows.map(({ uuid, title }) => [uuid, title]))
}

export async function lockTenant(ctx: Context, uuid: string): Promise<Tenant | undefined> {
  return ctx.db.selectFrom('tenant').selectAll().where('uuid', '=', uuid).forUpdate().executeTakeFirst()
}

export async function insertTenant(ctx: Context, tenant: Omit<Tenant, 'customer_number'>): Promise<Tenant> {
  return ctx.db.insertInto('tenant').values(tenant).returningAll().executeTakeFirstOrThrow()
}

export async function updateTenant(
  ctx: Context,
  uuid: string,
  change: { title?: string; contact_email?: string | null },
): Promise<Tenant | undefined> {
  return ctx.db.updateTable('tenant').set(change).where('uuid', '=', uuid).returningAll().executeTakeFirst()
}

interface TenantQuery {
  readonly status: readonly Tenant['status'][]
  readonly search: string | null
  readonly perPage: number
  readonly offset: number
}

/** Whoever asks for an operator knows some part of a name; companies are few enough to read them all. */
const isNamed = (part: string) => query<boolean>`(
  strpos(lower(title), lower(${part})) > 0
  or strpos(lower(contact_email), lower(${part})) > 0
  or customer_number::text = ${part})`

export async function listTenants(
  ctx: Context,
  { status, search, perPage, offset }: TenantQuery,
): Promise<{ rows: Tenant[]; total: number }> {
  const matching = ctx.db
    .selectFrom('tenant')
    .$if(status.length > 0, (query) => query.where('status', 'in', [...status]))
    .$if(search !== null, (query) => query.where(isNamed(search ?? '')))
  const rows = await matching.selectAll().orderBy('customer_number').limit(perPage).offset(offset).execute()
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function isEmptyWorld(ctx: Context): Promise<boolean> {
  const rows = await query<{ empty: boolean }>`select not exists (select from tenant) as empty`.rows(ctx)
  return rows[0]?.empty ?? false
}
