import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { point } from '../../kernel/db/pool.ts'
import { ownList } from '../../kernel/db/own-list.ts'
import type { CustomerAddressTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { Party } from '../../invoicing/index.ts'

export type CustomerAddress = Selectable<CustomerAddressTable>

const byUuid = point<CustomerAddress>('customer_address_by_uuid', (db) =>
  db
    .selectFrom('customer_address')
    .selectAll()
    .where('uuid', '=', '')
    .where('tenant_uuid', '=', '')
    .where('removed_at', 'is', null)
    .compile(),
)

const byNumber = point<CustomerAddress>('customer_address_by_number', (db) =>
  db
    .selectFrom('customer_address')
    .selectAll()
    .where('number', '=', 0)
    .where('tenant_uuid', '=', '')
    .where('removed_at', 'is', null)
    .compile(),
)

/** By its UUID or its number (decisions 1, Identity of the caller). */
export async function findAddress(ctx: Context, tenant: string, id: string): Promise<CustomerAddress | undefined> {
  const [found] = /^\d+$/.test(id) ? await byNumber(ctx, Number(id), tenant) : await byUuid(ctx, id, tenant)
  return found
}

export async function lockAddress(ctx: Context, tenant: string, id: string): Promise<CustomerAddress | undefined> {
  return ctx.db
    .selectFrom('customer_address')
    .selectAll()
    .where('tenant_uuid', '=', tenant)
    .where('removed_at', 'is', null)
    .where((eb) => (/^\d+$/.test(id) ? eb('number', '=', Number(id)) : eb('uuid', '=', id)))
    .forUpdate()
    .executeTakeFirst()
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
