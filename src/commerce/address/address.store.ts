import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { ownList } from '../../kernel/db/own-list.ts'
import type { CustomerAddressTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { Party } from '../../invoicing/index.ts'

export type CustomerAddress = Selectable<CustomerAddressTable>

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
  return ctx.db.insertInto('customer_address').values(address).returningAll().executeTakeFirstOrThrow()
}

export async function updateAddress(
  ctx: Context,
  uuid: string,
  change: Updateable<CustomerAddressTable>,
): Promise<void> {
  await ctx.db.updateTable('customer_address').set(change).where('uuid', '=', uuid).execute()
}

/** Live subscriptions that were billed to the address keep a copy of it. */
export async function rebill(ctx: Context, tenant: string, buyer: Party): Promise<void> {
  await query`update subscription set buyer = ${JSON.stringify(buyer)}::jsonb
    where tenant_uuid = ${tenant} and status <> 'terminated' and buyer ->> 'uuid' = ${buyer.uuid}`.changed(ctx)
}
