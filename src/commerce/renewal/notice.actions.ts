import { mailOwners, type Notice } from '../../identity/index.ts'
import type { Context } from '../../kernel/context.ts'
import type { Listener, News } from '../../kernel/work/events.ts'
import { money, toAmountString } from '../../kernel/money.ts'
import { toRfc3339 } from '../../kernel/time.ts'
import type { OrderHead } from '../order/order.store.ts'
import type { Planned } from './period.rules.ts'
import type { Running } from '../subscription/subscription.store.ts'

/** What a lessee is told when a renewal is in trouble. */

interface RenewalCase {
  readonly subscription: Running
  readonly order?: OrderHead | undefined
  readonly next?: Planned
}

export function renewalNews(
  { house: { config } }: Context,
  what: 'payment_failed' | 'suspended' | 'ended',
  { subscription, order, next }: RenewalCase,
  more: Readonly<Record<string, unknown>> = {},
): News {
  return {
    type: `subscription.${what}`,
    tenant: subscription.tenant_uuid,
    data: {
      uuid: subscription.uuid,
      block: subscription.name,
      order_uuid: order?.uuid ?? null,
      amount: toAmountString(money(order?.total_minor ?? subscription.price_minor, config.currency)),
      currency: config.currency,
      period_end: toRfc3339(subscription.period_end),
      next_step: next?.step ?? null,
      next_step_at: next ? toRfc3339(next.at) : null,
      ...more,
    },
  }
}

const asked = (data: News['data']) => `${String(data['currency'])} ${String(data['amount'])}`

const howToPay =
  'Pay the open order, or add a payment method that works and make it the default one; it is then used by itself.'

/** Of the tries, those that change something for the customer: the first, the one on the day, the last. */
const toldTries = new Set(['order', 'due', 'last_try'])

const notices: Record<string, (data: News['data']) => Notice | undefined> = {
  'subscription.payment_failed': (data) =>
    toldTries.has(String(data['step']))
      ? {
          subject: `Payment failed for ${String(data['block'])}`,
          text: `The payment of ${asked(data)} for the next month of ${String(data['block'])} has failed. The month that is paid for ends at ${String(data['period_end'])}; the next try is at ${String(data['next_step_at'])}. ${howToPay}\n`,
        }
      : undefined,
  'subscription.suspended': (data) => ({
    subject: `${String(data['block'])} is suspended`,
    text: `The lease of ${String(data['block'])} is suspended, because ${asked(data)} for it could not be taken. It ends unless that is paid within two days. ${howToPay}\n`,
  }),
  'subscription.ended': (data) => ({
    subject: `The lease of ${String(data['block'])} has ended`,
    text: `${endings[String(data['reason'])] ?? 'The lease has ended.'} ${String(data['block'])} is no longer yours to use: withdraw its announcements.${exitOf(data)}\n`,
  }),
}

const exitOf = ({ early_exit, currency }: News['data']): string =>
  typeof early_exit === 'string'
    ? ` You had committed to it for longer: ${String(currency)} ${early_exit} before taxes is billed for that.`
    : ''

const endings: Readonly<Record<string, string>> = {
  unpaid: 'The lease has ended, because the next month was not paid for.',
  terminated: 'The lease has ended, as you have asked.',
  expired: 'The lease has ended; it could not be renewed.',
}

export const renewalEvents: readonly string[] = Object.keys(notices)

export const tellSubscribers: Listener = {
  name: 'commerce.tell_subscribers',
  hear: async (ctx, { type, tenant, data }) => {
    const notice = notices[type]?.(data)
    if (notice && tenant !== null) await mailOwners(ctx, tenant, notice)
  },
}
