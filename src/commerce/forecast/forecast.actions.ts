import {
  addUp,
  amountsOf,
  methodsOf,
  paymentsOf,
  payoutsAhead,
  taxesOf,
  type Amounts,
  type PlannedPayout,
} from '../../invoicing/index.ts'
import type { Context } from '../../kernel/context.ts'
import { inSnapshot } from '../../kernel/db/snapshot.ts'
import { addMonths } from '../../kernel/time.ts'
import { leaseTerms } from '../../market/index.ts'
import { commerceProblem } from '../commerce.problems.ts'
import { paymentsAhead, type Prospect } from './forecast.rules.ts'
import { subscriptionsConcerning } from './forecast.store.ts'
import type { Ordered } from '../order/order.store.ts'
import { isLost } from '../checkout/purchase.actions.ts'
import { methodToTry, renewalLine } from '../renewal/renewal.rules.ts'
import {
  agreedFor,
  orderedByUuid,
  pendingRenewals,
  subscriptionsByUuid,
  type Agreed,
} from '../renewal/renewal.store.ts'
import type { Running } from '../subscription/subscription.store.ts'

/**
 * What is to come if every payment succeeds: the rules that the timetable goes by, run over rows as they stand at one
 * moment. Nothing is written or locked, so nobody waits for it.
 */

interface ComingCharge {
  readonly at: Date
  readonly subscription: string
  readonly lease: string
  readonly name: string
  readonly sub_total: number
  readonly tax: number
  readonly total: number
}

interface ComingEarning {
  readonly at: Date
  readonly lease: string
  readonly name: string
  readonly gross: number
  readonly commission: number
}

export interface Forecast {
  readonly from: Date
  readonly until: Date
  readonly charges: readonly ComingCharge[]
  readonly earnings: readonly ComingEarning[]
  readonly payouts: readonly PlannedPayout[]
}

/** More would keep the caller waiting. */
const mostSubscriptions = 1_000
const mostPeriods = 6_000

export async function forecast(given: Context, tenant: string, months: number): Promise<Forecast> {
  const until = addMonths(given.now, months)
  return inSnapshot(given, async (ctx) => {
    const concerned = await subscriptionsConcerning(ctx, tenant, mostSubscriptions + 1)
    if (concerned.length > mostSubscriptions || concerned.length * months > mostPeriods)
      throw commerceProblem('forecast_too_large')
    const renewals = (await candidatesOf(ctx, concerned)).flatMap((one) => renewalsOf(ctx, one, until))
    const inOrder = renewals.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1))
    const earnings = inOrder.filter(({ holder }) => holder === tenant)
    return {
      from: ctx.now,
      until,
      charges: inOrder.filter(({ lessee }) => lessee === tenant),
      earnings,
      payouts: await payoutsAhead(ctx, tenant, earnings, until),
    }
  })
}

/** What is known of a subscription, its next order included where that has been made. */
interface Candidate extends Prospect {
  readonly agreed: Agreed
  readonly ordered: Ordered | undefined
}

async function candidatesOf(ctx: Context, uuids: readonly string[]): Promise<Candidate[]> {
  const subscriptions = await subscriptionsByUuid(ctx, uuids)
  const pending = await pendingRenewals(ctx, subscriptions)
  const orders = [...pending.values()].map(({ uuid }) => uuid)
  const [agreed, terms, ordered, payments, methods] = await Promise.all([
    agreedFor(ctx, uuids),
    leaseTerms(ctx, subscriptions.map(leaseOf)),
    orderedByUuid(ctx, orders),
    paymentsOf(ctx, orders),
    methodsOf(ctx, subscriptions.map(lesseeOf)),
  ])
  const live = new Map(payments.filter((payment) => !isLost(payment)).map((one) => [one.order_uuid, one]))
  const usable = Map.groupBy(methods, ({ tenant_uuid }) => tenant_uuid)
  return subscriptions.map((subscription) => {
    const order = pending.get(subscription.uuid)?.uuid ?? ''
    const own = usable.get(subscription.tenant_uuid) ?? []
    return {
      subscription,
      agreed: agreed.get(subscription.uuid) as Agreed,
      terms: terms.get(subscription.lease_uuid),
      ordered: ordered.get(order),
      live: live.get(order),
      payable: methodToTry(own, subscription.payment_method_uuid, new Set()) !== undefined,
    }
  })
}

const leaseOf = ({ lease_uuid }: Running): string => lease_uuid
const lesseeOf = ({ tenant_uuid }: Running): string => tenant_uuid

type Renewal = ComingCharge & ComingEarning & { readonly lessee: string; readonly holder: string }

/** The next one as it has been ordered, those after it as they would be today. */
function renewalsOf(ctx: Context, candidate: Candidate, until: Date): Renewal[] {
  const { subscription, agreed, ordered } = candidate
  const paid = paymentsAhead(candidate, ctx.now, until)
  if (paid.length === 0) return []
  const usual = usualOf(ctx, subscription, agreed)
  return paid.map((at, i) => {
    const { lines, sub_total_minor, tax_minor, total_minor } = i === 0 && ordered ? ordered : usual
    return {
      at,
      subscription: subscription.uuid,
      lease: subscription.lease_uuid,
      name: subscription.name,
      lessee: subscription.tenant_uuid,
      holder: agreed.holder_uuid,
      sub_total: sub_total_minor,
      tax: tax_minor,
      total: total_minor,
      gross: lines[0]?.amount ?? 0,
      commission: lines[0]?.earner?.commission ?? 0,
    }
  })
}

function usualOf(ctx: Context, subscription: Running, agreed: Agreed): Pick<Ordered, 'lines'> & Amounts {
  const { currency } = ctx.house.config
  const line = renewalLine({ ...subscription, ...agreed }, currency)
  const totals = addUp({ lines: [line], discounts: [], taxes: taxesOf(ctx, agreed.buyer), credits: 0 }, currency)
  return { lines: [line], ...amountsOf(totals) }
}
