import { textArray } from '../../kernel/db/arrays.ts'
import { inBatches, type Placed } from '../../kernel/db/batches.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import type { OrderKey } from '../../kernel/db/paging.ts'
import { nothing, query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
import { uuidsBeginning } from '../../kernel/uuid.ts'
import type { Order } from './order.store.ts'

/** Orders by page, and in batches: a company's own, and for operators those of all that wait for their money. */

interface OrderWish {
  readonly tenant: string
  readonly status: readonly Order['status'][]
  readonly search: string | null
  readonly descending: boolean
}

interface PageWish {
  readonly perPage: number
  readonly offset: number
}

/** An order as a line of a table. */
export interface OrderRow extends Omit<
  Order,
  | 'lines'
  | 'discounts'
  | 'taxes'
  | 'buyer'
  | 'removed_items'
  | 'cart_uuid'
  | 'discount_code_uuid'
  | 'payment_method_uuid'
> {
  /** What its first line is for. */
  readonly name: string | null
  readonly items: number
}

const shown = query`o.uuid, o.tenant_uuid, o.status, o.kind, o.subscription_uuid, o.period_start, o.period_end,
  o.sub_total_minor, o.discount_minor, o.tax_minor, o.credits_minor, o.total_minor, o.placed_at, o.expires_at,
  o.completed_at, coalesce(o.lines #>> '{0,earner,name}', o.lines #>> '{0,description}') as name,
  jsonb_array_length(o.lines) as items`

/** How the identifier begins, or part of the number of an invoice of the order. */
function called(tenant: string, text: string): Query<unknown> {
  const range = uuidsBeginning(text)
  const invoiced = query`o.uuid in (
    select i.order_uuid from invoice i where i.tenant_uuid = ${tenant} and strpos(i.number, upper(${text})) > 0)`
  return range === null
    ? query`and ${invoiced}`
    : query`and (${invoiced} or o.uuid between ${range[0]} and ${range[1]})`
}

function matching({ tenant, status, search }: OrderWish): Query<unknown> {
  const inStatus = status.length === 0 ? nothing : query`and o.status = any(${textArray(status)})`
  return query`from sales_order o where o.tenant_uuid = ${tenant} ${inStatus}
    ${search === null ? nothing : called(tenant, search)}`
}

const byAge = ({ descending }: OrderWish): OrderKey[] =>
  [query`o.placed_at`, query`o.uuid`].map((by) => ({ by, descending }))

/** A page of a company's orders, and how many there are. */
export async function listOrders(ctx: Context, wish: OrderWish & PageWish): Promise<{ rows: Order[]; total: number }> {
  const { tenant, status, search } = wish
  const count = (came: Query<unknown>) =>
    query<{ total: number }>`select count(*) as total ${matching(wish)} and ${came}`
  const whole = status.length === 0 && search === null
  return pageOfList(ctx, wish, {
    keys: byAge(wish),
    total: whole
      ? (asked) => settledTotal(asked, { list: `order ${tenant}`, cameAt: query`o.placed_at`, count })
      : counted(count(query`true`)),
    rows: (asked, { order, most, skip }) =>
      query<Order>`select o.* ${matching(wish)} ${order} limit ${most} offset ${skip}`.planned(asked),
  })
}

export const ordersInBatches = (ctx: Context, wish: OrderWish): AsyncGenerator<readonly OrderRow[]> =>
  inBatches(byAge(wish), ({ standing, beyond, order, most }) =>
    query<OrderRow & Placed>`
      select ${shown}, ${standing} as standing ${matching(wish)} and ${beyond} ${order} limit ${most}`.planned(ctx),
  )

interface WaitingOrder extends Order {
  readonly company: string
}

export interface WaitingOrderRow extends OrderRow {
  readonly company: string
}

const waiting = query`from sales_order o where o.status = 'pending_payment' and o.kind = 'purchase'`

/** The first to expire in front. */
const byExpiry: readonly OrderKey[] = [query`o.expires_at`, query`o.uuid`].map((by) => ({ by, descending: false }))

/** Purchases of all companies that wait for their money, and how many there are. */
export async function listWaitingOrders(
  ctx: Context,
  page: PageWish,
): Promise<{ rows: WaitingOrder[]; total: number }> {
  return pageOfList(ctx, page, {
    keys: byExpiry,
    total: counted(query<{ total: number }>`select count(*) as total ${waiting}`),
    rows: (asked, { order, most, skip }) =>
      query<WaitingOrder>`
        select o.*, t.title as company
        from (select o.* ${waiting} ${order} limit ${most} offset ${skip}) o
        join tenant t on t.uuid = o.tenant_uuid ${order}`.rows(asked),
  })
}

export const waitingOrdersInBatches = (ctx: Context): AsyncGenerator<readonly WaitingOrderRow[]> =>
  inBatches(byExpiry, ({ standing, beyond, order, most }) =>
    query<WaitingOrderRow & Placed>`
      select ${shown}, t.title as company, ${standing} as standing
      from (select o.* ${waiting} and ${beyond} ${order} limit ${most}) o
      join tenant t on t.uuid = o.tenant_uuid ${order}`.planned(ctx),
  )
