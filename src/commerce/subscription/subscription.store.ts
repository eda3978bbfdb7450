import { textArray, uuidArray } from '../../kernel/db/arrays.ts'
import { insertLater } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import { counted, pageOfList } from '../../kernel/db/pages.ts'
import { totalOrder, type SortKey } from '../../kernel/db/paging.ts'
import type { BilledPeriodTable, RenewalStepTable, SubscriptionTable } from '../../kernel/db/rows.gen.ts'
import { all, query, type Query } from '../../kernel/db/query.ts'
import { settledTotal } from '../../kernel/db/settled-total.ts'
import type { Party } from '../../invoicing/index.ts'

/** With what it does next, which is a row of its own. */
export interface Subscription extends Omit<SubscriptionTable, 'buyer'>, Omit<RenewalStepTable, 'uuid'> {
  readonly buyer: Party
}

/** What its course decides by: of hundreds at a time, the rest is left where it is. */
export type Running = Pick<
  Subscription,
  | 'uuid'
  | 'tenant_uuid'
  | 'lease_uuid'
  | 'name'
  | 'status'
  | 'price_minor'
  | 'payment_method_uuid'
  | 'anchor_day'
  | 'period_number'
  | 'period_start'
  | 'period_end'
  | 'expires_at'
  | 'next_step'
  | 'next_step_at'
>

type BilledPeriod = Omit<BilledPeriodTable, 'follows'>

export async function insertSubscriptions(ctx: Context, subscriptions: readonly Subscription[]): Promise<void> {
  await insertLater(
    ctx,
    'subscription',
    subscriptions.map(({ next_step: _step, next_step_at: _at, ...row }) => row),
  )
  await insertLater(
    ctx,
    'renewal_step',
    subscriptions.map(({ uuid, next_step, next_step_at }) => ({ uuid, next_step, next_step_at })),
  )
}

export async function insertPeriods(ctx: Context, periods: readonly BilledPeriod[]): Promise<void> {
  await insertLater(ctx, 'billed_period', periods)
}

export async function findSubscription(ctx: Context, tenant: string, uuid: string): Promise<Subscription | undefined> {
  return query<Subscription>`
    select * from subscription join renewal_step using (uuid) where uuid = ${uuid} and tenant_uuid = ${tenant}`.one(ctx)
}

const columns = { started_at: query`s.started_at`, name: query`s.name`, current_period_end: query`s.period_end` }

export interface SubscriptionsWish {
  readonly tenant: string
  readonly status: readonly Subscription['status'][]
  /** A part of the block's name. */
  readonly name: string | undefined
  readonly uuids: readonly string[] | undefined
  readonly sort: readonly SortKey<keyof typeof columns>[]
  readonly perPage: number
  readonly offset: number
}

/** A page of a company's subscriptions, and how many there are. */
export async function listSubscriptions(
  ctx: Context,
  { tenant, status, name, uuids, sort, ...page }: SubscriptionsWish,
): Promise<{ rows: Subscription[]; total: number }> {
  const conditions = all([
    query`s.tenant_uuid = ${tenant}`,
    ...(status.length === 0 ? [] : [query`s.status = any(${textArray(status)})`]),
    ...(name === undefined ? [] : [query`position(${name} in s.name) > 0`]),
    ...(uuids === undefined ? [] : [query`s.uuid = any(${uuidArray(uuids)})`]),
  ])
  const count = (came: Query<unknown>) =>
    query<{ total: number }>`select count(*) as total from subscription s where ${conditions} and ${came}`
  const whole = status.length === 0 && name === undefined && uuids === undefined
  return pageOfList(ctx, page, {
    keys: totalOrder(sort, columns, query`s.uuid`),
    total: whole
      ? (asked) => settledTotal(asked, { list: `subscription ${tenant}`, cameAt: columns.started_at, count })
      : counted(count(query`true`)),
    rows: (asked, { order, most, skip }) =>
      query<Subscription>`
        select s.*, r.next_step, r.next_step_at
        from (select s.* from subscription s where ${conditions} ${order} limit ${most} offset ${skip}) s
        join renewal_step r on r.uuid = s.uuid ${order}`.planned(asked),
  })
}
