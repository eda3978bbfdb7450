import { inTransaction, type Context } from '../../../src/kernel/context.ts'
import { knownPrefix } from '../../../src/kernel/ip/index.ts'
import { money, percentage } from '../../../src/kernel/money.ts'
import { moveAll } from '../../../src/kernel/db/moves.ts'
import { toRfc3339 } from '../../../src/kernel/time.ts'
import { newUuid } from '../../../src/kernel/uuid.ts'
import { query } from '../../../src/kernel/db/query.ts'
import { orderStates } from '../../../src/commerce/index.ts'
import { insertOrders, lockOrders, type Order, type OrderLine } from '../../../src/commerce/order/order.store.ts'
import { periodAfter } from '../../../src/commerce/renewal/period.rules.ts'
import { newLease, openSubscriptions, recordPeriods } from '../../../src/commerce/subscription/subscription.actions.ts'
import type { Subscription } from '../../../src/commerce/subscription/subscription.store.ts'
import {
  addUp,
  amountsOf,
  issueInvoices,
  settlePayments,
  startPayments,
  takePayments,
  type Payment,
  type PaymentMethod,
} from '../../../src/invoicing/index.ts'
import { claimLocked, lockReservationsToBuy, type Wanted } from '../../../src/market/index.ts'
import { partyIn } from './invoicing.ts'
import { keep, leaseReserved, makeOffer, type MadeOffer, type ReservationWish } from './market.ts'
import type { World } from '../world.ts'

/** Leases as they are billed: bought, paid by a test card and invoiced through the real actions, without a cart. */

export const goodCard = '4242424242424242'

/** How a company pays from now on, by the number of a test card; the default one. */
export async function makeCard(world: World, tenant: string, number: string = goodCard): Promise<PaymentMethod> {
  return world.change(async (ctx) => {
    await query`update payment_method set is_default = false where tenant_uuid = ${tenant}`.changed(ctx)
    return query<PaymentMethod>`
      insert into payment_method (uuid, tenant_uuid, type, provider, provider_method, is_default, card_brand,
        card_last_four, card_expiry_month, card_expiry_year, created_at)
      values (${newUuid()}, ${tenant}, 'card', 'sandbox', ${number}, true, 'visa', ${number.slice(-4)}, 12, 2039,
        ${ctx.now})
      returning *`.only(ctx)
  })
}

export interface SubscriptionWish {
  /** Made for the block where it is left out, priced 100.00 a month and open to every commitment. */
  readonly offer?: MadeOffer
  readonly lessee: string
  readonly block: string
  readonly months?: ReservationWish['months']
  readonly priceMinor?: number
  /** A test card, which becomes the company's default one; else its default one as it is. */
  readonly card?: string
  readonly country?: string
}

export interface MadeSubscription extends Subscription {
  readonly invoice: string
  readonly offer: string
}

export async function makeSubscription(world: World, wish: SubscriptionWish): Promise<MadeSubscription> {
  const offer = wish.offer ?? (await makeOfferFor(world, wish.block))
  const method = wish.card === undefined ? await defaultCard(world, wish.lessee) : undefined
  const card = method ?? (await makeCard(world, wish.lessee, wish.card))
  const [made] = await makeSubscriptions(world, [{ ...wish, offer, method: card }])
  if (!made) throw new Error('nothing was made')
  return made
}

async function makeOfferFor(world: World, block: string): Promise<MadeOffer> {
  const { length } = knownPrefix(block)
  const periods = [3, 6, 12, 24, 36, 60, 120]
  const holder = await world.tenant('Holder of the block', 'holder')
  return makeOffer(world, holder, { block, pricings: [{ length, priceMinor: 10_000, periods }] })
}

const defaultCard = ({ ctx }: World, tenant: string): Promise<PaymentMethod | undefined> =>
  query<PaymentMethod>`select * from payment_method where tenant_uuid = ${tenant} and is_default`.one(ctx)

export interface BulkWish extends Omit<SubscriptionWish, 'card'> {
  readonly offer: MadeOffer
  readonly method: PaymentMethod
}

/** Many at once, each by an order of its own: one transaction claims, the cards are charged, another settles. */
export async function makeSubscriptions(
  world: World,
  wishes: readonly BulkWish[],
  now: Date = world.ctx.now,
): Promise<MadeSubscription[]> {
  const ctx = { ...world.ctx, now }
  const started = await inTransaction(ctx, (tx) => claim(tx, wishes))
  const taken = await takePayments(
    ctx,
    started.map(({ payment, order }, i) => ({
      payment,
      method: (wishes[i] as BulkWish).method,
      offSession: false,
      attempt: 0,
      description: order.uuid,
    })),
  )
  return inTransaction(ctx, async (tx) => {
    const settled = await settlePayments(tx, taken)
    if (settled.some(({ outcome }) => outcome.status !== 'succeeded')) throw new Error('a card was declined')
    return settle(tx, started, wishes)
  })
}

interface Started {
  readonly order: Order
  readonly wanted: Wanted
  readonly payment: Payment
}

async function claim(ctx: Context, wishes: readonly BulkWish[]): Promise<Started[]> {
  const made: Omit<Started, 'payment'>[] = []
  for (const wish of wishes) {
    const { uuid } = await keep(ctx, wish.offer, wish.lessee, wish.block, {
      months: wish.months ?? 1,
      ...(wish.priceMinor === undefined ? {} : { priceMinor: wish.priceMinor }),
    })
    const wanted = (await lockReservationsToBuy(ctx, wish.lessee)).find((other) => other.uuid === uuid)
    if (!wanted) throw new Error('the reservation has lapsed')
    const order = orderFor(ctx, wanted, wish)
    await claimLocked(ctx, order.uuid, [wanted])
    made.push({ order, wanted })
  }
  await insertOrders(
    ctx,
    made.map(({ order }) => order),
  )
  const payments = await startPayments(
    ctx,
    made.map(({ order }, i) => ({
      tenant: order.tenant_uuid,
      order: order.uuid,
      method: (wishes[i] as BulkWish).method,
      amount: order.total_minor,
      capture: true,
    })),
  )
  return made.map((one, i) => ({ ...one, payment: payments[i] as Payment }))
}

function orderFor({ house: { config }, now }: Context, wanted: Wanted, { method, country = 'US' }: BulkWish): Order {
  const { price_minor, tenant_uuid, holder_uuid, block, uuid } = wanted
  const line: OrderLine = {
    type: 'lease',
    subject: null,
    description: `Lease of ${block}`,
    amount: price_minor,
    taxed: true,
    from: toRfc3339(now),
    to: toRfc3339(periodAfter(now, now.getUTCDate())),
    earner: {
      tenant: holder_uuid,
      name: block,
      commission: percentage(money(price_minor, config.currency), config.commission).minor,
    },
    metadata: {},
    reservation: uuid,
  }
  const totals = addUp({ lines: [line], discounts: [], taxes: [], credits: 0 }, config.currency)
  return {
    uuid: newUuid(),
    tenant_uuid,
    kind: 'purchase',
    status: orderStates.initial,
    cart_uuid: null,
    subscription_uuid: null,
    period_start: null,
    period_end: null,
    buyer: partyIn(country),
    lines: [line],
    ...amountsOf(totals),
    removed_items: [],
    discount_code_uuid: null,
    credits_minor: 0,
    payment_method_uuid: method.uuid,
    placed_at: now,
    expires_at: null,
    completed_at: now,
  }
}

async function settle(ctx: Context, started: readonly Started[], wishes: readonly BulkWish[]) {
  const orders = await lockOrders(
    ctx,
    started.map(({ order }) => order.uuid),
  )
  const moves = (from: 'draft' | 'paid') => orders.map(({ uuid, tenant_uuid: tenant }) => ({ uuid, tenant, from }))
  await moveAll(ctx, orderStates, 'sales_order', 'pay', moves('draft'))
  const opened: Subscription[] = []
  for (const { order, wanted } of started) opened.push(await openFor(ctx, order, wanted))
  await moveAll(ctx, orderStates, 'sales_order', 'complete', moves('paid'))
  const invoices = await issueInvoices(
    ctx,
    started.map(({ order, payment }, i) => ({
      tenant: order.tenant_uuid,
      order: order.uuid,
      document: {
        ...order,
        lines: order.lines.map((line) => ({ ...line, subject: opened[i]?.lease_uuid ?? null })),
      },
      at: ctx.now,
      dueAt: ctx.now,
      paid: { credits: 0, payment: { uuid: payment.uuid, amount: payment.amount_minor } },
    })),
  )
  const made = opened.map((subscription, i): MadeSubscription => ({
    ...subscription,
    invoice: invoices[i]?.uuid ?? '',
    offer: (wishes[i] as BulkWish).offer.uuid,
  }))
  await recordPeriods(
    ctx,
    made.map((subscription) => ({ subscription, order: subscription.order_uuid, invoice: subscription.invoice })),
  )
  return made
}

async function openFor(ctx: Context, order: Order, { uuid: reservation }: Wanted): Promise<Subscription> {
  const subscription = newUuid()
  const nextDueAt = periodAfter(ctx.now, ctx.now.getUTCDate())
  const lease = await leaseReserved(ctx, reservation, { subscription, nextDueAt })
  const [opened] = await openSubscriptions(ctx, order, [newLease(lease, subscription)])
  if (!opened) throw new Error('no subscription was opened')
  return opened
}
