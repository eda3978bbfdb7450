import { uuidArray } from '../../kernel/db/arrays.ts'
import { insertAll } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { ownList } from '../../kernel/db/own-list.ts'
import { query } from '../../kernel/db/query.ts'
import type { PaymentMethod } from './payment.store.ts'

/** Also those that were removed: a payment under way still needs its own. */
export async function methodsByUuid(ctx: Context, uuids: readonly string[]): Promise<PaymentMethod[]> {
  if (uuids.length === 0) return []
  return query<PaymentMethod>`select * from payment_method where uuid = any(${uuidArray(uuids)})`.rows(ctx)
}

/** Oldest first. */
export const listMethods = ownList('payment_method')

/**
 * A company's methods, newest first, while nobody else adds, removes or prefers one: the company's row stands for the set,
 * since there may be none to lock.
 */
export async function lockMethods(ctx: Context, tenant: string): Promise<PaymentMethod[]> {
  await query`select from tenant where uuid = ${tenant} for no key update`.changed(ctx)
  return query<PaymentMethod>`
    select * from payment_method where tenant_uuid = ${tenant} and removed_at is null
    order by created_at desc, uuid desc`.rows(ctx)
}

export async function insertMethod(ctx: Context, method: PaymentMethod): Promise<void> {
  await insertAll(ctx, 'payment_method', [method])
}

/** One at most, by constraint: the old one steps back first. */
export async function setDefault(ctx: Context, tenant: string, uuid: string | null): Promise<void> {
  await query`update payment_method set is_default = false where tenant_uuid = ${tenant} and is_default`.changed(ctx)
  if (uuid !== null) await query`update payment_method set is_default = true where uuid = ${uuid}`.changed(ctx)
}

export async function markMethodRemoved(ctx: Context, uuid: string): Promise<void> {
  await query`update payment_method set removed_at = ${ctx.now}, is_default = false where uuid = ${uuid}`.changed(ctx)
}

/** Under which name a provider knows the company, from whatever it enrolled before. */
export async function customerOf(
  ctx: Context,
  tenant: string,
  provider: PaymentMethod['provider'],
): Promise<string | undefined> {
  const [row] = await query<Pick<PaymentMethod, 'provider_customer'>>`
    select provider_customer from payment_method
    where tenant_uuid = ${tenant} and provider = ${provider} and provider_customer is not null
    order by created_at desc, uuid desc limit 1`.rows(ctx)
  return row?.provider_customer ?? undefined
}

/** Whether the company has the same card or account once more and has not removed it. */
export async function isKept(ctx: Context, method: PaymentMethod): Promise<boolean> {
  const { kept } = await query<{ kept: boolean }>`
    select exists (
      select from payment_method where tenant_uuid = ${method.tenant_uuid} and provider = ${method.provider}
        and provider_method = ${method.provider_method} and removed_at is null) as kept`.only(ctx)
  return kept
}
