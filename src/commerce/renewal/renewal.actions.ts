import { inTransaction, type Context } from '../../kernel/context.ts'
import { addDays, addSeconds } from '../../kernel/time.ts'
import {
  cancelPayments,
  capturePayments,
  methodsOf,
  paymentsOf,
  startPayments,
  takePayments,
  type Payment,
  type PaymentMethod,
  type Taken,
  type Taking,
} from '../../invoicing/index.ts'
import { leaseTerms } from '../../market/index.ts'
import { insertOrders, type Order, type OrderHead } from '../order/order.store.ts'
import type { Step } from './period.rules.ts'
import { takingOf, toPay } from '../checkout/purchase.rules.ts'
import { captureAfter, mayRenew, methodToTry, nextPeriodEnd, renewalLine, takesMoney, timeOf } from './renewal.rules.ts'
import {
  agreedFor,
  dueAfter,
  lockDue,
  pendingRenewals,
  planSteps,
  type Agreed,
  type Owners,
  type Cursor,
} from './renewal.store.ts'
import { orderFor } from './order.actions.ts'
import { failSteps, settleRenewals } from './settle.actions.ts'
import type { Running } from '../subscription/subscription.store.ts'
import { windUp } from '../subscription/end.actions.ts'

/**
 * The renewal of what falls due (decisions 6, Subscription), hundreds at a time. Each batch is begun in one transaction,
 * asked of the provider outside every one, and settled in another. A step is done when it is settled: whoever is killed
 * in between, the step is still due, and its payment is taken up under the same key.
 */

export interface RenewalOptions {
  /** Seconds that another process is given to settle what it has started; asking for it, too, does no harm. */
  readonly patience?: number
}

const batch = 500

/** Everything that is due by then, in the order of its time; returns how many steps. One that fails keeps nobody waiting. */
export async function runRenewals(
  given: Context,
  { until = given.now, ...options }: RenewalOptions & { readonly until?: Date } = {},
): Promise<number> {
  const ctx = { ...given, now: until }
  const failures: unknown[] = []
  let steps = 0
  for (let last: Cursor | null = null; ;) {
    const due: Cursor[] = await dueAfter(ctx, last, batch)
    if (due.length === 0) break
    last = due.at(-1) ?? null
    steps += due.length
    const uuids = due.map(({ uuid }) => uuid)
    await takeSteps(ctx, uuids, options).catch(async () => {
      for (const uuid of uuids) await takeSteps(ctx, [uuid], options).catch((error: unknown) => failures.push(error))
    })
  }
  if (failures.length > 0) throw failures[0]
  return steps
}

async function takeSteps(ctx: Context, uuids: readonly string[], options: RenewalOptions): Promise<void> {
  const begun = await inTransaction(ctx, (tx) => beginRenewals(tx, uuids, options))
  await windUp(ctx, begun.over)
  await settleRenewals(ctx, await askProvider(ctx, begun), { owners: begun.owners })
}

/** What is to be asked of the provider, and which subscriptions are over. */
interface Begun {
  readonly charges: readonly Taking[]
  readonly captures: readonly Payment[]
  readonly waiting: readonly Payment[]
  readonly over: readonly string[]
  /** Whose payments these are. */
  readonly owners: Owners
}

interface Case {
  readonly subscription: Running
  readonly order: OrderHead & Pick<Order, 'lines'>
  readonly step: Step
  readonly at: Date
  readonly tries: readonly Payment[]
  readonly methods: readonly PaymentMethod[]
  /** The one to try now, where there is one. */
  readonly method: PaymentMethod | undefined
}

export async function beginRenewals(
  ctx: Context,
  uuids: readonly string[],
  options: RenewalOptions = {},
): Promise<Begun> {
  const locked = await lockDue(ctx, uuids)
  const [terms, known, methods] = await Promise.all([
    leaseTerms(
      ctx,
      locked.map(({ lease_uuid }) => lease_uuid),
    ),
    pendingRenewals(ctx, locked),
    methodsOf(
      ctx,
      locked.map(({ tenant_uuid }) => tenant_uuid),
    ),
  ])
  const goesOn = (subscription: Running) =>
    subscription.next_step !== 'end' && mayRenew(subscription, terms.get(subscription.lease_uuid))
  const cases = await casesOf(ctx, locked.filter(goesOn), known, methods)
  const groups = Map.groupBy(cases, (one) => whatToDo(ctx, one, options.patience))
  const of = (kind: ReturnType<typeof whatToDo>) => groups.get(kind) ?? []
  const lives = (kind: ReturnType<typeof whatToDo>) => of(kind).map(({ tries }) => liveOf(tries) as Payment)
  const asked = (['charge', 'take up', 'capture', 'look'] as const).flatMap(of)
  const started = await startFor(ctx, of('charge'))
  await planSteps(
    ctx,
    of('go on').map(({ subscription, at }) => ({
      subscription: subscription.uuid,
      next: captureAfter(subscription, at),
    })),
  )
  await failSteps(
    ctx,
    of('fail').map((one) => ({ ...one, failure: 'no_payment_method' })),
  )
  return {
    charges: [...started, ...of('take up').map((one) => tryOf(one, liveOf(one.tries) as Payment))],
    captures: lives('capture'),
    waiting: lives('look'),
    over: locked.filter((subscription) => !goesOn(subscription)).map(({ uuid }) => uuid),
    owners: {
      subscriptions: asked.map(({ subscription }) => subscription.uuid),
      leases: asked.map(({ subscription }) => subscription.lease_uuid),
    },
  }
}

/** Each with its order, which is made where there is none yet, and with what was tried for it before. */
async function casesOf(
  ctx: Context,
  subscriptions: readonly Running[],
  known: Awaited<ReturnType<typeof pendingRenewals>>,
  usableMethods: readonly PaymentMethod[],
): Promise<Case[]> {
  if (subscriptions.length === 0) return []
  const orders = [...known.values()].map(({ uuid }) => uuid)
  const unordered = subscriptions.filter(({ uuid }) => !known.has(uuid)).map(({ uuid }) => uuid)
  const [agreed, payments] = await Promise.all([
    agreedFor(ctx, unordered),
    orders.length > 0 ? paymentsOf(ctx, orders) : [],
  ])
  const tries = Map.groupBy(payments, ({ order_uuid }) => order_uuid)
  const methods = Map.groupBy(usableMethods, ({ tenant_uuid }) => tenant_uuid)
  const fresh: Order[] = []
  const made = (order: Order): Order => {
    fresh.push(order)
    return order
  }
  const cases = subscriptions.map((subscription) => {
    const order = known.get(subscription.uuid)
    const own = tries.get(order?.uuid ?? '') ?? []
    const usable = methods.get(subscription.tenant_uuid) ?? []
    const declined = new Set(own.filter(({ status }) => status === 'declined').map(({ method_uuid }) => method_uuid))
    const at = timeOf(subscription.next_step_at as Date, ctx.now)
    const method = methodToTry(usable, subscription.payment_method_uuid, declined)
    return {
      subscription,
      step: subscription.next_step as Step,
      at,
      order:
        order ?? made(renewalOrder(ctx, { ...subscription, ...(agreed.get(subscription.uuid) as Agreed) }, method, at)),
      tries: own,
      methods: usable,
      method,
    }
  })
  await insertOrders(ctx, fresh)
  return cases
}

const gone = new Set<string>(['declined', 'cancelled'])

/** There is at most one: the database sees to it. */
const liveOf = (tries: readonly Payment[]): Payment | undefined => tries.find(({ status }) => !gone.has(status))

function whatToDo(
  ctx: Context,
  { step, tries, method }: Case,
  patience = 60,
): 'charge' | 'take up' | 'capture' | 'go on' | 'look' | 'wait' | 'fail' {
  const live = liveOf(tries)
  if (!live) return method ? 'charge' : 'fail'
  if (live.status === 'started') return live.started_at < addSeconds(ctx.realNow, -patience) ? 'take up' : 'wait'
  if (live.status === 'authorised') return takesMoney(step) ? 'capture' : 'go on'
  return live.status === 'needs_action' ? 'look' : 'fail'
}

/** The order lapses with the grace period. */
const renewalOrder = (
  ctx: Context,
  subscription: Running & Agreed,
  method: PaymentMethod | undefined,
  at: Date,
): Order => ({
  ...orderFor(ctx, subscription, renewalLine(subscription, ctx.house.config.currency), at),
  kind: 'renewal',
  period_start: subscription.period_end,
  period_end: nextPeriodEnd(subscription),
  payment_method_uuid: method?.uuid ?? null,
  expires_at: addDays(subscription.period_end, 3),
})

async function startFor(ctx: Context, cases: readonly Case[]): Promise<Taking[]> {
  const payments = await startPayments(
    ctx,
    cases.map(({ order, method, step }) => ({
      tenant: order.tenant_uuid,
      order: order.uuid,
      method: method as PaymentMethod,
      amount: toPay(order),
      capture: takesMoney(step),
    })),
  )
  return cases.map((one, i) => tryOf(one, payments[i] as Payment))
}

const tryOf = ({ order, tries, methods }: Case, payment: Payment): Taking => ({
  ...takingOf(order, payment, methods.find(({ uuid }) => uuid === payment.method_uuid) ?? null),
  offSession: true,
  attempt: tries.filter(({ uuid }) => uuid !== payment.uuid).length,
})

/** Outside every transaction. A charge without the customer cannot wait for a second step, so it is let go of. */
export async function askProvider(ctx: Context, { charges, captures, waiting }: Begun): Promise<Taken[]> {
  const charged = charges.length > 0 ? await takePayments(ctx, charges) : []
  const captured = captures.length > 0 ? await capturePayments(ctx, captures) : []
  const [unfinished, answered] = [charged.filter(isWaiting), charged.filter((taken) => !isWaiting(taken))]
  const pending = [...waiting, ...unfinished.map(withReference)]
  const released = pending.length > 0 ? await cancelPayments(ctx, pending) : []
  return [...answered, ...captured, ...released]
}

const isWaiting = ({ outcome }: Taken): boolean => outcome.status === 'needs_action'

const withReference = ({ payment, outcome }: Taken): Payment => ({ ...payment, provider_reference: outcome.reference })
