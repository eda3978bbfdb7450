import type { PaymentMethod } from '../../invoicing/index.ts'
import { money, percentage } from '../../kernel/money.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import { mayRunUntil, type LeaseTerms } from '../../market/index.ts'
import type { OrderLine } from '../order/order.store.ts'
import { periodAfter, stepAfter, type Planned, type Step } from './period.rules.ts'
import { chargeable } from '../checkout/purchase.rules.ts'
import type { Running, Subscription } from '../subscription/subscription.store.ts'

/** What a renewal consists of, and how it is paid for. */

const longestDelay = 12 * 3_600_000

/** When something happened that fell due: at its own time, unless we are so late that nobody would believe it. */
export const timeOf = (due: Date, now: Date): Date => (now.getTime() - due.getTime() <= longestDelay ? due : now)

export const nextPeriodEnd = ({ period_end, anchor_day }: Pick<Running, 'period_end' | 'anchor_day'>): Date =>
  periodAfter(period_end, anchor_day)

export const afterRenewal = (subscription: Running): Running => ({
  ...subscription,
  period_number: subscription.period_number + 1,
  period_start: subscription.period_end,
  period_end: nextPeriodEnd(subscription),
})

/** Nothing renews past what has been given notice of. */
export const mayRenew = (subscription: Running, terms: LeaseTerms | undefined): boolean =>
  terms !== undefined &&
  terms.status !== 'terminated' &&
  mayRunUntil(nextPeriodEnd(subscription), subscription.expires_at, terms.expires_at)

/** Of limits that may not be there. */
export const earliest = (...limits: readonly (Date | null)[]): Date | null =>
  limits.filter((date) => date !== null).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null

/** The next month of the lease, at the price it was made at. */
export function renewalLine(
  subscription: Running & Pick<Subscription, 'holder_uuid' | 'commission_bp'>,
  currency: string,
): OrderLine {
  const { name, lease_uuid, holder_uuid, price_minor, commission_bp, period_end } = subscription
  return {
    type: 'lease',
    subject: lease_uuid,
    description: `Lease of ${name}`,
    amount: price_minor,
    taxed: true,
    from: toRfc3339(period_end),
    to: toRfc3339(nextPeriodEnd(subscription)),
    earner: {
      tenant: holder_uuid,
      name,
      commission: percentage(money(price_minor, currency), commission_bp).minor,
    },
    metadata: {},
    reservation: null,
  }
}

/** What was authorised is not tried again before it is captured. */
export function captureAfter({ period_end }: Pick<Running, 'period_end'>, at: Date): Planned {
  const next = stepAfter({ step: 'authorise', at }, period_end)
  if (!next) throw new Error('the timetable has no capture')
  return next
}

/** Before the capture it is only seen whether the money is there. */
export const takesMoney = (step: Step): boolean => step !== 'order' && step !== 'authorise'

/** Whether the period to be paid for has begun unpaid. */
export const isInGrace = ({ next_step_at, period_end }: Pick<Running, 'next_step_at' | 'period_end'>): boolean =>
  next_step_at !== null && next_step_at > period_end

/**
 * The one the lease was bought with, or the company's default one; the one that has declined this order comes last, so
 * that a new default card helps.
 */
export function methodToTry(
  methods: readonly PaymentMethod[],
  bought: string | null,
  declined: ReadonlySet<string | null>,
): PaymentMethod | undefined {
  const candidates = [methods.find(({ uuid }) => uuid === bought), methods.find(({ is_default }) => is_default)].filter(
    chargeable,
  )
  return candidates.find(({ uuid }) => !declined.has(uuid)) ?? candidates.at(-1)
}
