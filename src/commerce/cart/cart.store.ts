import type { Party, PaymentMethod } from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import type { CartTable } from '../../kernel/db/rows.gen.ts'
import { assigned, type Change, query } from '../../kernel/db/query.ts'
import { changeSoon } from '../../kernel/db/together.ts'
import type { DiscountCode } from '../discount/discount.store.ts'

export interface Cart extends Omit<CartTable, 'address'> {
  readonly address: Party | null
}

/** A cart, and what its totals and its payment depend on. */
export interface CartTerms extends Cart {
  readonly discount: DiscountCode | null
  /** What the company has in credits that no order has claimed. */
  readonly available_minor: number
  /** What would be charged: the cart's own method while it is there, else the company's default one. */
  readonly method: PaymentMethod | null
  /** The company has letters in it, or had: which, the letters slice knows. */
  readonly has_letters: boolean
}

/** As the statement gives it: whole rows as JSON, in which times are texts. */
interface TermsRow extends Cart {
  readonly discount: Dated<DiscountCode, 'created_at' | 'valid_from' | 'valid_until' | 'ended_at'> | null
  readonly available_minor: number
  readonly method: Dated<PaymentMethod, 'created_at' | 'removed_at'> | null
  readonly has_letters: boolean
}

type Dated<T, K extends keyof T> = Omit<T, K> & { readonly [P in K]: string | Extract<T[P], null> }

const terms = query`
  select c.*, to_jsonb(d) as discount, coalesce(a.total_minor - a.held_minor, 0) as available_minor,
    to_jsonb(m) as method,
    exists (select from letter_line n where n.tenant_uuid = c.tenant_uuid and n.claimed_by is null) as has_letters
  from cart c
  left join discount_code d on d.uuid = c.discount_code_uuid
  left join credit_account a on a.tenant_uuid = c.tenant_uuid
  left join lateral (
    select * from payment_method m where m.tenant_uuid = c.tenant_uuid and m.removed_at is null
      and (m.is_default or m.uuid = c.payment_method_uuid)
    order by (m.uuid = c.payment_method_uuid) desc nulls last limit 1
  ) m on true`

export async function findCurrentCart(ctx: Context, tenant: string): Promise<CartTerms | undefined> {
  return read(await query<TermsRow>`${terms} where c.tenant_uuid = ${tenant} and c.status <> 'ordered'`.one(ctx))
}

export async function findCart(ctx: Context, tenant: string, uuid: string): Promise<CartTerms | undefined> {
  return read(await query<TermsRow>`${terms} where c.uuid = ${uuid} and c.tenant_uuid = ${tenant}`.one(ctx))
}

function read(row: TermsRow | undefined): CartTerms | undefined {
  if (!row) return undefined
  const { discount, method } = row
  const date = (text: string | null): Date | null => (text === null ? null : new Date(text))
  return {
    ...row,
    discount: discount && {
      ...discount,
      created_at: new Date(discount.created_at),
      valid_from: date(discount.valid_from),
      valid_until: date(discount.valid_until),
      ended_at: date(discount.ended_at),
    },
    method: method && { ...method, created_at: new Date(method.created_at), removed_at: date(method.removed_at) },
  }
}

/** Alone with it until the transaction ends. */
export async function lockCart(ctx: Context, tenant: string, uuid: string): Promise<Cart | undefined> {
  return query<Cart>`select * from cart where uuid = ${uuid} and tenant_uuid = ${tenant} for update`.one(ctx)
}

/** The same with its terms. Read after the lock: what hangs on the row may have changed with it. */
export async function lockTerms(ctx: Context, tenant: string, uuid: string): Promise<CartTerms | undefined> {
  const [known, cart] = await Promise.all([lockCart(ctx, tenant, uuid), findCart(ctx, tenant, uuid)])
  return known && cart
}

/** It can still be ordered: for whoever has said that it is to be locked, and not waited for the answer. */
export const isOpen = (tenant: string, uuid: string) =>
  query<boolean>`exists (select from cart where uuid = ${uuid} and tenant_uuid = ${tenant} and status = 'open')`

/** Alone with the company's current cart, whatever is being done with it. */
export async function lockCurrentCart(ctx: Context, tenant: string): Promise<void> {
  await query`select from cart where tenant_uuid = ${tenant} and status <> 'ordered' for update`.changed(ctx)
}

/** Nothing when the company has a current one; as its partial index says it. */
export async function insertCart(
  ctx: Context,
  { uuid, tenant_uuid, status }: Pick<Cart, 'uuid' | 'tenant_uuid' | 'status'>,
): Promise<Cart | undefined> {
  const [cart] = await query<Cart>`
    insert into cart (uuid, tenant_uuid, status, created_at, changed_at)
    values (${uuid}, ${tenant_uuid}, ${status}, ${ctx.now}, ${ctx.now})
    on conflict (tenant_uuid) where status <> 'ordered' do nothing returning *`.rows(ctx)
  return cart
}

/** Everything but the status, which only `move` writes. */
export type CartChange = Pick<Change<CartTable>, 'credits_minor' | 'discount_code_uuid' | 'payment_method_uuid'> & {
  readonly address?: Party
}

export async function updateCart(ctx: Context, uuid: string, { address, ...plain }: CartChange): Promise<void> {
  const change = { ...plain, address: address && JSON.stringify(address), changed_at: ctx.now }
  await changeSoon(ctx, ['cart'], query`update cart set ${assigned(change)} where uuid = ${uuid}`)
}

/** Whether something was kept for the cart's company after its last change, and is no more. */
export async function hasLapsed(ctx: Context, { tenant_uuid, changed_at }: Cart): Promise<boolean> {
  const [lapsed] = await query<{ has: boolean }>`
    select exists (
      select from reservation r join allocation a on a.uuid = r.allocation_uuid
      where r.tenant_uuid = ${tenant_uuid} and r.status in ('accepted', 'expired') and r.claimed_by is null
        and r.bought_at is null and r.decided_at is not null and a.until > ${changed_at} and a.until <= ${ctx.now}
    ) as has`.rows(ctx)
  return lapsed?.has ?? false
}
