import { textArray } from '../../kernel/db/arrays.ts'
import type { Context } from '../../kernel/context.ts'
import type { TenantTable } from '../../kernel/db/rows.gen.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { assigned, nothing, query, type Query } from '../../kernel/db/query.ts'
import { uuidsBeginning } from '../../kernel/uuid.ts'

export type Tenant = TenantTable

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

/** Companies by their uuid. */
export async function companiesOf(ctx: Context, uuids: readonly string[]): Promise<ReadonlyMap<string, Tenant>> {
  const rows = await query<Tenant>`
    select * from tenant where uuid = any(${[...new Set(uuids)]}::uuid[])`.rows(ctx)
  return new Map(rows.map((tenant) => [tenant.uuid, tenant]))
}

/** What a company may change of itself. */
export type TenantChange = Partial<
  Pick<Tenant, 'title' | 'contact_email' | 'contact_phone' | 'postal_address' | 'signatory_name' | 'signatory_role'>
>

export async function lockTenant(ctx: Context, uuid: string): Promise<Tenant | undefined> {
  return query<Tenant>`select * from tenant where uuid = ${uuid} for update`.one(ctx)
}

export async function insertTenant(
  ctx: Context,
  tenant: Pick<Tenant, 'uuid' | 'title' | 'role' | 'status' | 'contact_email' | 'created_at'>,
): Promise<Tenant> {
  const { uuid, title, role, status, contact_email, created_at } = tenant
  return query<Tenant>`
    insert into tenant (uuid, title, role, status, contact_email, created_at)
    values (${uuid}, ${title}, ${role}, ${status}, ${contact_email}, ${created_at}) returning *`.only(ctx)
}

export async function updateTenant(ctx: Context, uuid: string, change: TenantChange): Promise<Tenant | undefined> {
  const [tenant] = await query<Tenant>`
    update tenant set ${assigned(change)} where uuid = ${uuid} returning *`.rows(ctx)
  return tenant
}

interface TenantQuery {
  readonly status: readonly Tenant['status'][]
  readonly search: string | null
  readonly perPage: number
  readonly offset: number
}

/** Whoever asks for an operator knows some part of a name; companies are few enough to read them all. */
function named(part: string): Query<unknown> {
  const range = uuidsBeginning(part)
  return query`and (
    strpos(lower(title), lower(${part})) > 0
    or strpos(lower(contact_email), lower(${part})) > 0
    or customer_number::text = ${part}
    ${range === null ? nothing : query`or uuid between ${range[0]} and ${range[1]}`})`
}

export async function listTenants(
  ctx: Context,
  { status, search, ...page }: TenantQuery,
): Promise<{ rows: Tenant[]; total: number }> {
  const inStatus = status.length === 0 ? nothing : query`and status = any(${textArray(status)})`
  const matching = query`from tenant where true ${inStatus} ${search === null ? nothing : named(search)}`
  return pageOfList(ctx, page, {
    keys: [{ by: query`customer_number`, descending: false }],
    total: counted(query<{ total: number }>`select count(*) as total ${matching}`),
    rows: (asked, { order, most, skip }) =>
      query<Tenant>`select * ${matching} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

export async function isEmptyWorld(ctx: Context): Promise<boolean> {
  const rows = await query<{ empty: boolean }>`select not exists (select from tenant) as empty`.rows(ctx)
  return rows[0]?.empty ?? false
}
