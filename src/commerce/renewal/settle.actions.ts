import { answerBegun, begunFor } from '../../kernel/http/begun.ts'
import { inTransaction, type Context } from '../../kernel/context.ts'
import { emitAll } from '../../kernel/work/events.ts'
import { moveAll } from '../../kernel/db/moves.ts'
import {
  issueInvoices,
  lockPaymentStates,
  payInvoices,
  refundPayments,
  settlePayments,
  unpaidInvoicesOf,
  type Bill,
  type Invoice,
  type Means,
  type Outcome,
  type Payment,
  type Taken,
} from '../../invoicing/index.ts'
import {
  leaseTerms,
  lockOffersOf,
  renewLeases,
  resumeLease,
  suspendLease,
  type LeaseTerms,
} from '../../market/index.ts'
import { orderStates } from '../order/order.states.ts'
import type { Ordered, OrderHead } from '../order/order.store.ts'
import { firstStep, stepAfter, type Step } from './period.rules.ts'
import { isLost, viewOf } from '../checkout/purchase.actions.ts'
import { afterRenewal, captureAfter, earliest, isInGrace, mayRenew, nextPeriodEnd, timeOf } from './renewal.rules.ts'
import {
  lockOrderHeads,
  lockSubscriptions,
  moveOn,
  orderedByUuid,
  ownersOf,
  planSteps,
  type Owners,
} from './renewal.store.ts'
import { commerceEvents } from '../commerce.events.ts'
import { renewalNews } from './notice.actions.ts'
import { recordPeriods } from '../subscription/subscription.actions.ts'
import { subscriptionStates } from '../subscription/subscription.states.ts'
import type { Running } from '../subscription/subscription.store.ts'

/** What follows when the provider has answered: for renewals, and for what leaving a commitment early costs. */

/**
 * Whoever asked, the timetable, the customer or whoever takes up what was left behind: a step that is due is done by it.
 * Money for what is not renewed any more goes back. `also` is done in the same transaction.
 */
export async function settleRenewals(
  ctx: Context,
  taken: readonly Taken[],
  { owners }: { readonly owners?: Owners } = {},
  also: (tx: Context) => Promise<void> = async () => undefined,
): Promise<void> {
  if (taken.length === 0) return
  const stranded = await inTransaction(ctx, async (tx) => {
    const left = await settle(tx, taken, owners)
    await also(tx)
    return left
  })
  if (stranded.length === 0) return
  const given = await refundPayments(ctx, stranded)
  const over = given.filter(({ outcome }) => outcome.status === 'succeeded')
  await inTransaction(ctx, (tx) =>
    settlePayments(
      tx,
      over.map(({ payment, outcome }) => ({ payment, outcome: { ...outcome, status: 'cancelled' } as Outcome })),
    ),
  )
}

interface Case {
  readonly subscription: Running
  readonly order: OrderHead
  readonly at: Date
}

interface Answered extends Case {
  readonly payment: Payment
  readonly outcome: Taken['outcome']
}

/** Returns what has to be given back: it stays as it is until it has been, so that nobody forgets it. */
async function settle(ctx: Context, taken: readonly Taken[], owners: Owners | undefined): Promise<Payment[]> {
  const { asked, terms, standing } = await casesOf(ctx, taken, owners)
  const isStranded = (one: Answered) =>
    one.outcome.status === 'succeeded' && !isWanted(one, terms.get(one.subscription.lease_uuid))
  const settled = new Set(
    (
      await settlePayments(
        ctx,
        asked.filter((one) => !isStranded(one)),
        standing,
      )
    ).map(uuidOf),
  )
  const mine = asked.filter((one) => settled.has(uuidOf(one)))
  const due = mine.filter((one) => isOpen(one) && (isDue(ctx, one) || one.order.kind === 'early_exit'))
  await awaitCapture(
    ctx,
    due.filter(({ outcome, order }) => outcome.status === 'authorised' && order.kind === 'renewal'),
  )
  await complete(
    ctx,
    mine.filter(({ outcome }) => outcome.status === 'succeeded'),
    terms,
  )
  await failSteps(
    ctx,
    due.flatMap((one) => {
      const { outcome } = one
      if (outcome.status === 'cancelled') return [{ ...one, failure: 'authentication_required' }]
      return outcome.status === 'declined' ? [{ ...one, failure: outcome.failure }] : []
    }),
  )
  const stranded = asked.filter(isStranded)
  await answerThem(ctx, mine, stranded)
  return stranded.map(({ payment, outcome }) => ({ ...payment, provider_reference: outcome.reference }))
}

/** The money is there, and is taken half a day before the month begins: time to say so. */
async function awaitCapture(ctx: Context, authorised: readonly Case[]): Promise<void> {
  const planned = authorised.map((one) => ({ ...one, next: captureAfter(one.subscription, one.at) }))
  await planSteps(
    ctx,
    planned.map(({ subscription, next }) => ({ subscription: subscription.uuid, next })),
  )
  await emitAll(
    ctx,
    planned.map((one) =>
      commerceEvents('subscription.renewal_coming', one.subscription.tenant_uuid, renewalNews(ctx, one)),
    ),
  )
}

/** Customers who began these payments themselves get their answers. */
async function answerThem(ctx: Context, settled: readonly Answered[], stranded: readonly Answered[]): Promise<void> {
  const paidFor = new Map(settled.filter(({ outcome }) => !isLost(outcome)).map((one) => [uuidOf(one), one.order.uuid]))
  const begun = await begunFor(ctx, [...settled, ...stranded].map(uuidOf))
  await answerBegun(ctx, begun, async (payment) => {
    const order = paidFor.get(payment)
    return order === undefined ? null : viewOf(ctx, order)
  })
}

const uuidOf = ({ payment }: Taken): string => payment.uuid

/** In the order in which they were asked: by it they get their numbers. Who pays is alone with the offers, too. */
async function casesOf(ctx: Context, taken: readonly Taken[], owners: Owners | undefined) {
  const uuids = taken.map(({ payment }) => payment.order_uuid)
  const { subscriptions, leases } = owners ?? (await ownersOf(ctx, uuids))
  const paying = taken.some(({ outcome }) => outcome.status === 'succeeded')
  const [, orders, running, terms, standing] = await Promise.all([
    paying ? lockOffersOf(ctx, leases) : undefined,
    lockOrderHeads(ctx, uuids),
    lockSubscriptions(ctx, subscriptions),
    paying ? leaseTerms(ctx, leases) : new Map<string, LeaseTerms>(),
    lockPaymentStates(ctx, taken.map(uuidOf)),
  ])
  const orderOf = new Map(orders.map((order) => [order.uuid, order]))
  const subscriptionOf = new Map(running.map((subscription) => [subscription.uuid, subscription]))
  const asked = taken.map(({ payment, outcome }): Answered => {
    const order = orderOf.get(payment.order_uuid)
    const subscription = subscriptionOf.get(order?.subscription_uuid ?? '')
    if (!order || !subscription) throw new Error(`the payment ${payment.uuid} is for no renewal`)
    const { next_step_at } = subscription
    const at = next_step_at && next_step_at <= ctx.now ? timeOf(next_step_at, ctx.now) : ctx.now
    return { payment, outcome, order, subscription, at: order.kind === 'renewal' ? at : ctx.now }
  })
  return { asked, terms, standing }
}

/**
 * The money has come by another way than a provider: `pay` writes down how, and says by nothing that it is not enough yet.
 * The order waits, or nothing is done.
 */
export async function completeByHand(
  ctx: Context,
  uuid: string,
  pay: (order: OrderHead) => Promise<Payment | null>,
): Promise<boolean> {
  const { leases } = await ownersOf(ctx, [uuid])
  await lockOffersOf(ctx, leases)
  const [order] = await lockOrderHeads(ctx, [uuid])
  const [subscription] = await lockSubscriptions(ctx, [order?.subscription_uuid ?? ''].filter(Boolean))
  if (!order || !subscription) return false
  const terms = await leaseTerms(ctx, leases)
  const one = { order, subscription, at: ctx.now }
  if (!isWanted(one, terms.get(subscription.lease_uuid))) return false
  const payment = await pay(order)
  if (payment) await complete(ctx, [{ ...one, payment }], terms)
  return true
}

const isOpen = ({ order }: Case): boolean => order.status === 'pending_payment'

/** Whether the order is for the period that follows the one that runs. */
const isNext = ({ subscription, order }: Case): boolean =>
  order.period_start?.getTime() === subscription.period_end.getTime()

const isDue = (ctx: Context, one: Case): boolean => {
  const { next_step_at } = one.subscription
  return isNext(one) && next_step_at !== null && next_step_at <= ctx.now
}

/** Whether it can still be paid: what does not renew cannot. */
export function isWanted(one: Case, terms: LeaseTerms | undefined): boolean {
  if (!isOpen(one)) return false
  if (one.order.kind === 'early_exit') return true
  return isNext(one) && mayRenew(one.subscription, terms)
}

async function complete(
  ctx: Context,
  paid: readonly (Case & { readonly payment: Payment })[],
  terms: ReadonlyMap<string, LeaseTerms>,
): Promise<void> {
  if (paid.length === 0) return
  const billed = await billedBefore(ctx, paid)
  const bills = billsFor(
    ctx,
    paid.filter(({ order }) => !billed.has(order.uuid)),
    meansOf,
  )
  const renewed = paid.filter(({ order }) => order.kind === 'renewal')
  // What the documents say and their numbers first: they are put together here while the database does the rest.
  const [issued] = await Promise.all([
    issueInvoices(ctx, bills),
    settleOrders(ctx, paid),
    goOn(ctx, renewed, terms),
    payInvoices(
      ctx,
      paid.flatMap((one) => {
        const invoice = billed.get(one.order.uuid)
        return invoice ? [{ invoice, means: meansOf(one), at: one.at }] : []
      }),
    ),
  ])
  const invoices = new Map([...billed.values(), ...issued].map((invoice) => [invoice.order_uuid, invoice.uuid]))
  await recordPeriods(
    ctx,
    renewed.map(({ subscription, order }) => ({
      subscription: afterRenewal(subscription),
      order: order.uuid,
      invoice: invoices.get(order.uuid) as string,
    })),
  )
}

const meansOf = ({ order, payment: { uuid, amount_minor: amount } }: Case & { readonly payment: Payment }): Means => ({
  credits: order.credits_minor,
  payment: { uuid, amount },
})

function settleOrders(ctx: Context, paid: readonly Case[]): Promise<void> {
  const rows = paid.map(({ order: { uuid, tenant_uuid: tenant, status: from, period_end }, subscription, at }) => ({
    uuid,
    tenant,
    from,
    data: { subscription_uuid: subscription.uuid, block: subscription.name, period_end },
    set: { completed_at: at },
  }))
  return moveAll(ctx, orderStates, 'sales_order', 'settle', rows)
}

/** Unpaid invoices by their orders; there are none before the due date. */
async function billedBefore(ctx: Context, cases: readonly Case[]): Promise<Map<string | null, Invoice>> {
  const may = cases.filter(({ order, subscription }) => order.kind !== 'renewal' || isInGrace(subscription))
  if (may.length === 0) return new Map()
  const invoices = await unpaidInvoicesOf(
    ctx,
    may.map(({ order }) => order.uuid),
  )
  return new Map(invoices.map((invoice) => [invoice.order_uuid, invoice]))
}

/** As they were ordered; due when the period begins, or at once. */
function billsFor<One extends Case>(ctx: Context, cases: readonly One[], paid: (one: One) => Means | null): Bill[] {
  if (cases.length === 0) return []
  const orders = orderedByUuid(
    ctx,
    cases.map(({ order }) => order.uuid),
  )
  return cases.map((one): Bill => ({
    tenant: one.order.tenant_uuid,
    order: one.order.uuid,
    document: orders.then((ordered) => ordered.get(one.order.uuid) as Ordered),
    at: one.at,
    dueAt: one.order.period_start ?? one.at,
    paid: paid(one),
  }))
}

/** The next period is paid for: lease and subscription run on, and what was suspended runs again. */
async function goOn(ctx: Context, renewed: readonly Case[], terms: ReadonlyMap<string, LeaseTerms>): Promise<void> {
  await renewLeases(
    ctx,
    renewed.map(({ subscription }) => ({ lease: subscription.lease_uuid, nextDueAt: nextPeriodEnd(subscription) })),
  )
  await moveOn(
    ctx,
    renewed.map(({ subscription }) => {
      const periodEnd = nextPeriodEnd(subscription)
      const limit = earliest(subscription.expires_at, terms.get(subscription.lease_uuid)?.expires_at ?? null)
      return { subscription: subscription.uuid, periodEnd, next: firstStep(periodEnd, limit) }
    }),
  )
  const suspended = renewed.filter(({ subscription }) => subscription.status === 'suspended')
  await moveSubscriptions(ctx, suspended, 'resume')
  for (const { subscription } of suspended) await resumeLease(ctx, subscription.lease_uuid)
}

interface Failed extends Case {
  readonly failure: string
}

/** No money came: the timetable goes on, the invoice is issued when the period begins, the lease suspended a day later. */
export async function failSteps(ctx: Context, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return
  const renewals = failed.filter(({ order }) => order.kind === 'renewal')
  const planned = renewals.map((one) => ({ ...one, step: one.subscription.next_step as Step, next: nextTry(one) }))
  await planSteps(
    ctx,
    planned.map(({ subscription, next }) => ({ subscription: subscription.uuid, next })),
  )
  const over = planned.filter(({ step, subscription }) => step === 'grace_first' && subscription.status === 'active')
  await moveSubscriptions(ctx, over, 'suspend')
  for (const { subscription } of over) await suspendLease(ctx, subscription.lease_uuid)
  await emitAll(
    ctx,
    planned.map((one) =>
      commerceEvents('subscription.payment_failed', one.subscription.tenant_uuid, {
        ...renewalNews(ctx, one),
        step: one.step,
        failure: one.failure,
      }),
    ),
  )
  await emitAll(
    ctx,
    over.map((one) => commerceEvents('subscription.suspended', one.subscription.tenant_uuid, renewalNews(ctx, one))),
  )
  const billed = await billedBefore(
    ctx,
    failed.filter(({ order }) => order.kind === 'early_exit'),
  )
  const unbilled = [
    ...planned.filter(({ step }) => step === 'due'),
    ...failed.filter(({ order }) => order.kind === 'early_exit' && !billed.has(order.uuid)),
  ]
  await issueInvoices(
    ctx,
    billsFor(ctx, unbilled, () => null),
  )
}

function nextTry({ subscription: { next_step, period_end }, at }: Case) {
  const next = stepAfter({ step: next_step as Step, at }, period_end)
  if (!next) throw new Error('nothing is tried after the end')
  return next
}

function moveSubscriptions(ctx: Context, cases: readonly Case[], trigger: 'suspend' | 'resume'): Promise<void> {
  const rows = cases.map(({ subscription: { uuid, tenant_uuid: tenant, status: from, name } }) => ({
    uuid,
    tenant,
    from,
    data: { block: name },
  }))
  return moveAll(ctx, subscriptionStates, 'subscription', trigger, rows)
}
