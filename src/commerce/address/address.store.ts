import type { Context } from '../../kernel/context.ts'
import { ownList } from '../../kernel/db/own-list.ts'
import type { CustomerAddressTable } from '../../kernel/db/rows.gen.ts'
import { assigned, type Change, query } from '../../kernel/db/query.ts'
import type { Party } from '../../invoicing/index.ts'

export type CustomerAddress = CustomerAddressTable

const isCalled = (id: string) => (/^\d+$/.test(id) ? query`number = ${Number(id)}` : query`uuid = ${id}`)

/** By its UUID or its number (decisions 1, Identity of the caller). */
export async function findAddress(ctx: Context, tenant: string, id: string): Promise<CustomerAddress | undefined> {
  return query<CustomerAddress>`
    select * from customer_address where ${isCalled(id)} and tenant_uuid = ${tenant} and removed_at is null`.one(ctx)
}

export async function lockAddress(ctx: Context, tenant: string, id: string): Promise<CustomerAddress | undefined> {
  return query<CustomerAddress>`
    select * from customer_address where ${isCalled(id)} and tenant_uuid = ${tenant} and removed_at is null
    for update`.one(ctx)
}

/** Oldest first. */
export const listAddresses = ownList('customer_address')

export async function insertAddress(ctx: Context, address: Omit<CustomerAddress, 'number'>): Promise<CustomerAddress> {
  const { uuid, tenant_uuid, created_at, removed_at } = address
  const { first_name, last_name, company_name, company_code, contact_email, contact_phone } = address
  const { line_one, line_two, line_three, city, province_code, country_code, postcode } = address
  const { vat_number, vat_validation_status, vat_validated_at } = address
  return query<CustomerAddress>`
    insert into customer_address (uuid, tenant_uuid, created_at, removed_at,
      first_name, last_name, company_name, company_code, contact_email, contact_phone,
      line_one, line_two, line_three, city, province_code, country_code, postcode,
      vat_number, vat_validation_status, vat_validated_at)
    values (${uuid}, ${tenant_uuid}, ${created_at}, ${removed_at},
      ${first_name}, ${last_name}, ${company_name}, ${company_code}, ${contact_email}, ${contact_phone},
      ${line_one}, ${line_two}, ${line_three}, ${city}, ${province_code}, ${country_code}, ${postcode},
      ${vat_number}, ${vat_validation_status}, ${vat_validated_at}) returning *`.only(ctx)
}

export async function updateAddress(ctx: Context, uuid: string, change: Change<CustomerAddressTable>): Promise<void> {
  await query`update customer_address set ${assigned(change)} where uuid = ${uuid}`.changed(ctx)
}

/** Live subscriptions that were billed to the address keep a copy of it. */
export async function rebill(ctx: Context, tenant: string, buyer: Party): Promise<void> {
  await query`update subscription set buyer = ${JSON.stringify(buyer)}::jsonb
    where tenant_uuid = ${tenant} and status <> 'terminated' and buyer ->> 'uuid' = ${buyer.uuid}`.changed(ctx)
}
