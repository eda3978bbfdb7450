import { inTransaction, type Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import { cancelInvoices, changeCredits, unpaidInvoicesOf, type Invoice } from '../../invoicing/index.ts'
import { expireLettersOf } from '../../letters/index.ts'
import { earlyExits, endLease, lockOffersOf } from '../../market/index.ts'
import { billEarlyExits } from '../termination/early-exit.actions.ts'
import { orderStates } from '../order/order.states.ts'
import type { OrderHead } from '../order/order.store.ts'
import { isInGrace, timeOf } from '../renewal/renewal.rules.ts'
import {
  lockOrderHeads,
  lockSubscriptions,
  pendingRenewals,
  planSteps,
  subscriptionsByUuid,
} from '../renewal/renewal.store.ts'
import { commerceEvents } from '../commerce.events.ts'
import { renewalNews } from '../renewal/notice.actions.ts'
import { subscriptionStates } from './subscription.states.ts'
import type { Running } from './subscription.store.ts'
import { terminationStates } from '../termination/termination.states.ts'
import { openRequestsOf } from '../termination/termination.store.ts'

/** How subscriptions end: unpaid, because nothing renews any more, or because their lessee wants it. */

/** Subscriptions that fell due and do not go on: over with the period that is paid for, now or when it ends. */
export async function windUp(ctx: Context, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const locked = await lockToEnd(tx, uuids)
    const due = locked.filter(({ next_step_at }) => next_step_at !== null && next_step_at <= tx.now)
    const over = due.filter(({ next_step, period_end }) => next_step === 'end' || period_end <= tx.now)
    await endDue(
      tx,
      over.map((subscription) => ({ subscription, at: timeOf(subscription.next_step_at as Date, tx.now) })),
    )
    const later = due.filter((subscription) => !over.includes(subscription))
    await cancelRenewals(tx, later)
    await planSteps(
      tx,
      later.map(({ uuid, period_end }) => ({ subscription: uuid, next: { step: 'end', at: period_end } })),
    )
  })
}

/** Who does not pay leaves early, too: what was committed to is owed as by any other way of leaving. */
async function endDue(ctx: Context, endings: readonly Omit<Ending, 'earlyExit'>[]): Promise<void> {
  const unpaid = endings.filter(({ subscription }) => isInGrace(subscription))
  const exits = await earlyExits(
    ctx,
    unpaid.map(({ subscription, at }) => ({ lease: subscription.lease_uuid, at })),
  )
  const ended = endings.map((ending) => ({ ...ending, earlyExit: exits.get(ending.subscription.lease_uuid) ?? 0 }))
  await endAll(ctx, ended)
  await billEarlyExits(
    ctx,
    ended.filter(({ earlyExit }) => earlyExit > 0),
  )
}

/** With everything that their end touches: offers, orders, then the subscriptions themselves. */
export async function lockToEnd(ctx: Context, uuids: readonly string[]): Promise<Running[]> {
  const seen = await subscriptionsByUuid(ctx, uuids)
  await lockOffersOf(
    ctx,
    seen.map(({ lease_uuid }) => lease_uuid),
  )
  await lockOrderHeads(
    ctx,
    [...(await pendingRenewals(ctx, seen)).values()].map(({ uuid }) => uuid),
  )
  return lockSubscriptions(ctx, uuids)
}

interface Ending {
  readonly subscription: Running
  readonly at: Date
  /** What leaving its commitment costs, before taxes; whoever calls bills it. */
  readonly earlyExit: number
}

/** The leases end, their blocks are free again, and what was not paid is not owed. All is locked (`lockToEnd`). */
export async function endAll(ctx: Context, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  const subscriptions = endings.map(({ subscription }) => subscription)
  const orders = await cancelRenewals(ctx, subscriptions)
  const requests = await openRequestsOf(
    ctx,
    subscriptions.map(({ uuid }) => uuid),
  )
  const atOf = new Map(endings.map(({ subscription, at }) => [subscription.uuid, at]))
  await moveAll(
    ctx,
    subscriptionStates,
    'subscription',
    'terminate',
    endings.map(({ subscription: { uuid, tenant_uuid: tenant, status: from, name }, at }) => ({
      uuid,
      tenant,
      from,
      data: { block: name },
      set: { terminated_at: at },
    })),
  )
  await planSteps(
    ctx,
    subscriptions.map(({ uuid }) => ({ subscription: uuid, next: null })),
  )
  for (const { subscription, at } of endings) await endLease({ ...ctx, now: at }, subscription.lease_uuid)
  await expireLettersOf(
    ctx,
    subscriptions.map(({ lease_uuid }) => lease_uuid),
  )
  await finishRequests(ctx, requests, atOf)
  const asked = new Set(requests.map(({ subscription_uuid }) => subscription_uuid))
  await emitAll(
    ctx,
    endings.map(({ subscription, earlyExit }) => {
      const order = orders.find(({ subscription_uuid }) => subscription_uuid === subscription.uuid)
      const reason = asked.has(subscription.uuid) ? 'terminated' : reasonOf(subscription, order)
      const told = { ...renewalNews(ctx, { subscription, order }), reason, early_exit: owed(ctx, earlyExit) } as const
      return commerceEvents('subscription.ended', subscription.tenant_uuid, told)
    }),
  )
  await cancelInvoices(
    ctx,
    (await unpaidOf(ctx, orders)).map((invoice) => ({ invoice, at: atOfOrder(orders, invoice, atOf) })),
  )
}

const owed = ({ house: { config } }: Context, minor: number) =>
  minor > 0 ? toAmountString(money(minor, config.currency)) : null

const atOfOrder = (orders: readonly OrderHead[], invoice: Invoice, atOf: ReadonlyMap<string, Date>): Date =>
  atOf.get(orders.find(({ uuid }) => uuid === invoice.order_uuid)?.subscription_uuid ?? '') as Date

const reasonOf = (subscription: Running, order: OrderHead | undefined): 'unpaid' | 'expired' =>
  order && isInGrace(subscription) ? 'unpaid' : 'expired'

const unpaidOf = async (ctx: Context, orders: readonly OrderHead[]) =>
  orders.length === 0
    ? []
    : unpaidInvoicesOf(
        ctx,
        orders.map(({ uuid }) => uuid),
      )

/** What is pending will not be paid; what was asked of an approved request has happened. */
async function finishRequests(
  ctx: Context,
  requests: Awaited<ReturnType<typeof openRequestsOf>>,
  atOf: ReadonlyMap<string, Date>,
): Promise<void> {
  for (const [status, event] of [
    ['pending', 'reject'],
    ['approved', 'complete'],
  ] as const)
    await moveAll(
      ctx,
      terminationStates,
      'termination_request',
      event,
      requests
        .filter((request) => request.status === status)
        .map(({ uuid, tenant_uuid: tenant, status: from, subscription_uuid }) => ({
          uuid,
          tenant,
          from,
          set: { terminated_at: atOf.get(subscription_uuid) },
        })),
    )
}

/** The orders for periods that do not come; what was authorised for them is let go of by the job. */
export async function cancelRenewals(ctx: Context, subscriptions: readonly Running[]): Promise<OrderHead[]> {
  const pending = [...(await pendingRenewals(ctx, subscriptions)).values()]
  const open = (
    await lockOrderHeads(
      ctx,
      pending.map(({ uuid }) => uuid),
    )
  ).filter(({ status }) => status === 'pending_payment')
  await moveAll(
    ctx,
    orderStates,
    'sales_order',
    'cancel',
    open.map(({ uuid, tenant_uuid: tenant, status: from, subscription_uuid }) => ({
      uuid,
      tenant,
      from,
      data: { subscription_uuid },
    })),
  )
  // What had come for them is the company's to use.
  await changeCredits(
    ctx,
    open.map(({ tenant_uuid: tenant, credits_minor }) => ({ tenant, total: 0, held: -credits_minor })),
  )
  return open
}
