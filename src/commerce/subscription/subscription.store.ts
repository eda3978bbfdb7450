import type { Selectable } from 'kysely'
import { uuidArray } from '../../kernel/db/arrays.ts'
import { insertLater } from '../../kernel/db/bulk.ts'
import type { Context } from '../../kernel/context.ts'
import type { SortKey } from '../../kernel/db/paging.ts'
import type { BilledPeriodTable, RenewalStepTable, SubscriptionTable } from '../../kernel/db/rows.gen.ts'
import { query } from '../../kernel/db/query.ts'
import type { Party } from '../../invoicing/index.ts'

/** With what it does next, which is a row of its own. */
export interface Subscription
  extends Omit<Selectable<SubscriptionTable>, 'buyer'>, Omit<Selectable<RenewalStepTable>, 'uuid'> {
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

type BilledPeriod = Omit<Selectable<BilledPeriodTable>, 'follows'>

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

const columns = { started_at: 'started_at', name: 'name', current_period_end: 'period_end' } as const

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
  { tenant, status, name, uuids, sort, perPage, offset }: SubscriptionsWish,
): Promise<{ rows: Subscription[]; total: number }> {
  const wanted = ctx.db
    .selectFrom('subscription')
    .where('tenant_uuid', '=', tenant)
    .$if(status.length > 0, (all) => all.where('status', 'in', [...status]))
    .$if(name !== undefined, (all) => all.where(query<boolean>`position(${name} in name) > 0`))
    .$if(uuids !== undefined, (all) =>
      all.where('subscription.uuid', '=', query<string>`any(${uuidArray(uuids ?? [])})`),
    )
  let page = wanted
    .innerJoin('renewal_step as r', 'r.uuid', 'subscription.uuid')
    .selectAll('subscription')
    .select(['r.next_step', 'r.next_step_at'])
  for (const { field, descending } of sort) page = page.orderBy(columns[field], descending ? 'desc' : 'asc')
  const last = sort.at(-1)?.descending ? 'desc' : 'asc'
  const rows = await page.orderBy('subscription.uuid', last).limit(perPage).offset(offset).execute()
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows: rows as unknown as Subscription[], total }
}
