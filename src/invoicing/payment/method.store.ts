import type { Context } from '../../kernel/context.ts'
import { ownList } from '../../kernel/db/own-list.ts'
import type { PaymentMethod } from './payment.store.ts'

/** Also those that were removed: a payment under way still needs its own. */
export async function methodsByUuid(ctx: Context, uuids: readonly string[]): Promise<PaymentMethod[]> {
  if (uuids.length === 0) return []
  return ctx.db
    .selectFrom('payment_method')
    .selectAll()
    .where('uuid', 'in', [...uuids])
    .execute()
}

/** Oldest first. */
export const listMethods = ownList('payment_method')

/**
 * A company's methods, newest first, while nobody else adds, removes or prefers one: the company's row stands for the set,
 * since there may be none to lock.
 */
export async function lockMethods(ctx: Context, tenant: string): Promise<PaymentMethod[]> {
  await ctx.db.selectFrom('tenant').select('uuid').where('uuid', '=', tenant).forNoKeyUpdate().execute()
  return ctx.db
    .selectFrom('payment_method')
    .selectAll()
    .where('tenant_uuid', '=', tenant)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .execute()
}

export async function insertMethod(ctx: Context, method: PaymentMethod): Promise<void> {
  await ctx.db.insertInto('payment_method').values(method).execute()
}

/** One at most, by constraint: the old one steps back first. */
export async function setDefault(ctx: Context, tenant: string, uuid: string | null): Promise<void> {
  await ctx.db
    .updateTable('payment_method')
    .set({ is_default: false })
    .where('tenant_uuid', '=', tenant)
    .where('is_default', '=', true)
    .execute()
  if (uuid !== null)
    await ctx.db.updateTable('payment_method').set({ is_default: true }).where('uuid', '=', uuid).execute()
}

export async function markMethodRemoved(ctx: Context, uuid: string): Promise<void> {
  await ctx.db
    .updateTable('payment_method')
    .set({ removed_at: ctx.now, is_default: false })
    .where('uuid', '=', uuid)
    .execute()
}

/** Under which name a provider knows the company, from whatever it enrolled before. */
export async function customerOf(
  ctx: Context,
  tenant: string,
  provider: PaymentMethod['provider'],
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('payment_method')
    .select('provider_customer')
    .where('tenant_uuid', '=', tenant)
    .where('provider', '=', provider)
    .where('provider_customer', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.provider_customer ?? undefined
}

/** Whether the company has the same card or account once more and has not removed it. */
export async function isKept(ctx: Context, method: PaymentMethod): Promise<boolean> {
  const other = await ctx.db
    .selectFrom('payment_method')
    .select('uuid')
    .where('tenant_uuid', '=', method.tenant_uuid)
    .where('provider', '=', method.provider)
    .where('provider_method', '=', method.provider_method)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
